// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/explain_parts.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/engine/members.h"
#include "catalog/kinds.h"
#include "condition/merge.h"
#include "condition/set.h"

namespace telltale {
namespace {

Part part_of(std::string label, const Condition* condition, Polarity polarity) {
  if (condition == nullptr) {
    return {.label = std::move(label),
            .condition = {.reason = not_yet_reported, .message = "Condition not yet reported"},
            .reported = false,
            .good = false};
  }
  return {.label = std::move(label),
          .condition = *condition,
          .good = priority_of(*condition, polarity) == Priority::Info};
}

struct Choice {
  std::string_view owner_condition;
  std::string_view source;
  bool (*takes_part)(const Judged& machine, Instant now);
};

bool always(const Judged&, Instant) { return true; }
bool of_control_plane(const Judged& machine, Instant) {
  return is_control_plane_machine(*machine.object);
}
bool of_workers(const Judged& machine, Instant now) { return !of_control_plane(machine, now); }
bool tells_up_to_date(const Judged& machine, Instant now) {
  return find_condition(machine.conditions, "UpToDate") != nullptr ||
         outgrew_up_to_date_grace(*machine.object, now);
}
bool waits_for_remediation(const Judged& machine, Instant) {
  return is_false(machine.conditions, "HealthCheckSucceeded") &&
         is_false(machine.conditions, "OwnerRemediated");
}

constexpr Choice choices[] = {
    {"MachinesReady", "Ready", always},
    {"ControlPlaneMachinesReady", "Ready", of_control_plane},
    {"WorkerMachinesReady", "Ready", of_workers},
    {"UpToDate", "UpToDate", tells_up_to_date},
    {"ControlPlaneMachinesUpToDate", "UpToDate",
     [](const Judged& machine, Instant now) {
       return of_control_plane(machine, now) && tells_up_to_date(machine, now);
     }},
    {"WorkerMachinesUpToDate", "UpToDate",
     [](const Judged& machine, Instant now) {
       return of_workers(machine, now) && tells_up_to_date(machine, now);
     }},
    {"Remediating", "OwnerRemediated", waits_for_remediation},
};

}  // namespace

std::vector<const Judged*> machines_among(const JudgeContext& context,
                                          std::span<const std::uint32_t> indexes) {
  std::vector<const Judged*> machines;
  for (const std::uint32_t index : of_kind(context.world, indexes, machine_kind.kind)) {
    if (const Judged* machine = context.judged(index); machine != nullptr) {
      machines.push_back(machine);
    }
  }
  return machines;
}

std::vector<const Judged*> machines_below(const JudgeContext& context, const Object& owner) {
  const World& world = context.world;
  const auto owned = world.owned_by(owner);
  std::vector<const Judged*> machines = machines_among(context, owned);
  for (const std::uint32_t set : of_kind(world, owned, machine_set_kind.kind)) {
    const auto of_set = machines_among(context, world.owned_by(world.objects()[set]));
    machines.insert(machines.end(), of_set.begin(), of_set.end());
  }
  return machines;
}

std::vector<Part> parts_of_summary(Conditions conditions, std::span<const SummaryType> types,
                                   std::span<const std::string_view> may_be_missing) {
  std::vector<Part> parts;
  for (const SummaryType& type : types) {
    const Condition* condition = find_condition(conditions, type.type);
    if (!type.refusal.empty()) {
      Condition refused = condition != nullptr ? *condition : Condition{};
      refused.message = type.refusal;
      parts.push_back(
          {.label = std::string(type.type), .condition = refused, .reported = true, .good = false});
      continue;
    }
    const bool optional = std::ranges::find(may_be_missing, type.type) != may_be_missing.end();
    if (condition == nullptr && optional) continue;
    parts.push_back(part_of(std::string(type.type), condition, type.polarity));
  }
  return parts;
}

std::vector<Part> parts_of_objects(std::span<const Judged* const> objects,
                                   std::string_view condition, Polarity polarity) {
  std::vector<Part> parts;
  for (const Judged* one : objects) {
    const Key& key = one->object->key;
    parts.push_back(part_of(format("{} {}", key.kind, key.name),
                            find_condition(one->conditions, condition), polarity));
  }
  return parts;
}

std::vector<Part> parts_of_machines(const JudgeContext& context,
                                    std::vector<const Judged*> machines,
                                    std::string_view condition) {
  const auto choice = std::ranges::find(choices, condition, &Choice::owner_condition);
  if (choice == std::end(choices)) return {};
  std::erase_if(machines,
                [&](const Judged* one) { return !choice->takes_part(*one, context.now); });
  return parts_of_objects(machines, choice->source, Polarity::Positive);
}

std::vector<Part> parts_of_sources(std::span<const AggregateSource> sources, Polarity polarity) {
  std::vector<Part> parts;
  for (const AggregateSource& source : sources) {
    parts.push_back(part_of(format("{} {}", source.kind, source.name), source.condition, polarity));
  }
  return parts;
}

}  // namespace telltale
