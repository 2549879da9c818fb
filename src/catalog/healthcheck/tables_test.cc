// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/tables.h"

#include <gtest/gtest.h>

#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::healthcheck {
namespace {

using ladders::now;
using laws::keep;
using laws::set_to;
using laws::Told;

using enum Status;
using std::chrono::minutes;

// Conditions that have been bad for four minutes, five (to the second), and an hour; each may be so
// for five minutes.
constexpr Symptom fresh{"Fresh", False, "Starting", now - minutes(4), minutes(5)};
constexpr Symptom at_the_limit{"Even", Unknown, "Stopped", now - minutes(5), minutes(5)};
constexpr Symptom stale{"Stale", False, "Broken", now - minutes(60), minutes(5)};
constexpr Symptom timeless{"Timeless", True, "Always", no_time, Seconds(0)};

constexpr Symptom only_fresh[] = {fresh};
constexpr Symptom only_even[] = {at_the_limit};
constexpr Symptom stale_and_fresh[] = {stale, fresh};
constexpr Symptom stale_and_timeless[] = {stale, timeless};

std::span<const Symptom> choose_symptoms(Choices& choose) {
  switch (choose.below(5)) {
    case 0:
      return only_fresh;
    case 1:
      return only_even;
    case 2:
      return stale_and_fresh;
    case 3:
      return stale_and_timeless;
    default:
      return {};
  }
}

template <class Visit>
void every_check(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen;
    seen.now = now;
    seen.checked = choose.flag();
    seen.check_name = "mhc";
    seen.node_name = "n1";
    if (!seen.checked) return visit(seen);
    seen.check_paused = choose.flag();
    seen.excepted_by = choose.one_of<std::string_view>({"", "cluster.x-k8s.io/skip-remediation"});
    seen.marked = choose.flag();
    seen.deleting = choose.flag();
    seen.control_plane = choose.flag();
    seen.plane_initialized = choose.flag();
    seen.infra_ready = choose.flag();
    seen.machine_symptoms = choose_symptoms(choose);
    seen.node = choose.one_of({NodeSight::NotLookedFor, NodeSight::Found, NodeSight::Gone,
                               NodeSight::OutOfReach, NodeSight::NotCollected});
    if (seen.node == NodeSight::Found) seen.node_symptoms = choose_symptoms(choose);
    if (seen.node == NodeSight::NotLookedFor) {
      seen.startup_timeout = choose.one_of<Seconds>({Seconds(0), minutes(10)});
      seen.startup_base =
          choose.one_of({no_time, now - minutes(9), now - minutes(10), now - minutes(11)});
    }
    visit(seen);
  });
}

// The ladder, written from the specification and not from the rows.

bool is_late(const Symptom& symptom, Instant at) {
  return !is_set(symptom.since) || at - symptom.since > symptom.timeout;
}

struct Findings {
  std::string lines = {};
  bool machine = false;
  bool node = false;
  bool later = false;
};

void look(std::span<const Symptom> symptoms, std::string_view where, Instant at, bool& failed,
          Findings& found) {
  for (const Symptom& symptom : symptoms) {
    if (!is_late(symptom, at)) {
      found.later = true;
      continue;
    }
    failed = true;
    found.lines += format(
        "\n  * Condition {} on {} is reporting status {} with reason {} for more "
        "than {}",
        symptom.type, where, to_text(symptom.status), symptom.reason,
        symptom.timeout == Seconds(0) ? "0s" : "5m0s");
  }
}

Told health_ladder(const Seen& seen) {
  if (!seen.checked || seen.check_paused || !seen.excepted_by.empty()) return keep();
  if (seen.marked) {
    return set_to(False, "HasRemediateAnnotation",
                  "Health check failed: marked for remediation via "
                  "cluster.x-k8s.io/remediate-machine annotation");
  }
  if (!seen.control_plane && !seen.plane_initialized) return keep();
  if (!seen.infra_ready || seen.node == NodeSight::OutOfReach) return keep();
  Findings found;
  look(seen.machine_symptoms, "Machine", seen.now, found.machine, found);
  std::string_view reason;
  if (seen.node == NodeSight::Gone) {
    reason = "NodeDeleted";
    found.lines += "\n  * Node n1 has been deleted";
  } else if (seen.node == NodeSight::NotLookedFor) {
    if (seen.startup_timeout > Seconds(0) && is_set(seen.startup_base)) {
      const bool late = seen.now - seen.startup_base > seen.startup_timeout;
      if (late) {
        reason = "NodeStartupTimeout";
        found.lines += "\n  * Node failed to report startup in 10m0s";
      }
      found.later = found.later || !late;
    }
  } else {
    look(seen.node_symptoms, "Node", seen.now, found.node, found);
    if (found.node) reason = "UnhealthyNode";
  }
  if (found.machine) reason = "UnhealthyMachine";
  if (!reason.empty()) return set_to(False, reason, "Health check failed:" + found.lines);
  if (found.later || seen.deleting || seen.node != NodeSight::Found) return keep();
  return set_to(True, "HealthCheckSucceeded");
}

TEST(HealthCheckSucceeded, KeepsTheLawsOfTables) {
  expect_table_laws(health_check_table, [](auto visit) { every_check(visit); }, health_ladder);
}

constexpr Condition stored(Status status, std::string_view reason) {
  return {.type = "OwnerRemediated", .status = status, .reason = reason};
}
constexpr Condition owner_waits = stored(False, "WaitingForRemediation");
constexpr Condition owner_done = stored(True, "Remediated");
constexpr Condition owner_lost = stored(Unknown, "InternalError");
constexpr Condition no_template = stored(False, "RemediationTemplateNotFound");

template <class Visit>
void every_request(Visit visit) {
  every_choice([&](Choices& choose) {
    Request seen{.now = now};
    seen.checked = choose.flag();
    seen.failing = choose.flag();
    seen.succeeded = !seen.failing && choose.flag();
    seen.allowed = choose.flag();
    seen.external = choose.flag();
    seen.external_template = choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
    seen.template_kind = "FixTemplate";
    seen.template_namespace = "default";
    seen.template_name = "fix";
    seen.deleting = choose.flag();
    seen.owner = choose.one_of<const Condition*>({nullptr, &owner_waits, &owner_done, &owner_lost});
    seen.externally = choose.one_of<const Condition*>({nullptr, &owner_waits, &no_template});
    visit(seen);
  });
}

Told owner_ladder(const Request& seen) {
  const bool stands_false = seen.owner != nullptr && seen.owner->status == False;
  if (seen.checked && seen.succeeded && stands_false) return {.act = Act::Remove};
  const bool nobody_answered = seen.owner == nullptr || seen.owner->status == True;
  if (seen.checked && seen.failing && seen.allowed && !seen.external && !seen.deleting &&
      nobody_answered) {
    return set_to(False, "WaitingForRemediation", "Waiting for remediation");
  }
  return keep();
}

Told external_ladder(const Request& seen) {
  const bool unasked = seen.externally == nullptr || seen.externally == &no_template;
  if (!seen.checked || !seen.failing || !seen.external || !seen.allowed || !unasked) return keep();
  if (seen.external_template == Sight::Absent) {
    return set_to(False, "RemediationTemplateNotFound",
                  "Error retrieving remediation template FixTemplate default/fix");
  }
  return set_to(False, "WaitingForRemediation");
}

TEST(OwnerRemediated, KeepsTheLawsOfTables) {
  expect_table_laws(owner_remediated_table, [](auto visit) { every_request(visit); }, owner_ladder);
}

TEST(ExternallyRemediated, KeepsTheLawsOfTables) {
  expect_table_laws(
      externally_remediated_table, [](auto visit) { every_request(visit); }, external_ladder);
}

TEST(HealthCheckSucceeded, WakesAtTheFirstTimeoutThatEnds) {
  Seen seen;
  seen.now = now;
  seen.checked = seen.plane_initialized = seen.infra_ready = true;
  seen.node = NodeSight::Found;
  EXPECT_EQ(health_check_table.decide(seen).wake, no_time);
  seen.node_symptoms = only_fresh;
  EXPECT_EQ(health_check_table.decide(seen).wake, now + minutes(1) + Seconds(1));
  seen.machine_symptoms = only_even;
  EXPECT_EQ(health_check_table.decide(seen).wake, now + Seconds(1));
}

}  // namespace
}  // namespace telltale::healthcheck
