// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/incremental_judge.h"

#include <algorithm>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/check.h"
#include "catalog/cluster/start.h"
#include "catalog/engine/keep_judged.h"
#include "catalog/engine/members.h"
#include "catalog/engine/starts.h"
#include "catalog/healthcheck/totals.h"
#include "catalog/kinds.h"
#include "catalog/machine/judge_machine.h"

namespace telltale {
namespace {

// Of an object that is judged.
const Kind& kind_of(const Object& object) {
  const Kind* kind = judged_kind(object);
  check(kind != nullptr, "what stands judged is of a kind that is judged");
  return *kind;
}

}  // namespace

// Everything that stands: the judgements, and for each owner its Machines, added up.
class IncrementalJudge::Ledger {
 public:
  Ledger(World& world, const Settings& settings, Instant now);

  std::vector<const Judged*> replace(const Object& newer, Instant now);
  const Judgement& judgement() const { return judgement_; }

 private:
  using Targets = std::vector<healthcheck::Target>;

  // Those who count one Machine, in the order in which they are judged.
  std::vector<const Object*> owners_of(const Object& machine) const;
  void count(const Judged& machine);
  void discount(const Judged& machine);
  template <class Change>
  void change_owners(const Object& machine, Change change);

  Judged& item_of(const Object& object) { return judgement_.items[slots_.at(&object)]; }
  void put(Judged& item, Judged judged);
  void judge_again(const Object& machine);
  void conclude(const Object& machine);
  const Judged& judge_owner(const Object& owner);
  bool start_moved(const Object& cluster);
  // The health checks of a Cluster, each with whether it may have Machines replaced.
  using Allowances = std::vector<std::pair<const Object*, bool>>;
  Allowances allowances_of(const Object* cluster) const;
  std::vector<const Object*> turned_among(const Allowances& allowances) const;
  // Whom a changed Machine takes along: all Machines of a control plane that just started, and all
  // targets of a health check that may, or may no longer, have them replaced.
  std::vector<const Object*> followers_of(const Object& machine, bool started,
                                          const std::vector<const Object*>& turned) const;
  std::vector<const Judged*> conclude_all(const std::vector<const Object*>& machines);

  World& world_;
  const Settings& settings_;
  ControlPlaneStarts starts_;
  Judgement judgement_;
  std::vector<const Judged*> judged_of_;
  JudgeContext context_;
  absl::flat_hash_map<const Object*, std::size_t> slots_;
  absl::flat_hash_map<const Object*, std::unique_ptr<std::byte[]>> texts_;
  absl::flat_hash_map<const Object*, std::unique_ptr<MemberCounts>> members_;
  absl::flat_hash_map<const Object*, Targets> targets_;
  healthcheck::Totals totals_;
  Arena scratch_;
};

IncrementalJudge::Ledger::Ledger(World& world, const Settings& settings, Instant now)
    : world_(world),
      settings_(settings),
      starts_(control_plane_starts(world, settings, now)),
      judgement_(judge(world, settings, now)),
      judged_of_(world.objects().size(), nullptr),
      context_{world, settings, now, starts_, judged_of_} {
  for (std::size_t i = 0; i < judgement_.items.size(); ++i) {
    const Judged& item = judgement_.items[i];
    slots_[item.object] = i;
    judged_of_[world.index_of(*item.object)] = &item;
  }
  for (const Judged& item : judgement_.items) {
    const Kind& kind = kind_of(*item.object);
    if (kind.gather != nullptr) {
      members_[item.object] = kind.gather(kind, context_, *item.object);
    }
    if (kind.counted_by == nullptr) continue;
    Targets targets = healthcheck::targets_of(context_, *item.object, item.conditions);
    if (targets.empty()) continue;
    totals_.add(targets);
    targets_[item.object] = std::move(targets);
  }
}

std::vector<const Object*> IncrementalJudge::Ledger::owners_of(const Object& machine) const {
  const Kind& kind = kind_of(machine);
  check(kind.counted_by != nullptr, "only what others count can change by itself");
  return kind.counted_by(kind, context_.world, machine);
}

template <class Change>
void IncrementalJudge::Ledger::change_owners(const Object& machine, Change change) {
  for (const Object* owner : owners_of(machine)) {
    if (const auto found = members_.find(owner); found != members_.end()) {
      found->second->advance(context_.now);
      change(*found->second);
    }
  }
}

void IncrementalJudge::Ledger::count(const Judged& machine) {
  change_owners(*machine.object, [&](MemberCounts& members) { members.add(machine); });
}

void IncrementalJudge::Ledger::discount(const Judged& machine) {
  change_owners(*machine.object, [&](MemberCounts& members) { members.remove(machine); });
}

void IncrementalJudge::Ledger::put(Judged& item, Judged judged) {
  std::unique_ptr<std::byte[]> text = keep_text(judged);
  item = judged;
  texts_[item.object] = std::move(text);
  scratch_.clear();
}

// The Machine is in nobody's count while this runs.
void IncrementalJudge::Ledger::judge_again(const Object& machine) {
  ConditionWriter writer(settings_, context_.now, scratch_);
  put(item_of(machine), machine::judge_alone(context_, machine, writer));
  const auto before = targets_.find(&machine);
  if (before != targets_.end()) totals_.remove(before->second);
  Targets targets = healthcheck::targets_of(context_, machine, item_of(machine).conditions);
  totals_.add(targets);
  if (targets.empty()) {
    targets_.erase(&machine);
  } else {
    targets_[&machine] = std::move(targets);
  }
}

void IncrementalJudge::Ledger::conclude(const Object& machine) {
  ConditionWriter writer(settings_, context_.now, scratch_);
  Judged judged = item_of(machine);
  machine::conclude(context_, totals_, judged, writer);
  put(item_of(machine), judged);
}

const Judged& IncrementalJudge::Ledger::judge_owner(const Object& owner) {
  const Kind& kind = kind_of(owner);
  MemberCounts& members = *members_.at(&owner);
  members.advance(context_.now);
  ConditionWriter writer(settings_, context_.now, scratch_);
  put(item_of(owner), kind.judge(kind, {context_, owner, &members, writer}));
  return item_of(owner);
}

bool IncrementalJudge::Ledger::start_moved(const Object& cluster) {
  const ControlPlaneStart fresh =
      cluster::control_plane_start(context_.world, cluster, settings_, context_.now);
  ControlPlaneStart& incremental = starts_[&cluster];
  if (fresh.initialized == incremental.initialized) return false;
  incremental = fresh;
  return true;
}

IncrementalJudge::Ledger::Allowances IncrementalJudge::Ledger::allowances_of(
    const Object* cluster) const {
  Allowances allowances;
  if (cluster == nullptr) return allowances;
  const World& world = context_.world;
  for (const std::uint32_t index : healthcheck::checks_of_cluster(world, *cluster)) {
    const Object& one = world.objects()[index];
    allowances.emplace_back(&one, totals_.allows_remediation(one));
  }
  return allowances;
}

std::vector<const Object*> IncrementalJudge::Ledger::turned_among(
    const Allowances& allowances) const {
  std::vector<const Object*> turned;
  for (const auto& [one, allowed] : allowances) {
    if (totals_.allows_remediation(*one) != allowed) turned.push_back(one);
  }
  return turned;
}

std::vector<const Object*> IncrementalJudge::Ledger::followers_of(
    const Object& machine, bool started, const std::vector<const Object*>& turned) const {
  std::vector<const Object*> followers;
  const Object* cluster = context_.world.cluster_of(machine).object;
  if (cluster == nullptr || (!started && turned.empty())) return followers;
  const auto is_turned = [&](const healthcheck::Target& target) {
    return std::ranges::find(turned, target.check) != turned.end();
  };
  const World& world = context_.world;
  for (const std::uint32_t index : of_kind(world, world.members_of(*cluster), machine.key.kind)) {
    const Object& other = world.objects()[index];
    if (&other == &machine || context_.judged(index) == nullptr) continue;
    const auto targets = targets_.find(&other);
    const bool concerned =
        targets != targets_.end() && std::ranges::any_of(targets->second, is_turned);
    if (started || concerned) followers.push_back(&other);
  }
  return followers;
}

// Gives verdicts to Machines that nobody counts at the moment, and judges all who count them.
std::vector<const Judged*> IncrementalJudge::Ledger::conclude_all(
    const std::vector<const Object*>& machines) {
  std::vector<const Judged*> judged;
  std::vector<const Object*> owners;
  for (const Object* machine : machines) {
    conclude(*machine);
    count(item_of(*machine));
    judged.push_back(&item_of(*machine));
    for (const Object* owner : owners_of(*machine)) {
      const bool known = std::ranges::find(owners, owner) != owners.end();
      if (!known && members_.contains(owner)) owners.push_back(owner);
    }
  }
  std::ranges::stable_sort(owners, {}, [](const Object* owner) { return kind_of(*owner).stage; });
  for (const Object* owner : owners) judged.push_back(&judge_owner(*owner));
  return judged;
}

std::vector<const Judged*> IncrementalJudge::Ledger::replace(const Object& newer, Instant now) {
  const Object* machine = world_.find(newer.key).object;
  check(machine != nullptr && slots_.contains(machine),
        "only a Machine that stands judged can be replaced");
  context_.now = std::max(context_.now, now);
  // Its owners count it as it was, so it leaves them before it changes.
  discount(item_of(*machine));
  // Whether a Node goes with its Machine depends on whether any of the control plane stays.
  const bool plane_leaves =
      is_control_plane_machine(newer) && newer.deleting() != machine->deleting();
  world_.replace(newer);
  const Object* cluster = world_.cluster_of(*machine).object;
  const bool plane_starts = cluster != nullptr && start_moved(*cluster);
  const bool started = plane_starts || plane_leaves;
  const Allowances before = allowances_of(cluster);
  judge_again(*machine);

  std::vector<const Object*> changed{machine};
  for (const Object* other : followers_of(*machine, started, turned_among(before))) {
    discount(item_of(*other));
    if (started) judge_again(*other);
    changed.push_back(other);
  }
  return conclude_all(changed);
}

IncrementalJudge::IncrementalJudge(World& world, const Settings& settings, Instant now)
    : ledger_(std::make_unique<Ledger>(world, settings, now)) {}

IncrementalJudge::~IncrementalJudge() = default;

std::vector<const Judged*> IncrementalJudge::replace(const Object& newer, Instant now) {
  return ledger_->replace(newer, now);
}

const Judgement& IncrementalJudge::judgement() const { return ledger_->judgement(); }

}  // namespace telltale
