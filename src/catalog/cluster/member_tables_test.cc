// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/member_tables.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/cluster_api/words.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::cluster {
namespace {

using ladders::now;
using laws::merge;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Seen cluster_with_calm_members() {
  Seen seen;
  seen.now = now;
  seen.namespace_name = "default";
  seen.control_plane = {
      .ref_set = true, .kind = "KubeadmControlPlane", .name = "c1-cp", .sight = Sight::Present};
  seen.up = {.counted = true, .current = 5, .desired = 5};
  seen.down = {.counted = true, .current = 5, .desired = 5};
  return seen;
}
constexpr Seen calm_members = cluster_with_calm_members();

static_assert(rows::scaling_up_table.decide(calm_members).row->reason == "NotScalingUp");

// WorkersAvailable.

TEST(ClusterWorkersAvailable, KeepsTheLawsOfTables) {
  const auto every_worker = [](auto visit) {
    every_choice([&](Choices& choose) {
      Seen seen = calm_members;
      seen.workers_collected = choose.flag();
      seen.available_told = choose.below(3);
      visit(seen);
    });
  };
  expect_table_laws(rows::workers_available_table, every_worker, [](const Seen& seen) {
    if (!seen.workers_collected) return not_collected();
    return seen.available_told == 0 ? set_to(True, "NoWorkers") : merge();
  });
}

// The Machines' conditions; each table looks at its own totals and at no other.

enum class Part { ControlPlane, Workers, All };

MachineTotals& totals_of(Seen& seen, Part part) {
  if (part == Part::ControlPlane) return seen.control_plane_machines;
  return part == Part::Workers ? seen.worker_machines : seen.all_machines;
}
const MachineTotals& totals_of(const Seen& seen, Part part) {
  return totals_of(const_cast<Seen&>(seen), part);
}

bool is_collected(const Seen& seen, Part part) {
  const bool plane = part == Part::Workers || seen.plane_machines_collected;
  const bool workers = part == Part::ControlPlane || seen.worker_machines_collected;
  return plane && workers;
}

void choose_crowd(Choices& choose, MachineTotals& totals) {
  totals.tally.current = choose.one_of<std::int64_t>({0, 2});
  totals.tally.judged_up_to_date = choose.one_of<std::int64_t>({0, 1});
  totals.next_grown_up = choose.one_of({no_time, now + Seconds(1), now + Seconds(11)});
}

template <class Visit>
void every_crowd(Part part, Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm_members;
    seen.plane_machines_collected = choose.flag();
    seen.worker_machines_collected = choose.flag();
    for (const Part other : {Part::ControlPlane, Part::Workers, Part::All}) {
      totals_of(seen, other).tally = {.current = 1, .judged_up_to_date = 1};
    }
    choose_crowd(choose, totals_of(seen, part));
    visit(seen);
  });
}

// A Machine that grows up is counted from then on.
struct GrowUp {
  Part part;
  Seen operator()(Seen seen, Instant at) const {
    MachineTotals& totals = totals_of(seen, part);
    if (is_set(totals.next_grown_up) && at >= totals.next_grown_up) {
      ++totals.tally.judged_up_to_date;
      totals.next_grown_up = no_time;
    }
    seen.now = at;
    return seen;
  }
};

template <std::size_t N>
void expect_ready_laws(const Table<Seen, N>& table, Part part) {
  expect_table_laws(
      table, [&](auto visit) { every_crowd(part, visit); },
      [&](const Seen& seen) {
        if (!is_collected(seen, part)) return not_collected();
        return totals_of(seen, part).tally.current == 0 ? set_to(True, "NoReplicas") : merge();
      },
      GrowUp{part});
}

template <std::size_t N>
void expect_up_to_date_laws(const Table<Seen, N>& table, Part part) {
  expect_table_laws(
      table, [&](auto visit) { every_crowd(part, visit); },
      [&](const Seen& seen) {
        if (!is_collected(seen, part)) return not_collected();
        const bool nobody = totals_of(seen, part).tally.judged_up_to_date == 0;
        return nobody ? set_to(True, "NoReplicas") : merge();
      },
      GrowUp{part});
}

TEST(ClusterControlPlaneMachinesReady, KeepsTheLawsOfTables) {
  expect_ready_laws(rows::plane_machines_ready_table, Part::ControlPlane);
}
TEST(ClusterWorkerMachinesReady, KeepsTheLawsOfTables) {
  expect_ready_laws(rows::worker_machines_ready_table, Part::Workers);
}
TEST(ClusterControlPlaneMachinesUpToDate, KeepsTheLawsOfTables) {
  expect_up_to_date_laws(rows::plane_machines_up_to_date_table, Part::ControlPlane);
}
TEST(ClusterWorkerMachinesUpToDate, KeepsTheLawsOfTables) {
  expect_up_to_date_laws(rows::worker_machines_up_to_date_table, Part::Workers);
}
TEST(ClusterUpToDate, KeepsTheLawsOfTables) {
  expect_up_to_date_laws(rows::up_to_date_table, Part::All);
}

TEST(ClusterUpToDate, WakesWhenItsYoungestMachineIsOldEnoughToBeMissed) {
  Seen seen = calm_members;
  seen.all_machines.next_grown_up = now + Seconds(11);
  EXPECT_EQ(told_by(rows::up_to_date_table, seen), set_to(True, "NoReplicas"));
  EXPECT_EQ(rows::up_to_date_table.decide(seen).wake, now + Seconds(11));
}

// ScalingUp and ScalingDown.

void choose_plane(Choices& choose, Seen& seen) {
  seen.has_topology = choose.flag();
  seen.control_plane.ref_set = choose.flag();
  seen.control_plane.sight = Sight::Absent;
  if (!seen.control_plane.ref_set) return;
  seen.control_plane.sight = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
  if (seen.control_plane.sight == Sight::Present) seen.control_plane.readable = choose.flag();
}

template <class Visit>
void every_scale(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm_members;
    choose_plane(choose, seen);
    seen.plane_machines_collected = choose.flag();
    seen.workers_collected = choose.flag();
    seen.scale_rule = choose.one_of({ScaleRule::Counters, ScaleRule::Children});
    seen.scaling_up_told = seen.scaling_down_told = seen.rolling_out_told = choose.below(2);
    seen.up.counted = seen.down.counted = choose.flag();
    seen.up.current = seen.down.current = choose.one_of<std::int64_t>({4, 5, 6});
    visit(seen);
  });
}

bool scale_is_known(const Seen& seen) {
  if (seen.control_plane.sight == Sight::NotCollected || !seen.workers_collected) return false;
  const bool machines_matter = !seen.control_plane.ref_set && !seen.has_topology;
  return seen.plane_machines_collected || !machines_matter;
}

// What the two directions have in common.
Told scale_ladder(const Seen& seen, std::string_view still) {
  const bool unreadable =
      seen.control_plane.sight == Sight::Present && !seen.control_plane.readable;
  if (unreadable) return set_to(Unknown, "InternalError", internal_error_message);
  if (!scale_is_known(seen)) return not_collected();
  if (seen.scale_rule == ScaleRule::Counters && seen.up.counted) return merge();
  return seen.scaling_up_told == 0 ? set_to(False, still) : merge();
}

TEST(ClusterScalingUp, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_up_table, [](auto visit) { every_scale(visit); },
      [](const Seen& seen) { return scale_ladder(seen, "NotScalingUp"); });
}

TEST(ClusterScalingDown, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_down_table, [](auto visit) { every_scale(visit); },
      [](const Seen& seen) { return scale_ladder(seen, "NotScalingDown"); });
}

// Merge rows look alike to the laws; which one decides is another question.
TEST(ClusterScalingUp, TheCountersChooseTheRow) {
  const auto& table = rows::scaling_up_table;
  Seen seen = calm_members;
  EXPECT_EQ(table.decide(seen).row, &table.rows[2]);
  seen.up.current = 4;
  EXPECT_EQ(table.decide(seen).row, &table.rows[1]);
  seen.scale_rule = ScaleRule::Children;
  seen.scaling_up_told = 1;
  EXPECT_EQ(table.decide(seen).row, &table.rows[4]);
}

TEST(ClusterScalingDown, TheCountersChooseTheRow) {
  const auto& table = rows::scaling_down_table;
  Seen seen = calm_members;
  EXPECT_EQ(table.decide(seen).row, &table.rows[2]);
  seen.down.current = 6;
  EXPECT_EQ(table.decide(seen).row, &table.rows[1]);
  seen.scale_rule = ScaleRule::Children;
  seen.scaling_down_told = 1;
  EXPECT_EQ(table.decide(seen).row, &table.rows[4]);
}

// RollingOut.

TEST(ClusterRollingOut, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::rolling_out_table, [](auto visit) { every_scale(visit); },
      [](const Seen& seen) {
        const bool unreadable =
            seen.control_plane.sight == Sight::Present && !seen.control_plane.readable;
        if (unreadable) return set_to(Unknown, "InternalError", internal_error_message);
        if (seen.control_plane.sight == Sight::NotCollected) return not_collected();
        if (!seen.workers_collected) return not_collected();
        return seen.rolling_out_told == 0 ? set_to(False, "NotRollingOut") : merge();
      });
}

// Remediating.

template <class Visit>
void every_illness(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm_members;
    Tally& tally = seen.all_machines.tally;
    seen.plane_machines_collected = choose.flag();
    tally.unhealthy = choose.one_of<std::int64_t>({0, 1, 2});
    if (tally.unhealthy == 1) seen.unhealthy_names = "m1";
    if (tally.unhealthy == 2) seen.unhealthy_names = "m1, m2";
    if (tally.unhealthy > 0) tally.to_be_remediated = choose.flag() ? 1 : 0;
    seen.remediating =
        choose.one_of({RemediatingRule::AnyUnhealthy, RemediatingRule::OnlyToBeRemediated});
    visit(seen);
  });
}

Told remediating_ladder(const Seen& seen) {
  if (!seen.plane_machines_collected) return not_collected();
  const Tally& tally = seen.all_machines.tally;
  if (tally.to_be_remediated > 0) return merge();
  if (tally.unhealthy == 0) return set_to(False, "NotRemediating");
  const std::string text = tally.unhealthy == 1
                               ? "Machine m1 is not healthy (not to be remediated)"
                               : "Machines m1, m2 are not healthy (not to be remediated)";
  if (seen.remediating == RemediatingRule::AnyUnhealthy) return set_to(True, "Remediating", text);
  return set_to(False, "NotRemediating", text);
}

TEST(ClusterRemediating, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::remediating_table, [](auto visit) { every_illness(visit); }, remediating_ladder);
}

// Available.

TEST(ClusterAvailable, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::available_table, [](auto visit) { visit(calm_members); },
      [](const Seen&) { return merge(); });
}

}  // namespace
}  // namespace telltale::cluster
