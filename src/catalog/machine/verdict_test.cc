// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/verdict_table.h"

#include <gtest/gtest.h>

#include "catalog/engine/verdict_laws_for_test.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"

namespace telltale::machine {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Instant long_before = ladders::now - hours(5);

Condition verdict_condition(std::string_view type, Status status, std::string_view reason) {
  return {.type = type, .status = status, .reason = reason, .last_transition = long_before};
}

// What the snapshots point to.
struct VerdictCast {
  Object machine = object_called("Machine", "m1");
  Condition deleted = verdict_condition("Deleted", Status::True, "DrainingNode");
  Condition ready = verdict_condition("Ready", Status::True, "Ready");
  Condition old = verdict_condition("UpToDate", Status::False, "NotUpToDate");
  Condition broken =
      verdict_condition("BootstrapConfigReady", Status::False, "InvalidConditionReported");
  Condition bad = verdict_condition("InfrastructureReady", Status::False, "NotReady");
  Condition unclear = verdict_condition("NodeHealthy", Status::Unknown, "InspectionFailed");
};

auto every_machine(const VerdictCast& cast) {
  return [&cast](auto visit) {
    every_choice([&](Choices& choose) {
      VerdictSeen seen{.now = ladders::now, .object = &cast.machine};
      if (choose.flag()) seen.deletion = &cast.deleted;
      if (choose.flag()) seen.ready = &cast.ready;
      if (choose.flag()) seen.outdated = &cast.old;
      if (choose.flag()) seen.violation = &cast.broken;
      seen.has_node_ref = choose.flag();
      if (choose.flag()) {
        seen.has_issue = choose.flag();
        seen.trouble = seen.has_issue ? &cast.bad : &cast.unclear;
        seen.cannot_tell = !seen.has_issue && choose.flag();
        seen.will_be_replaced = choose.flag();
        seen.refused = !seen.will_be_replaced && choose.flag();
        seen.provider_fails = choose.flag();
      }
      const Instant start =
          seen.now - choose.one_of({Seconds(0), Seconds(minutes(10)), Seconds(minutes(15)),
                                    Seconds(minutes(20)), Seconds(minutes(30)) - Seconds(1),
                                    Seconds(minutes(30))});
      seen.stage_term = {start, minutes(15)};
      seen.provider_term = {start, minutes(30)};
      seen.node_term = {start, minutes(20)};
      seen.trouble_term = {start, minutes(10)};
      seen.stage_since = start;
      seen.without_node_since = long_before + hours(1);
      seen.troubled_since = long_before + hours(2);
      visit(seen);
    });
  };
}

// Of a Machine that is not Ready, as it was decided before there were rows.
VerdictTold not_ready_ladder(const VerdictSeen& seen) {
  if (seen.violation != nullptr) {
    return verdict_told(Verdict::Stuck, cause_of(*seen.violation, *seen.object));
  }
  if (seen.trouble == nullptr) return verdict_told(Verdict::Unknown, {.because = seen.object});
  Cause cause = cause_of(*seen.trouble, *seen.object);
  if (!seen.has_issue && (seen.has_node_ref || seen.cannot_tell)) {
    return verdict_told(Verdict::Unknown, cause);
  }
  if (seen.will_be_replaced) return verdict_told(Verdict::Working, cause);
  if (seen.refused) {
    cause.guidance = &guidance_for("Machine", "HealthCheckSucceeded", "TooManyUnhealthy");
  }
  if (seen.provider_fails) return verdict_told(patient(seen.provider_term, seen.now), cause);
  cause.since = seen.has_node_ref ? seen.troubled_since : seen.without_node_since;
  return verdict_told(patient(seen.has_node_ref ? seen.trouble_term : seen.node_term, seen.now),
                      cause);
}

VerdictTold machine_ladder(const VerdictSeen& seen) {
  if (seen.deletion != nullptr) {
    Cause cause = cause_of(*seen.deletion, *seen.object);
    cause.since = seen.stage_since;
    return verdict_told(patient(seen.stage_term, seen.now), cause);
  }
  if (seen.ready == nullptr) return not_ready_ladder(seen);
  if (seen.outdated == nullptr) return verdict_told(Verdict::Healthy);
  return verdict_told(Verdict::Working, cause_of(*seen.outdated, *seen.object));
}

TEST(MachineVerdict, KeepsTheLawsOfTables) {
  const VerdictCast cast;
  expect_table_laws(verdict_rows::verdict_table, every_machine(cast), machine_ladder);
}

}  // namespace
}  // namespace telltale::machine
