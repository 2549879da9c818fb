// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/machine_deployment.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "base/text.h"
#include "catalog/legacy/list.h"
#include "catalog/legacy/stored.h"
#include "catalog/machine/rollout.h"
#include "catalog/machinedeployment/strategy.h"
#include "convert/shapes.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

struct OwnedSet {
  const Judged* judged = nullptr;
  LegacyStatus status = {};

  std::int32_t replicas() const { return judged->counters.replicas.value_or(0); }
};

struct OwnedSets {
  std::vector<OwnedSet> sets;
  const OwnedSet* newest = nullptr;  // made as the deployment now wants it
  std::int32_t replicas = 0;
};

std::int32_t added(std::int32_t sum, std::int32_t one) {
  const std::int64_t total = std::int64_t{sum} + one;
  return static_cast<std::int32_t>(
      std::min<std::int64_t>(total, std::numeric_limits<std::int32_t>::max()));
}

// Of several sets that fit, the oldest one is kept.
const OwnedSet* find_newest(const std::vector<OwnedSet>& sets, const Object& deployment,
                            Instant now) {
  const OwnedSet* found = nullptr;
  const auto age = [](const OwnedSet& set) {
    const Object& object = *set.judged->object;
    return std::tie(object.created, object.key.name);
  };
  for (const OwnedSet& set : sets) {
    const auto rollout = machine::compare_templates(*set.judged->object, deployment);
    if (machine::differs(rollout, now)) continue;
    if (found == nullptr || age(set) < age(*found)) found = &set;
  }
  return found;
}

OwnedSets owned_sets(const JudgeContext& context, const Object& deployment, Arena& arena) {
  OwnedSets owned;
  const World& world = context.world;
  for (const std::uint32_t index :
       of_kind(world, world.owned_by(deployment), machine_set_kind.kind)) {
    const Judged* set = context.judged(index);
    if (set == nullptr) continue;
    owned.sets.push_back({set, legacy_status(context, *set, arena)});
    owned.replicas = added(owned.replicas, owned.sets.back().replicas());
  }
  owned.newest = find_newest(owned.sets, deployment, context.now);
  return owned;
}

bool were_collected(const World& world, const Object& deployment, const OwnedSets& owned) {
  if (!owned.sets.empty()) return true;
  if (deployment.body["status"]["replicas"].as_int().value_or(0) == 0) return true;
  return world.collected(
      {deployment.key.group, machine_set_kind.kind, deployment.key.namespace_name, {}, {}});
}

// A set that cannot count its Nodes leaves its deployment with what is stored.
void count_deployment_replicas(const OwnedSets& owned, LegacyCounters& counters) {
  counters.updated = owned.newest == nullptr ? 0 : owned.newest->replicas();
  std::int32_t ready = 0;
  std::int32_t available = 0;
  for (const OwnedSet& set : owned.sets) {
    const LegacyCounters& of_set = set.status.counters;
    if (!of_set.ready || !of_set.available) return;
    ready = added(ready, *of_set.ready);
    available = added(available, *of_set.available);
  }
  counters.ready = ready;
  counters.available = available;
  counters.unavailable = std::max(0, owned.replicas - available);
}

void set_deployment_available(const Object& deployment, std::int32_t replicas,
                              const LegacyCounters& counters, LegacyList& list) {
  if (!counters.available) return;
  const std::int64_t minimum =
      replicas - machinedeployment::read_strategy(deployment, replicas).max_unavailable;
  const std::int32_t available = *counters.available;
  if (available >= minimum) return list.set(good("Available"));
  list.set(bad(
      "Available", "WaitingForAvailableMachines", Warning,
      list.arena().keep(format("Minimum availability requires {} replicas, current {} available",
                               minimum, available))));
}

void set_set_ready(const OwnedSets& owned, LegacyList& list) {
  constexpr std::string_view type = "MachineSetReady";
  if (owned.newest == nullptr) {
    return list.set(bad(type, "WaitingForMachineSet", Info, "MachineSet not found"));
  }
  const LegacyCondition* ready = find_legacy(owned.newest->status.conditions, "Ready");
  if (ready == nullptr) return list.set(bad(type, "WaitingForMachineSet", Info));
  LegacyCondition mirrored = *ready;
  mirrored.condition.type = type;
  list.set(mirrored);
}

std::string_view phase_of_deployment(const Object& deployment, std::int32_t desired,
                                     std::int32_t current) {
  if (deployment.deleting() || current > desired) return "ScalingDown";
  return current < desired ? "ScalingUp" : "Running";
}

}  // namespace

LegacyStatus machine_deployment_status(const Kind&, const JudgeContext& context,
                                       const Judged& deployment, Arena& arena) {
  const Object& object = *deployment.object;
  LegacyStatus status = stored_status(object, arena);
  const auto replicas = shapes::small_number(object.body["spec"]["replicas"]);
  if (!replicas) {
    status.phase = "Unknown";
    return status;
  }
  const OwnedSets owned = owned_sets(context, object, arena);
  if (!were_collected(context.world, object, owned)) return status;

  count_deployment_replicas(owned, status.counters);
  status.phase = phase_of_deployment(object, *replicas, owned.replicas);
  LegacyList list(stored_conditions(object), context.now, arena);
  set_deployment_available(object, *replicas, status.counters, list);
  set_set_ready(owned, list);
  static constexpr std::array<SummaryType, 1> types{{{"Available"}}};
  list.set(summarize_legacy(list.view(), {.types = types}, arena));
  status.conditions = list.finish();
  return status;
}

}  // namespace telltale::legacy
