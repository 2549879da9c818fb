// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/tables.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/owners/worker_ladders_for_test.h"

namespace telltale::machinedeployment {
namespace {

using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

// Three replicas wanted, three there, all of them well; each test bends one thing.
constexpr Seen calm_deployment() {
  Seen seen;
  ladders::make_calm(seen);
  seen.kind = "MachineDeployment";
  seen.remediator = "MachineDeployment/MachineSet";
  seen.sets = 1;
  seen.has_current_set = true;
  return seen;
}
constexpr Seen calm = calm_deployment();

static_assert(rows::available_table.decide(calm).row->reason == "Available");
static_assert(rows::scaling_up_table.decide(calm).row->reason == "NotScalingUp");

// Available.

template <class Visit>
void every_availability(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    ladders::choose_counts(choose, seen);
    seen.rolling_update = choose.flag();
    if (seen.rolling_update && seen.replicas.value_or(0) > 0) {
      seen.max_unavailable = choose.one_of<std::int64_t>({0, 1, 2});
    }
    seen.max_unavailable_given = choose.one_of<std::string_view>({"1", "20%"});
    visit(seen);
  });
}

Told available_ladder(const Seen& seen) {
  if (!seen.replicas) return ladders::waiting_for_replicas();
  if (!seen.counts_missing.empty()) return not_collected();
  if (!seen.available) {
    if (!seen.machines_collected) return not_collected();
    return set_to(Unknown, "WaitingForAvailableReplicasSet",
                  "Waiting for status.availableReplicas set");
  }
  const std::int64_t least = *seen.replicas - seen.max_unavailable;
  if (*seen.available >= least) return set_to(True, "Available");
  if (is_set(seen.deleted)) return set_to(False, "NotAvailable", "Deletion in progress");
  std::string text = format("{} available replicas, at least {} required", *seen.available, least);
  if (seen.rolling_update) {
    text += format(" (spec.strategy.rollout.maxUnavailable is {}, spec.replicas is {})",
                   seen.max_unavailable_given, *seen.replicas);
  }
  return set_to(False, "NotAvailable", text);
}

TEST(MachineDeploymentAvailable, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::available_table, [](auto visit) { every_availability(visit); }, available_ladder);
}

TEST(MachineDeploymentAvailable, SaysHowManyAreRequiredAndWhy) {  // golden string 4
  Seen seen = calm;
  seen.replicas = 4;
  seen.available = 2;
  seen.max_unavailable = 1;
  seen.max_unavailable_given = "1";
  EXPECT_EQ(told_by(rows::available_table, seen),
            set_to(False, "NotAvailable",
                   "2 available replicas, at least 3 required "
                   "(spec.strategy.rollout.maxUnavailable is 1, spec.replicas is 4)"));
}

TEST(MachineDeploymentAvailable, DoesNotComplainOfAShortageWhileItIsDeleted) {  // trap 31
  Seen seen = calm;
  seen.deleted = ladders::now;
  seen.available = 0;
  EXPECT_EQ(told_by(rows::available_table, seen),
            set_to(False, "NotAvailable", "Deletion in progress"));
}

TEST(MachineDeploymentAvailable, IsTrueOfADeploymentThatWantsNothing) {
  Seen seen = calm;
  seen.replicas = 0;
  seen.available = 0;
  EXPECT_EQ(told_by(rows::available_table, seen), set_to(True, "Available"));
}

// ReplicaFailure.

template <class Visit>
void every_creation(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.deleted = choose.one_of({no_time, ladders::now});
    if (choose.flag()) seen.counts_missing = "MachineSets were not collected";
    seen.current = choose.one_of<std::optional<std::int64_t>>({std::nullopt, 2, 3});
    seen.has_current_set = choose.flag();
    if (seen.has_current_set) {
      seen.current_set_until = choose.one_of({no_time, ladders::now + Seconds(5)});
    }
    seen.creation_failed = choose.flag();
    if (seen.creation_failed) seen.creation_errors = "exceeded quota";
    seen.bootstrap_source.sight = ladders::choose_sight(choose);
    seen.infrastructure_source.sight = ladders::choose_sight(choose);
    visit(seen);
  });
}

Seen fall_due(Seen seen, Instant at) {
  if (is_set(seen.current_set_until) && at >= seen.current_set_until) {
    seen.has_current_set = false;
    seen.current_set_until = no_time;
  }
  seen.now = at;
  return seen;
}

Told replica_failure_ladder(const Seen& seen) {
  const bool counted_by = seen.counts_missing.empty();
  if (seen.creation_failed) {
    if (!counted_by) return not_collected();
    if (!is_set(seen.deleted) && !seen.has_current_set) {
      return set_to(True, "ReplicaFailure", "Failed to create 1 of 1 MachineSets: exceeded quota");
    }
  }
  const std::string missing = ladders::missing_sources(seen);
  const bool unsure = missing.empty() && (seen.bootstrap_source.sight == Sight::NotCollected ||
                                          seen.infrastructure_source.sight == Sight::NotCollected);
  const Told none = set_to(False, "NoReplicaFailure");
  if (missing.empty() && !unsure) return none;
  if (!counted_by) return not_collected();
  if (seen.current.value_or(0) >= ladders::wanted(seen)) return none;
  return unsure ? not_collected() : set_to(True, "TemplateNotFound", missing);
}

TEST(MachineDeploymentReplicaFailure, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::replica_failure_table, [](auto visit) { every_creation(visit); },
      replica_failure_ladder, fall_due);
}

TEST(MachineDeploymentReplicaFailure, IsOverOnceASetOfTheCurrentTemplateExists) {
  Seen seen = calm;
  seen.creation_failed = true;
  seen.creation_errors = "exceeded quota";
  EXPECT_EQ(told_by(rows::replica_failure_table, seen), set_to(False, "NoReplicaFailure"));
  seen.has_current_set = false;
  EXPECT_EQ(told_by(rows::replica_failure_table, seen),
            set_to(True, "ReplicaFailure", "Failed to create 1 of 1 MachineSets: exceeded quota"));
}

// Deleted.

template <class Visit>
void every_farewell(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.deleted = choose.one_of({no_time, ladders::now});
    seen.machines_collected = choose.flag();
    if (choose.flag()) seen.counts_missing = "MachineSets were not collected";
    seen.tally = {.current = choose.one_of<std::int64_t>({0, 1, 2})};
    seen.sets = choose.one_of<std::int64_t>({0, 1, 2});
    if (choose.flag()) seen.slow_deletions = ladders::slow;
    visit(seen);
  });
}

Told deleted_ladder(const Seen& seen) {
  if (!is_set(seen.deleted)) return set_to(False, "NotDeleting");
  if (!seen.machines_collected) return not_collected();
  const std::string stale = seen.slow_deletions.empty() ? "" : "\n* " + std::string(ladders::slow);
  if (seen.tally.current == 1) return set_to(True, "Deleting", "Deleting 1 Machine" + stale);
  if (seen.tally.current == 2) return set_to(True, "Deleting", "Deleting 2 Machines" + stale);
  if (!seen.counts_missing.empty()) return not_collected();
  if (seen.sets == 1) return set_to(True, "Deleting", "Deleting 1 MachineSets");
  if (seen.sets == 2) return set_to(True, "Deleting", "Deleting 2 MachineSets");
  return set_to(True, "Deleting", "Deletion completed");
}

TEST(MachineDeploymentDeleted, KeepsTheLawsOfTables) {
  expect_table_laws(rows::deleted_table, [](auto visit) { every_farewell(visit); }, deleted_ladder);
}

// What it shares with pools.

TEST(MachineDeploymentPaused, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::paused_table, [](auto visit) { ladders::every_pause(calm, visit); },
      [](const Seen& seen) { return ladders::paused(seen, "MachineDeployment"); });
}

TEST(MachineDeploymentMachinesReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::machines_ready_table, [](auto visit) { ladders::every_age(calm, visit); },
      ladders::machines_ready);
}

TEST(MachineDeploymentScalingUp, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_up_table, [](auto visit) { ladders::every_growth(calm, visit); },
      ladders::scaling_up);
}

TEST(MachineDeploymentScalingUp, NamesWhatBlocksItWithoutAList) {
  Seen seen = calm;
  seen.infrastructure_source.sight = Sight::Absent;
  EXPECT_EQ(told_by(rows::scaling_up_table, seen),
            set_to(False, "NotScalingUp",
                   "Scaling up would be blocked because AWSMachineTemplate does not exist"));
  seen.current = 1;
  seen.available = 1;
  EXPECT_EQ(told_by(rows::scaling_up_table, seen),
            set_to(True, "ScalingUp",
                   "Scaling up from 1 to 3 replicas is blocked because AWSMachineTemplate does not "
                   "exist"));
}

TEST(MachineDeploymentScalingDown, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_down_table, [](auto visit) { ladders::every_count(calm, visit); },
      ladders::scaling_down);
}

TEST(MachineDeploymentUpToDate, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::up_to_date_table, [](auto visit) { ladders::every_age(calm, visit); },
      ladders::up_to_date, ladders::GrowUp());
}

TEST(MachineDeploymentRollingOut, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::rolling_out_table, [](auto visit) { ladders::every_age(calm, visit); },
      ladders::rolling_out);
}

TEST(MachineDeploymentRemediating, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::remediating_table, [](auto visit) { ladders::every_illness(calm, visit); },
      [](const Seen& seen) { return ladders::remediating(seen, "MachineDeployment/MachineSet"); });
}

}  // namespace
}  // namespace telltale::machinedeployment
