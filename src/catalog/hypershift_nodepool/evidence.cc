// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/evidence.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "catalog/machinedeployment/strategy.h"
#include "catalog/owners/patience.h"
#include "condition/set.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

using json::Tree;

// The first is the one that is known for longest; of two that are as old, the first by name.
void join(Finding& finding, const Trouble& trouble) {
  const auto order = [](const Trouble& one) { return std::tuple(one.since, one.on->key.name); };
  finding.share = finding.share == Share::None ? Share::One : Share::Some;
  if (!finding.sighting.seen || order(trouble) < order(finding.first)) finding.first = trouble;
  finding.sighting = {.seen = true, .since = earlier(finding.sighting.since, trouble.since)};
}

// The Machines that must still become ready, with what is wrong with them.
class Machines {
 public:
  Machines(const JudgeContext& context, const Facts& facts, Evidence& evidence)
      : context_(context), facts_(facts), evidence_(evidence) {}

  void read() {
    for (const Object* machine : facts_.machines) {
      if (machine->deleting()) continue;
      ++total_;
      if (!has_node(*machine) || !is_ready(*machine)) read_one(*machine);
    }
    for (const Object* set : facts_.sets) read_set(*set);
    weigh_capacity();
    for (const Class one : all_classes) {
      Finding& finding = evidence_.findings[one];
      if (is_of_machines(one) && finding.share == Share::Some && carriers_[one] == total_) {
        finding.share = Share::All;
      }
    }
  }

 private:
  Seconds patience() const { return context_.settings.progressing.insufficient_capacity; }

  void read_one(const Object& machine) {
    const auto trouble = trouble_of_machine(context_.world, machine, facts_.platform, context_.now);
    if (trouble) {
      join(evidence_.findings[trouble->failure], *trouble);
      ++carriers_[trouble->failure];
    }
    const bool lacks_capacity = trouble && trouble->lacks_capacity;
    if (machine.created > context_.now - patience()) {
      // A young Machine has no say, until it is old.
      if (!lacks_capacity) evidence_.turns.push_back(machine.created + patience());
      return;
    }
    if (!lacks_capacity) {
      others_wait_ = true;
    } else if (trouble->failure == Class::Capacity) {
      all_since_ = std::max(all_since_, trouble->since);
    }
  }

  void read_set(const Object& set) {
    if (shapes::small_number(set.body["spec"]["replicas"]) == 0) return;
    const auto trouble = trouble_of_set(set, facts_.platform, context_.now);
    if (!trouble) return;
    const Share machines = evidence_.findings[trouble->failure].share;
    join(evidence_.findings[trouble->failure], *trouble);
    // It is the share of Machines that is told.
    evidence_.findings[trouble->failure].share = machines;
  }

  // A pool that lacks capacity in one place while it grows in another is not stalled: every Machine
  // that is old enough must lack it, and the pool stands still since the last of them does.
  void weigh_capacity() {
    Finding& capacity = evidence_.findings[Class::Capacity];
    evidence_.others_wait = others_wait_;
    if (!capacity.sighting.seen) {
      evidence_.turns.clear();
    } else if (others_wait_) {
      capacity = {};
      evidence_.turns.clear();
    } else if (is_set(all_since_)) {
      capacity.sighting.since = all_since_;
    }
  }

  const JudgeContext& context_;
  const Facts& facts_;
  Evidence& evidence_;
  PerClass<std::size_t> carriers_ = {};
  std::size_t total_ = 0;
  bool others_wait_ = false;
  Instant all_since_ = no_time;
};

// The earliest time at which one of the conditions turned False; no_time when none is.
Instant false_since(Conditions conditions, std::span<const std::string_view> types,
                    Instant created) {
  Instant since = no_time;
  for (const std::string_view type : types) {
    if (!is_false(conditions, type)) continue;
    since = earlier(since, std::max(last_transition_of(conditions, type), created));
  }
  return since;
}

// Since when at least `missing` replicas were lacking, as far as Machines tell: one that never got
// a Node has not been available since it was created. Nobody knows when there are fewer of them.
Instant lacking_since(const Facts& facts, std::int64_t missing) {
  std::vector<Instant> born;
  for (const Object* machine : facts.machines) {
    const bool waits = !machine->deleting() && !has_node(*machine) && is_set(machine->created);
    if (waits) born.push_back(machine->created);
  }
  std::ranges::sort(born);
  const auto last = static_cast<std::size_t>(std::max<std::int64_t>(missing, 1));
  return born.size() < last ? no_time : born[last - 1];
}

// Its own controller is the best witness, and the old list is written by nobody else. Our own
// judgement rests on Nodes, which are in another cluster and were often not collected, so the pool
// must lack replicas by its own count as well.
Sighting see_deployment(const JudgeContext& context, const Facts& facts) {
  constexpr std::string_view available[] = {"Available"};
  const Object& deployment = *facts.workload.object;
  const Conditions legacy = shapes::legacy_conditions(deployment);
  const Judged* judged = context.judged(deployment);
  const Conditions current =
      judged != nullptr ? judged->conditions : shapes::conditions(deployment);
  const bool lacks = facts.work.available.value_or(0) < facts.work.desired.value_or(0);
  const bool is_told = has_condition(legacy, "Available");
  Sighting sighting{
      .seen = is_told ? is_false(legacy, "Available") : lacks && is_false(current, "Available"),
      .since = earlier(false_since(legacy, available, deployment.created),
                       false_since(current, available, deployment.created))};
  // Where nobody has told yet, the Machines that wait tell. A rollout makes more than are wanted,
  // so that others may have been available meanwhile.
  const bool was_told = is_told || has_condition(shapes::conditions(deployment), "Available");
  const std::int32_t desired = facts.work.desired.value_or(0);
  if (sighting.seen && !was_told && facts.work.existing <= desired) {
    const auto strategy = machinedeployment::read_strategy(deployment, desired);
    const Instant waits = lacking_since(facts, strategy.max_unavailable + 1);
    sighting.since = earlier(sighting.since, waits);
  }
  return sighting;
}

// A MachineSet has no condition about availability; its counters tell, and what it says about its
// Machines proves since when.
Sighting see_set(const Facts& facts, const Object& set) {
  constexpr std::string_view tells_since[] = {"Available", "Ready", "MachinesReady"};
  const Tree status = set.body["status"];
  const auto counted = shapes::small_number(status["v1beta2"]["availableReplicas"]);
  const std::int32_t available =
      counted.value_or(shapes::small_number(status["availableReplicas"]).value_or(0));
  const auto wanted = shapes::small_number(set.body["spec"]["replicas"]);
  if (available >= wanted.value_or(0)) return {};
  const Instant told =
      earlier(false_since(shapes::legacy_conditions(set), tells_since, set.created),
              false_since(shapes::conditions(set), tells_since, set.created));
  return {.seen = true, .since = is_set(told) ? told : lacking_since(facts, 1)};
}

void see_workload(const JudgeContext& context, const Facts& facts, Evidence& evidence) {
  const Object* workload = facts.workload.object;
  if (workload == nullptr || workload->deleting() || facts.work.desired.value_or(0) == 0) return;
  // Such a rollout waits for a human by design.
  const bool rolls = facts.work.updates_version || facts.work.updates_machines;
  if (facts.waits_for_human && rolls) return;
  Finding& finding = evidence.findings[Class::Deployment];
  finding.sighting = facts.in_place ? see_set(facts, *workload) : see_deployment(context, facts);
  finding.first.on = workload;
}

// Conditions whose False makes HyperShift stop before it has looked at anything else. The one that
// stands for longest is named; those about an older spec only where there is no other.
void see_blocker(const Facts& facts, Evidence& evidence) {
  constexpr std::string_view stopping[] = {"ValidReleaseImage", "ValidMachineConfig",
                                           "UpdateManagementEnabled", "ValidArchPlatform"};
  for (const std::string_view type : stopping) {
    const Condition* condition = find_condition(facts.conditions(), type);
    if (condition == nullptr || condition->status != Status::False) continue;
    const bool is_now = !is_stale(*facts.pool, *condition);
    const bool is_older = evidence.blocker == nullptr ||
                          condition->last_transition < evidence.blocker->last_transition;
    if (is_now == evidence.blocked_now ? !is_older : !is_now) continue;
    evidence.blocked_now = is_now;
    evidence.blocker = condition;
  }
  if (evidence.blocker == nullptr) return;
  evidence.findings[Class::Blocked].sighting = {.seen = true,
                                                .since = evidence.blocker->last_transition};
}

// The first condition that tells of an upgrade in place which failed for good.
void see_inplace(const Facts& facts, Evidence& evidence) {
  for (const std::string_view type : {"UpdatingVersion", "UpdatingConfig"}) {
    const Condition* condition = find_condition(facts.conditions(), type);
    if (condition == nullptr || condition->status != Status::False) continue;
    if (condition->reason != "InplaceUpgradeFailed" || evidence.inplace != nullptr) continue;
    evidence.inplace = condition;
    evidence.findings[Class::Controller].sighting = {.seen = true,
                                                     .since = condition->last_transition};
  }
}

// For how long one Event was told: it is repeated as long as what it tells goes on.
struct Told {
  Instant first = no_time;
  Instant last = no_time;
  std::string_view message = {};
};

Told told_by(const Object& event) {
  const Tree body = event.body;
  const Instant begun = shapes::time(body["eventTime"]);
  Told told{.first = shapes::time(body["firstTimestamp"]),
            .last = std::max({shapes::time(body["lastTimestamp"]), begun,
                              shapes::time(body["series"]["lastObservedTime"])}),
            .message = body["message"].as_string("")};
  if (!is_set(told.first)) told.first = is_set(begun) ? begun : told.last;
  return told;
}

// HyperShift emits an Event for every reconciliation that fails; one that goes on is repeated, and
// one whose text changes is followed by another. They tell one failure as long as no gap between
// them is longer than a failure may be out of sight.
void see_events(const JudgeContext& context, const Facts& facts, Evidence& evidence) {
  const Seconds absence = context.settings.progressing.absence;
  std::vector<Told> all;
  for (const std::uint32_t index : context.world.about(*facts.pool)) {
    const Object& event = context.world.objects()[index];
    if (event.body["reason"].as_string("") != "ReconcileError") continue;
    // About another pool of that name, which is gone.
    const std::string_view uid = event.body["involvedObject"]["uid"].as_string("");
    if (!uid.empty() && !facts.pool->uid.empty() && uid != facts.pool->uid) continue;
    const Told told = told_by(event);
    if (is_set(told.last)) all.push_back(told);
  }
  std::ranges::sort(all, std::greater<>(), [](const Told& told) { return told.last; });
  if (all.empty() || all.front().last + absence <= context.now) return;
  Finding& finding = evidence.findings[Class::Controller];
  evidence.turns.push_back(all.front().last + absence);
  Told oldest = all.front();
  for (const Told& told : all) {
    if (told.last + absence < oldest.first) break;
    if (told.first < oldest.first) oldest = told;
  }
  evidence.reconcile_error = oldest.message;
  finding.sighting = {.seen = true, .since = earlier(finding.sighting.since, oldest.first)};
}

}  // namespace

PerClass<Sighting> Evidence::sightings() const {
  PerClass<Sighting> all;
  for (const Class one : all_classes) all[one] = findings[one].sighting;
  return all;
}

Evidence gather_evidence(const JudgeContext& context, const Facts& facts) {
  Evidence evidence;
  if (facts.automated) {
    Machines(context, facts, evidence).read();
    see_workload(context, facts, evidence);
  }
  see_blocker(facts, evidence);
  see_inplace(facts, evidence);
  see_events(context, facts, evidence);
  return evidence;
}

}  // namespace telltale::hypershift_nodepool
