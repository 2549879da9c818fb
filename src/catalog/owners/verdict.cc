// SPDX-License-Identifier: Apache-2.0
#include "catalog/owners/verdict.h"

#include <algorithm>

#include "catalog/names.h"

namespace telltale {
namespace {

class OwnerConditions {
 public:
  OwnerConditions(const Judged& judged, const Dialect& dialect)
      : judged_(judged), dialect_(dialect) {}

  const Condition* get(std::string_view type) const {
    return find_in_either(judged_.conditions, judged_.object->key.kind, type, dialect_);
  }
  const Condition* first_with(std::initializer_list<std::string_view> types, Status status) const {
    for (const std::string_view type : types) {
      const Condition* found = get(type);
      if (found != nullptr && found->status == status) return found;
    }
    return nullptr;
  }

 private:
  const Judged& judged_;
  const Dialect& dialect_;
};

// What the owner itself shows of its trouble, most telling first; nothing: well and still.
const Condition* own_trouble(const OwnerConditions& conditions, const Condition& root) {
  const auto* ends = conditions.first_with({"Deleted", "ReplicaFailure"}, Status::True);
  if (ends != nullptr) return ends;
  if (root.status != Status::True) return &root;
  const auto* moves = conditions.first_with(
      {"ScalingUp", "ScalingDown", "Remediating", "RollingOut"}, Status::True);
  if (moves != nullptr) return moves;
  return conditions.first_with(
      {"UpToDate", "ControlPlaneMachinesUpToDate", "WorkerMachinesUpToDate"}, Status::False);
}

// A provider that breaks the contract will go on breaking it: no amount of patience helps.
const Condition* find_violation(const OwnerConditions& conditions) {
  for (const std::string_view type :
       {"BootstrapConfigReady", "InfrastructureReady", "ControlPlaneAvailable"}) {
    const Condition* condition = conditions.get(type);
    if (condition != nullptr && condition->reason == "InvalidConditionReported") return condition;
  }
  return nullptr;
}

// Points to the deepest object in trouble, and to what that says.
void point_below(Cause& cause, const Judged& child) {
  cause.because = child.cause.because;
  cause.below = child.cause.below.empty() ? child.cause.message : child.cause.below;
}

// The owner's trouble is theirs: such an owner waits for a child that fares the same.
Cause blame_child(const OwnerSeen& seen, const Judged* child) {
  if (!seen.theirs || child == nullptr) return blame_own_trouble(seen);
  Cause cause = cause_of(*seen.trouble, *seen.object);
  point_below(cause, *child);
  return cause;
}

}  // namespace

OwnerSeen observe_owner(const Judged& judged, const OwnerFacts& facts, const Settings& settings,
                        Instant now) {
  const OwnerConditions conditions(judged, settings.dialect);
  OwnerSeen seen{.now = now, .object = judged.object, .root = conditions.get(facts.root)};
  if (seen.root == nullptr) return seen;
  if (!judged.object->deleting()) seen.violation = find_violation(conditions);
  seen.stuck = facts.stuck;
  seen.working = facts.working;
  seen.unknown = facts.unknown;
  seen.children_come_up = facts.children_come_up;
  seen.template_missing = facts.template_missing;
  const Condition* trouble = own_trouble(conditions, *seen.root);
  if (trouble == nullptr) return seen;
  seen.trouble = trouble;
  if (trouble == conditions.get("Deleted")) seen.deletion = trouble;
  const bool is_root = trouble == seen.root;
  if (is_root && trouble->status == Status::Unknown) seen.unclear_root = trouble;
  const bool waits = is_root || trouble == conditions.get("ScalingUp") ||
                     trouble == conditions.get("ReplicaFailure");
  if (waits) seen.waits = trouble;
  seen.theirs = std::ranges::any_of(facts.made_of_children, [&](std::string_view type) {
    return conditions.get(type) == trouble;
  });
  const Patience& patience = settings.patience;
  const Instant since = trouble->last_transition;
  const Instant moved = std::max(judged.object->deleted, facts.deletion_moved);
  seen.deletion_term = term_from(moved, patience.deletion_stage, now);
  seen.template_term = term_from(since, patience.missing_template, now);
  seen.waiting_term = term_from(since, patience.owner_not_ready, now);
  return seen;
}

Cause blame_nothing_told(const OwnerSeen& seen) { return {.because = seen.object}; }

// Where the owner itself shows nothing, it is Stuck for as long as the child is.
Cause blame_stuck_child(const OwnerSeen& seen) {
  const Judged& child = *seen.stuck;
  Cause cause = cause_of(seen.trouble != nullptr ? *seen.trouble : *seen.root, *seen.object);
  if (seen.trouble == nullptr && is_set(child.cause.since)) cause.since = child.cause.since;
  point_below(cause, child);
  cause.guidance = child.cause.guidance;
  return cause;
}

Cause blame_violation(const OwnerSeen& seen) { return cause_of(*seen.violation, *seen.object); }

// A summary is trouble of its parts, of which the first tells more.
Cause blame_own_trouble(const OwnerSeen& seen) {
  Cause cause = cause_of(seen.part != nullptr ? *seen.part : *seen.trouble, *seen.object);
  if (seen.lost_connection != nullptr) cause.since = seen.lost_since;
  return cause;
}

Cause blame_working_child(const OwnerSeen& seen) { return blame_child(seen, seen.working); }
Cause blame_unknown_child(const OwnerSeen& seen) { return blame_child(seen, seen.unknown); }

}  // namespace telltale
