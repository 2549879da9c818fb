// SPDX-License-Identifier: Apache-2.0
#include "catalog/machineset/tables.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "catalog/cluster_api/pause_for_test.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::machineset {
namespace {

using ladders::now;
using laws::merge;
using laws::not_collected;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr std::string_view slow = "Machine m1 is in deletion since more than 15m";

// A set has no other count than that of its Machines.
constexpr void count_machines(Seen& seen) {
  seen.current = seen.tally.current;
  seen.available = seen.tally.available;
  if (!seen.machines_collected) seen.counts_missing = "Machines were not collected";
}

// Three Machines wanted, three there, all of them well; each test bends one thing.
constexpr Seen calm_set() {
  Seen seen;
  seen.now = now;
  seen.kind = "MachineSet";
  seen.remediator = "MachineSet";
  seen.cluster_namespace = "default";
  seen.cluster_name = "c1";
  seen.replicas = 3;
  seen.tally = {.current = 3,
                .acknowledged = 3,
                .ready = 3,
                .available = 3,
                .up_to_date = 3,
                .judged_up_to_date = 3};
  count_machines(seen);
  seen.bootstrap_source.kind = "KubeadmConfigTemplate";
  seen.infrastructure_source.kind = "AWSMachineTemplate";
  return seen;
}
constexpr Seen calm = calm_set();

static_assert(rows::scaling_up_table.decide(calm).row->reason == "NotScalingUp");

Sight choose_sight(Choices& choose) {
  return choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
}

// How many are wanted and how many there are, on either side of each other.
void choose_counts(Choices& choose, Seen& seen) {
  seen.deleted = choose.one_of({no_time, now});
  seen.replicas = choose.one_of<std::optional<std::int64_t>>({std::nullopt, 0, 2});
  seen.machines_collected = choose.flag();
  seen.tally = {.current = choose.one_of<std::int64_t>({0, 1, 2, 3})};
  seen.tally.acknowledged = choose.flag() ? seen.tally.current : 0;
  seen.tally.available = choose.flag() ? seen.tally.current : 0;
  count_machines(seen);
}

std::int64_t wanted(const Seen& seen) {
  if (seen.deleting()) return 0;
  return seen.replicas.has_value() ? *seen.replicas : 0;
}

std::string missing_templates(const Seen& seen) {
  const bool bootstrap = seen.bootstrap_source.sight == Sight::Absent;
  const bool infra = seen.infrastructure_source.sight == Sight::Absent;
  if (bootstrap && infra) return "KubeadmConfigTemplate and AWSMachineTemplate do not exist";
  if (bootstrap) return "KubeadmConfigTemplate does not exist";
  return infra ? "AWSMachineTemplate does not exist" : "";
}

// Paused.

template <class Visit>
void every_pause(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    ladders::choose_pause(choose, seen);
    visit(seen);
  });
}

Told paused_ladder(const Seen& seen) { return ladders::pause_ladder(seen, "MachineSet"); }

TEST(MachineSetPaused, KeepsTheLawsOfTables) {
  expect_table_laws(rows::paused_table, [](auto visit) { every_pause(visit); }, paused_ladder);
}

// ReplicaFailure.

template <class Visit>
void every_creation(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_counts(choose, seen);
    seen.creation_failed = choose.flag();
    if (seen.creation_failed) seen.creation_errors = "quota exceeded";
    seen.bootstrap_source.sight = choose_sight(choose);
    seen.infrastructure_source.sight = choose_sight(choose);
    visit(seen);
  });
}

Told replica_failure_ladder(const Seen& seen) {
  const Told none = set_to(False, "NoReplicaFailure");
  if (seen.machines_collected && seen.tally.current >= wanted(seen)) return none;
  const std::string missing = missing_templates(seen);
  const bool unsure = missing.empty() && (seen.bootstrap_source.sight == Sight::NotCollected ||
                                          seen.infrastructure_source.sight == Sight::NotCollected);
  if (!seen.machines_collected) {
    // Without the Machines it can only be ruled out, where nothing could have failed.
    const bool nothing_wrong = !seen.creation_failed && missing.empty() && !unsure;
    return nothing_wrong ? none : not_collected();
  }
  if (seen.creation_failed) {
    return set_to(True, "ReplicaFailure",
                  format("Failed to create {} of {} Machines: quota exceeded",
                         wanted(seen) - seen.tally.current, wanted(seen)));
  }
  if (unsure) return not_collected();
  return missing.empty() ? none : set_to(True, "TemplateNotFound", missing);
}

TEST(ReplicaFailure, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::replica_failure_table, [](auto visit) { every_creation(visit); },
      replica_failure_ladder);
}

TEST(ReplicaFailure, DoesNotMindAMissingTemplateWhileEnoughMachinesExist) {
  Seen seen = calm;
  seen.bootstrap_source.sight = Sight::Absent;
  EXPECT_EQ(told_by(rows::replica_failure_table, seen), set_to(False, "NoReplicaFailure"));
}

TEST(ReplicaFailure, OneTemplateThatIsSurelyGoneSettlesIt) {
  Seen seen = calm;
  seen.tally.current = 2;
  count_machines(seen);
  seen.bootstrap_source.sight = Sight::NotCollected;
  seen.infrastructure_source.sight = Sight::Absent;
  EXPECT_EQ(told_by(rows::replica_failure_table, seen),
            set_to(True, "TemplateNotFound", "AWSMachineTemplate does not exist"));
}

// MachinesReady.

template <class Visit>
void every_count(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_counts(choose, seen);
    if (choose.flag()) seen.slow_deletions = slow;
    visit(seen);
  });
}

TEST(MachinesReady, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::machines_ready_table, [](auto visit) { every_count(visit); },
      [](const Seen& seen) {
        if (!seen.machines_collected) return not_collected();
        return seen.tally.current == 0 ? set_to(True, "NoReplicas") : merge();
      });
}

// ScalingUp.

template <class Visit>
void every_growth(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_counts(choose, seen);
    seen.basis = choose.one_of({ScalingUpBasis::Available, ScalingUpBasis::Current});
    seen.bootstrap_source.sight = choose_sight(choose);
    seen.infrastructure_source.sight = choose_sight(choose);
    if (choose.flag()) seen.preflight = "* not stable (\"x\" preflight check failed)";
    visit(seen);
  });
}

Told scaling_up_ladder(const Seen& seen) {
  if (!seen.replicas) {
    return set_to(Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set");
  }
  if (!seen.machines_collected) return not_collected();
  const Tally& tally = seen.tally;
  const std::int64_t count =
      seen.basis == ScalingUpBasis::Current ? tally.current : tally.available;
  const std::string missing = missing_templates(seen);
  if (count >= wanted(seen)) {
    if (seen.deleting() || missing.empty()) return set_to(False, "NotScalingUp");
    return set_to(False, "NotScalingUp", "Scaling up would be blocked because " + missing);
  }
  if (tally.current >= wanted(seen)) {
    return set_to(True, "ScalingUp",
                  format("{} of {} replicas available", tally.available, wanted(seen)));
  }
  std::string text = format("Scaling up from {} to {} replicas", tally.current, wanted(seen));
  if (!seen.preflight.empty() || !missing.empty()) text += " is blocked because:";
  if (!seen.preflight.empty()) text += "\n* not stable (\"x\" preflight check failed)";
  if (!missing.empty()) text += "\n* " + missing;
  return set_to(True, "ScalingUp", text);
}

TEST(ScalingUp, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_up_table, [](auto visit) { every_growth(visit); }, scaling_up_ladder);
}

TEST(ScalingUp, AsksForAvailableMachinesInTheProposalAndForMachinesUpstream) {
  Seen seen = calm;
  seen.tally.available = 1;
  count_machines(seen);
  EXPECT_EQ(told_by(rows::scaling_up_table, seen),
            set_to(True, "ScalingUp", "1 of 3 replicas available"));
  seen.basis = ScalingUpBasis::Current;
  EXPECT_EQ(told_by(rows::scaling_up_table, seen), set_to(False, "NotScalingUp"));
}

// ScalingDown.

Told scaling_down_ladder(const Seen& seen) {
  if (!seen.replicas) {
    return set_to(Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set");
  }
  if (!seen.machines_collected) return not_collected();
  if (seen.tally.acknowledged <= wanted(seen)) return set_to(False, "NotScalingDown");
  std::string text =
      format("Scaling down from {} to {} replicas", seen.tally.acknowledged, wanted(seen));
  if (!seen.slow_deletions.empty()) text += "\n* " + std::string(slow);
  return set_to(True, "ScalingDown", text);
}

TEST(ScalingDown, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::scaling_down_table, [](auto visit) { every_count(visit); }, scaling_down_ladder);
}

TEST(ScalingDown, SaysSinceWhenDeletionsHang) {
  Seen seen = calm;
  seen.replicas = 1;
  seen.slow_deletions =
      "Machines m1, m2 are in deletion since more than 15m, delay likely due to "
      "PodDisruptionBudgets, Pods not terminating";
  EXPECT_EQ(told_by(rows::scaling_down_table, seen).message,
            "Scaling down from 3 to 1 replicas\n"
            "* Machines m1, m2 are in deletion since more than 15m, delay likely due to "
            "PodDisruptionBudgets, Pods not terminating");
}

TEST(ScalingDown, DoesNotCountMachinesThatAreBeingMovedIn) {
  Seen seen = calm;
  seen.replicas = 2;
  seen.tally.acknowledged = 2;
  EXPECT_EQ(told_by(rows::scaling_down_table, seen), set_to(False, "NotScalingDown"));
}

// UpToDate.

template <class Visit>
void every_age(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.machines_collected = choose.flag();
    seen.tally.judged_up_to_date = choose.one_of<std::int64_t>({0, 1});
    seen.next_grown_up = choose.one_of({no_time, now + Seconds(1), now + Seconds(11)});
    visit(seen);
  });
}

// A Machine that grows up is counted from then on.
Seen grow_up(Seen seen, Instant at) {
  if (is_set(seen.next_grown_up) && at >= seen.next_grown_up) {
    ++seen.tally.judged_up_to_date;
    seen.next_grown_up = no_time;
  }
  seen.now = at;
  return seen;
}

TEST(MachineSetUpToDate, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::up_to_date_table, [](auto visit) { every_age(visit); },
      [](const Seen& seen) {
        if (!seen.machines_collected) return not_collected();
        return seen.tally.judged_up_to_date == 0 ? set_to(True, "NoReplicas") : merge();
      },
      grow_up);
}

TEST(MachineSetUpToDate, WakesWhenItsYoungestMachineIsOldEnoughToBeMissed) {
  Seen seen = calm;
  seen.tally.judged_up_to_date = 0;
  seen.next_grown_up = now + Seconds(11);
  EXPECT_EQ(told_by(rows::up_to_date_table, seen), set_to(True, "NoReplicas"));
  EXPECT_EQ(rows::up_to_date_table.decide(seen).wake, now + Seconds(11));
}

TEST(MachineSetUpToDate, DoesNotTakeAMachineForYoungThatTellsNoCreationTime) {
  Object machine;
  EXPECT_TRUE(outgrew_up_to_date_grace(machine, now));
  machine.created = now - up_to_date_grace;
  EXPECT_FALSE(outgrew_up_to_date_grace(machine, now));
  EXPECT_TRUE(outgrew_up_to_date_grace(machine, now + Seconds(1)));
}

// Remediating.

template <class Visit>
void every_illness(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.machines_collected = choose.flag();
    seen.tally.unhealthy = choose.one_of<std::int64_t>({0, 1, 2});
    if (seen.tally.unhealthy == 1) seen.unhealthy_names = "m1";
    if (seen.tally.unhealthy == 2) seen.unhealthy_names = "m1, m2";
    if (seen.tally.unhealthy > 0) seen.tally.to_be_remediated = choose.flag() ? 1 : 0;
    seen.remediating =
        choose.one_of({RemediatingRule::AnyUnhealthy, RemediatingRule::OnlyToBeRemediated});
    seen.outdated = choose.flag();
    visit(seen);
  });
}

Told remediating_ladder(const Seen& seen) {
  if (!seen.machines_collected) return not_collected();
  if (seen.tally.to_be_remediated > 0) return merge();
  if (seen.tally.unhealthy == 0) return set_to(False, "NotRemediating");
  std::string text =
      seen.tally.unhealthy == 1 ? "Machine m1 is not healthy" : "Machines m1, m2 are not healthy";
  text += seen.outdated ? " (remediation happens through the rollout of the MachineDeployment)"
                        : " (not to be remediated by MachineSet)";
  if (seen.remediating == RemediatingRule::AnyUnhealthy) return set_to(True, "Remediating", text);
  return set_to(False, "NotRemediating", text);
}

TEST(Remediating, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::remediating_table, [](auto visit) { every_illness(visit); }, remediating_ladder);
}

// Deleted.

TEST(MachineSetDeleted, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::deleted_table, [](auto visit) { every_count(visit); },
      [](const Seen& seen) {
        if (!seen.deleting()) return set_to(False, "NotDeleting");
        if (!seen.machines_collected) return not_collected();
        if (seen.tally.current == 0) return set_to(True, "Deleting", "Deletion completed");
        std::string text =
            format("Deleting {} Machine{}", seen.tally.current, seen.tally.current == 1 ? "" : "s");
        if (!seen.slow_deletions.empty()) text += "\n* " + std::string(slow);
        return set_to(True, "Deleting", text);
      });
}

}  // namespace
}  // namespace telltale::machineset
