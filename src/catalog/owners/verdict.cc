// SPDX-License-Identifier: Apache-2.0
#include "catalog/owners/verdict.h"

#include <algorithm>

#include "catalog/owners/patience.h"

namespace telltale {
namespace {

class OwnerVerdict {
 public:
  OwnerVerdict(Judged& judged, const OwnerFacts& facts, const Settings& settings, Instant now)
      : judged_(judged), facts_(facts), settings_(settings), now_(now), root_(get(facts.root)) {}

  void form();

 private:
  const Condition* get(std::string_view type) const {
    return find_in_either(judged_.conditions, judged_.object->key.kind, type, settings_.dialect);
  }
  const Condition* first_with(std::initializer_list<std::string_view> types, Status status) const {
    for (const std::string_view type : types) {
      const Condition* found = get(type);
      if (found != nullptr && found->status == status) return found;
    }
    return nullptr;
  }
  // What the owner itself shows of its trouble, most telling first; nothing: well and still.
  const Condition* own_trouble() const;
  const Condition* contract_violation() const;
  void blame(const Judged& child, const Condition* trouble);
  void wait(const Condition& trouble);
  bool is_made_of_children(const Condition& trouble) const;
  const Judged* child_with(Verdict verdict) const;

  Judged& judged_;
  const OwnerFacts& facts_;
  const Settings& settings_;
  Instant now_;
  const Condition* root_;
};

const Condition* OwnerVerdict::own_trouble() const {
  if (const auto* found = first_with({"Deleted", "ReplicaFailure"}, Status::True)) return found;
  if (root_->status != Status::True) return root_;
  const auto* moving =
      first_with({"ScalingUp", "ScalingDown", "Remediating", "RollingOut"}, Status::True);
  if (moving != nullptr) return moving;
  return first_with({"UpToDate", "ControlPlaneMachinesUpToDate", "WorkerMachinesUpToDate"},
                    Status::False);
}

// A provider that breaks the contract will go on breaking it: no amount of patience helps.
const Condition* OwnerVerdict::contract_violation() const {
  for (const std::string_view type :
       {"BootstrapConfigReady", "InfrastructureReady", "ControlPlaneAvailable"}) {
    const Condition* condition = get(type);
    if (condition != nullptr && condition->reason == "InvalidConditionReported") return condition;
  }
  return nullptr;
}

bool OwnerVerdict::is_made_of_children(const Condition& trouble) const {
  return std::ranges::any_of(facts_.made_of_children,
                             [&](std::string_view type) { return get(type) == &trouble; });
}

const Judged* OwnerVerdict::child_with(Verdict verdict) const {
  if (verdict == Verdict::Working) return facts_.working;
  return verdict == Verdict::Unknown ? facts_.unknown : nullptr;
}

// Where the owner itself shows nothing, it is Stuck for as long as the child is.
void OwnerVerdict::blame(const Judged& child, const Condition* trouble) {
  Cause cause = cause_of(trouble != nullptr ? *trouble : *root_, *judged_.object);
  if (trouble == nullptr && is_set(child.cause.since)) cause.since = child.cause.since;
  cause.because = child.cause.because;
  cause.guidance = child.cause.guidance;
  conclude(judged_, Verdict::Stuck, cause);
}

// Nothing is wrong with the owner itself: what it owns is not ready, too little, or being replaced.
void OwnerVerdict::wait(const Condition& trouble) {
  const Cause cause = cause_of(trouble, *judged_.object);
  const bool is_root = &trouble == root_;
  // Machines that are still coming up do not report yet either; their owner waits with them.
  const bool may_come_up =
      facts_.root == "MachinesReady" && facts_.unknown == nullptr && !facts_.childless;
  if (is_root && trouble.status == Status::Unknown && !may_come_up) {
    return conclude(judged_, Verdict::Unknown, cause);
  }
  const bool has_patience =
      is_root || &trouble == get("ScalingUp") || &trouble == get("ReplicaFailure");
  if (!has_patience) return conclude(judged_, Verdict::Working, cause);
  be_patient(judged_, cause, cause.since, settings_.patience.owner_not_ready, now_);
}

void OwnerVerdict::form() {
  if (root_ == nullptr) {
    judged_.cause = {.because = judged_.object};
    judged_.verdict = Verdict::Unknown;  // An owner that was paused before anybody judged it.
    return;
  }
  const Condition* trouble = own_trouble();
  if (facts_.stuck != nullptr) return blame(*facts_.stuck, trouble);
  if (const Condition* violation = contract_violation();
      violation != nullptr && !judged_.object->deleting()) {
    return conclude(judged_, Verdict::Stuck, cause_of(*violation, *judged_.object));
  }
  if (trouble == nullptr) {
    judged_.verdict = Verdict::Healthy;
    return;
  }
  const Cause cause = cause_of(*trouble, *judged_.object);
  if (trouble == get("Deleted")) {
    const Instant moved = std::max(judged_.object->deleted, facts_.deletion_moved);
    return be_patient(judged_, cause, moved, settings_.patience.deletion_stage, now_);
  }
  if (facts_.template_missing) {
    return be_patient(judged_, cause, cause.since, settings_.patience.missing_template, now_);
  }
  wait(*trouble);
  // As long as it is not Stuck by itself, such an owner only waits for a child that fares the same.
  const Judged* child = child_with(judged_.verdict);
  if (is_made_of_children(*trouble) && child != nullptr) {
    judged_.cause.because = child->cause.because;
  }
}

}  // namespace

void decide_owner_verdict(Judged& judged, const OwnerFacts& facts, const Settings& settings,
                          Instant now) {
  OwnerVerdict(judged, facts, settings, now).form();
}

}  // namespace telltale
