// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/owned.h"

#include <algorithm>

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

OwnedMachines owned_machines(const JudgeContext& context, const Object& owner, Arena& arena) {
  OwnedMachines owned;
  const World& world = context.world;
  for (const std::uint32_t index : of_kind(world, world.owned_by(owner), machine_kind.kind)) {
    const Judged* machine = context.judged(index);
    if (machine == nullptr) continue;
    owned.machines.push_back({machine, legacy_status(context, *machine, arena).conditions});
  }
  const bool claims_some = owner.body["status"]["replicas"].as_int().value_or(0) > 0;
  const Key place{machine_kind.group, machine_kind.kind, owner.key.namespace_name, {}, {}};
  owned.collected = !owned.machines.empty() || !claims_some || world.collected(place);
  return owned;
}

std::optional<LegacyCondition> machines_ready(const OwnedMachines& owned, Arena& arena) {
  std::vector<Source> sources;
  sources.reserve(owned.machines.size());
  for (const OwnedMachine& machine : owned.machines) {
    Source source{.kind = machine_kind.kind, .name = machine.judged->object->key.name};
    if (const LegacyCondition* ready = find_legacy(machine.conditions, "Ready")) {
      source.ready = *ready;
    }
    sources.push_back(source);
  }
  return aggregate("MachinesReady", sources, arena);
}

std::int32_t count_ready(const OwnedMachines& owned) {
  return static_cast<std::int32_t>(
      std::ranges::count_if(owned.machines, [](const OwnedMachine& machine) {
        const LegacyCondition* ready = find_legacy(machine.conditions, "Ready");
        return ready != nullptr && ready->condition.status == Status::True;
      }));
}

}  // namespace telltale::legacy
