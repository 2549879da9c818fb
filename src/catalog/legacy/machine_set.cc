// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/machine_set.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalog/cluster_api/tie.h"
#include "catalog/legacy/nodes.h"
#include "catalog/legacy/owned.h"
#include "catalog/legacy/stored.h"
#include "catalog/machineset/preflight.h"
#include "convert/shapes.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

// Whether the Machine has all labels of its set's template; it may have more.
bool is_fully_labeled(const Object& machine, const json::Tree& labels) {
  return std::ranges::all_of(labels.members(), [&](const json::Member& wanted) {
    const std::string_view* value = machine.label(wanted.key);
    return value != nullptr && *value == wanted.value.as_string("");
  });
}

void count_set_replicas(const JudgeContext& context, const Object& set, const OwnedMachines& owned,
                        LegacyCounters& counters) {
  const json::Tree labels = set.body["spec"]["template"]["metadata"]["labels"];
  NodeCount nodes(context, home_of(set), min_ready_of(set));
  std::int32_t fully_labeled = 0;
  for (const OwnedMachine& machine : owned.machines) {
    const Object& object = *machine.judged->object;
    fully_labeled += is_fully_labeled(object, labels) ? 1 : 0;
    nodes.add_named(tie_of(context.world, object).node_name);
  }
  counters.fully_labeled = fully_labeled;
  if (!nodes.known() && owned.count() > 0) return;
  counters.ready = nodes.ready();
  counters.available = nodes.available();
}

struct Size {
  std::int32_t desired = 0;
  std::int32_t current = 0;
};

// The checks before a Machine is created, in one line.
std::string preflight_failures(const World& world, const Object& set) {
  const std::string lines(machineset::preflight_lines(world, set));  // outlives the loop
  std::string text;
  for (std::string_view line : split(lines, '\n')) {
    if (line.starts_with("* ")) line.remove_prefix(2);
    if (line.empty()) continue;
    if (!text.empty()) text += "; ";
    text += line;
  }
  return text;
}

// What went wrong while creating a Machine stands until there are enough of them.
void set_created(const JudgeContext& context, const Object& set, const Size& size,
                 LegacyList& list) {
  constexpr std::string_view type = "MachinesCreated";
  if (size.current >= size.desired) return list.set(good(type));
  const std::string failures = preflight_failures(context.world, set);
  if (failures.empty()) return;
  list.set(bad(type, "PreflightCheckFailed", Error, list.arena().keep(failures)));
}

// Resizing is over when the last Machine is there and its Node ready, not before.
void set_resized(const Size& size, const LegacyCounters& counters, LegacyList& list) {
  constexpr std::string_view type = "Resized";
  const auto describe = [&](std::string_view direction) {
    return list.arena().keep(format("Scaling {} MachineSet to {} replicas (actual {})", direction,
                                    size.desired, size.current));
  };
  if (size.current < size.desired) {
    list.set(bad(type, "ScalingUp", Warning, describe("up")));
  } else if (size.current > size.desired) {
    list.set(bad(type, "ScalingDown", Warning, describe("down")));
  } else if (counters.ready == size.current) {
    list.set(good(type));
  }
}

void summarize_set(LegacyList& list) {
  static constexpr std::array<SummaryType, 3> types{
      {{"MachinesCreated"}, {"Resized"}, {"MachinesReady"}}};
  list.set(summarize_legacy(list.view(), {.types = types}, list.arena()));
}

}  // namespace

LegacyStatus machine_set_status(const Kind&, const JudgeContext& context, const Judged& machine_set,
                                Arena& arena) {
  const Object& object = *machine_set.object;
  LegacyStatus status = stored_status(object, arena);
  const auto replicas = shapes::small_number(object.body["spec"]["replicas"]);
  const OwnedMachines owned = owned_machines(context, object, arena);
  if (!replicas || !owned.collected) return status;

  count_set_replicas(context, object, owned, status.counters);
  const Size size{.desired = object.deleting() ? 0 : *replicas, .current = owned.count()};
  LegacyList list(stored_conditions(object), context.now, arena);
  set_created(context, object, size, list);
  set_resized(size, status.counters, list);
  list.set(owned.machines.empty() ? good("MachinesReady") : machines_ready(owned, arena));
  summarize_set(list);
  status.conditions = list.finish();
  return status;
}

}  // namespace telltale::legacy
