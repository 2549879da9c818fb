// SPDX-License-Identifier: Apache-2.0
#include "catalog/owners/verdict.h"

#include <gtest/gtest.h>

#include "catalog/cluster/verdict.h"
#include "catalog/controlplane/verdict.h"
#include "catalog/engine/verdict_laws_for_test.h"
#include "catalog/machinedeployment/verdict.h"
#include "catalog/machinepool/verdict.h"
#include "catalog/machineset/verdict.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"

namespace telltale {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Instant long_before = ladders::now - hours(5);

Condition verdict_condition(std::string_view type, Status status, std::string_view reason) {
  return {.type = type, .status = status, .reason = reason, .last_transition = long_before};
}

// What the snapshots point to.
struct VerdictCast {
  Object owner = object_called("MachineSet", "owner");
  Object machine = object_called("Machine", "machine");
  Guidance guidance{};
  Condition well = verdict_condition("Available", Status::True, "Available");
  Condition bad = verdict_condition("Available", Status::False, "NotAvailable");
  Condition unclear = verdict_condition("Available", Status::Unknown, "AvailableUnknown");
  Condition deleted = verdict_condition("Deleted", Status::True, "Deleting");
  Condition scaling_up = verdict_condition("ScalingUp", Status::True, "ScalingUp");
  Condition rolling_out = verdict_condition("RollingOut", Status::True, "RollingOut");
  Condition broken =
      verdict_condition("InfrastructureReady", Status::False, "InvalidConditionReported");
  Condition part = verdict_condition("InfrastructureReady", Status::False, "NotReady");
  Condition probe = verdict_condition("RemoteConnectionProbe", Status::False, "ProbeFailed");
  Judged child{.object = &machine,
               .verdict = Verdict::Stuck,
               .cause = {.condition = "Ready",
                         .since = long_before - hours(1),
                         .because = &machine,
                         .guidance = &guidance}};
};

// Rows that only some kinds have.
struct Knows {
  bool templates = false;
  bool coming_up = false;
  bool connections = false;
};

// One of the things an owner may show.
void show_trouble(Choices& choose, const VerdictCast& cast, OwnerSeen& seen) {
  const Condition* all[] = {nullptr,       &cast.deleted,    &cast.bad,
                            &cast.unclear, &cast.scaling_up, &cast.rolling_out};
  seen.trouble = all[choose.below(std::size(all))];
  const bool is_root = seen.trouble == &cast.bad || seen.trouble == &cast.unclear;
  seen.root = is_root ? seen.trouble : &cast.well;
  if (seen.trouble == &cast.deleted) seen.deletion = seen.trouble;
  if (seen.trouble == &cast.unclear) seen.unclear_root = seen.trouble;
  if (is_root || seen.trouble == &cast.scaling_up) seen.waits = seen.trouble;
}

void show_connection(Choices& choose, const VerdictCast& cast, OwnerSeen& seen) {
  const bool is_root = seen.trouble != nullptr && seen.trouble == seen.root;
  if (!is_root) return;
  seen.part = choose.one_of({static_cast<const Condition*>(nullptr), &cast.part, &cast.probe});
  if (seen.part != &cast.probe) return;
  seen.theirs = false;
  seen.lost_connection = seen.part;
  seen.lost_since = seen.now - choose.one_of({Seconds(0), Seconds(minutes(45))});
  seen.connection_term = {seen.lost_since, minutes(45)};
}

auto every_owner(const VerdictCast& cast, Knows knows) {
  return [&cast, knows](auto visit) {
    every_choice([&](Choices& choose) {
      OwnerSeen seen{.now = ladders::now, .object = &cast.owner};
      if (choose.flag()) return visit(seen);
      show_trouble(choose, cast, seen);
      if (choose.flag()) seen.violation = &cast.broken;
      if (choose.flag()) seen.stuck = &cast.child;
      if (choose.flag()) seen.working = &cast.child;
      if (choose.flag()) seen.unknown = &cast.child;
      seen.theirs = choose.flag();
      seen.children_come_up = knows.coming_up && choose.flag();
      seen.template_missing = knows.templates && choose.flag();
      const Instant start = seen.now - choose.one_of({Seconds(0), Seconds(minutes(5)),
                                                      Seconds(minutes(15)) - Seconds(1),
                                                      Seconds(minutes(15)), Seconds(minutes(45))});
      seen.deletion_term = {start, minutes(15)};
      seen.template_term = {start, minutes(5)};
      seen.waiting_term = {start, minutes(45)};
      if (knows.connections) show_connection(choose, cast, seen);
      visit(seen);
    });
  };
}

VerdictTold blamed(const OwnerSeen& seen, Verdict verdict) {
  Cause cause = cause_of(*seen.trouble, *seen.object);
  const Judged* child = verdict == Verdict::Working   ? seen.working
                        : verdict == Verdict::Unknown ? seen.unknown
                                                      : nullptr;
  if (seen.theirs && child != nullptr) {
    cause.because = child->cause.because;
  } else if (seen.part != nullptr) {
    cause = cause_of(*seen.part, *seen.object);
    if (seen.lost_connection != nullptr) cause.since = seen.lost_since;
  }
  return verdict_told(verdict, cause);
}

// As it was decided before there were rows.
VerdictTold owner_ladder(const OwnerSeen& seen) {
  if (seen.root == nullptr) return verdict_told(Verdict::Unknown, {.because = seen.object});
  if (seen.stuck != nullptr) {
    Cause cause = cause_of(seen.trouble != nullptr ? *seen.trouble : *seen.root, *seen.object);
    if (seen.trouble == nullptr) cause.since = seen.stuck->cause.since;
    cause.because = seen.stuck->cause.because;
    cause.guidance = seen.stuck->cause.guidance;
    return verdict_told(Verdict::Stuck, cause);
  }
  if (seen.violation != nullptr) {
    return verdict_told(Verdict::Stuck, cause_of(*seen.violation, *seen.object));
  }
  if (seen.trouble == nullptr) return verdict_told(Verdict::Healthy);
  const Cause own = cause_of(*seen.trouble, *seen.object);
  if (seen.trouble->type == "Deleted") {
    return verdict_told(patient(seen.deletion_term, seen.now), own);
  }
  if (seen.template_missing) {
    const Verdict verdict = patient(seen.template_term, seen.now);
    return verdict_told(verdict, own);
  }
  const bool is_root = seen.trouble == seen.root;
  if (is_root && seen.trouble->status == Status::Unknown && !seen.children_come_up) {
    return blamed(seen, Verdict::Unknown);
  }
  const bool waits = is_root || seen.trouble->type == "ScalingUp";
  if (!waits) return blamed(seen, Verdict::Working);
  Verdict verdict = patient(seen.waiting_term, seen.now);
  if (verdict == Verdict::Working && seen.lost_connection != nullptr) {
    verdict = patient(seen.connection_term, seen.now);
  }
  return blamed(seen, verdict);
}

TEST(OwnerVerdict, KeepsTheLawsOfTables) {
  const VerdictCast cast;
  const auto workers = every_owner(cast, {.templates = true});
  expect_table_laws(machinedeployment::verdict_table, workers, owner_ladder);
  expect_table_laws(machinepool::verdict_table, workers, owner_ladder);
  expect_table_laws(controlplane::verdict_table, workers, owner_ladder);
}

TEST(OwnerVerdict, OfASetWaitsWithMachinesThatComeUp) {
  const VerdictCast cast;
  expect_table_laws(machineset::verdict_table,
                    every_owner(cast, {.templates = true, .coming_up = true}), owner_ladder);
}

TEST(OwnerVerdict, OfAClusterCountsFromTheLossOfItsConnection) {
  const VerdictCast cast;
  expect_table_laws(cluster::verdict_table, every_owner(cast, {.connections = true}), owner_ladder);
}

}  // namespace
}  // namespace telltale
