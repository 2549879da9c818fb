// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/stored.h"

#include "base/text.h"
#include "condition/mirror.h"
#include "convert/shapes.h"

namespace telltale::legacy {
namespace {

// Where the old fields stand: on top in v1beta1, in one of three spellings afterwards.
json::Tree old_field(const Object& object, std::string_view name) {
  const json::Tree status = object.body["status"];
  if (shapes::keeps_old_shape(object)) return status[name];
  for (const json::Tree block :
       {status["deprecated"]["v1beta1"], status["backCompatibilty"], status["backCompatibility"]}) {
    if (const json::Tree value = block[name]) return value;
  }
  return {};
}

// Fields that no new meaning has taken over may also have stayed where they were.
json::Tree lasting_field(const Object& object, std::string_view name) {
  const json::Tree value = old_field(object, name);
  return value ? value : object.body["status"][name];
}

LegacySeverity parse_severity(std::string_view text) {
  if (text == "Error") return LegacySeverity::Error;
  if (text == "Warning") return LegacySeverity::Warning;
  if (text == "Info") return LegacySeverity::Info;
  return LegacySeverity::None;
}

// Legacy conditions need no reason; the word that reading puts in its place is not theirs.
LegacyCondition legacy_of(Condition condition, LegacySeverity severity) {
  if (condition.reason == no_reason_reported) condition.reason = {};
  condition.observed_generation = 0;
  return {.condition = condition, .severity = severity};
}

const ConditionList* legacy_list(const Object& object) {
  if (shapes::keeps_old_shape(object)) return object.conditions_at("status.conditions");
  for (const std::string_view path :
       {"status.deprecated.v1beta1.conditions", "status.backCompatibilty.conditions",
        "status.backCompatibility.conditions"}) {
    if (const ConditionList* list = object.conditions_at(path)) return list;
  }
  return nullptr;
}

std::optional<bool> first_flag(std::initializer_list<json::Tree> places) {
  for (const json::Tree place : places) {
    if (const std::optional<bool> flag = place.as_bool()) return flag;
  }
  return std::nullopt;
}

}  // namespace

LegacySeverity severity_at(const Object& object, std::string_view list_path,
                           std::string_view type) {
  json::Tree tree = object.body;
  for (const std::string_view step : split(list_path, '.')) tree = tree[step];
  return parse_severity(tree[type].as_string(""));
}

std::vector<LegacyCondition> stored_conditions(const Object& object) {
  std::vector<LegacyCondition> conditions;
  const ConditionList* list = legacy_list(object);
  if (list == nullptr) return conditions;
  conditions.reserve(list->conditions.size());
  for (const Condition& condition : list->conditions) {
    conditions.push_back(legacy_of(condition, severity_at(object, list->path, condition.type)));
  }
  return conditions;
}

LegacyStatus stored_status(const Object& object, Arena& arena) {
  const json::Tree status = object.body["status"];
  const json::Tree initialization = status["initialization"];
  const auto count = [&](std::string_view name) {
    return shapes::small_number(old_field(object, name));
  };
  const auto lasting_count = [&](std::string_view name) {
    return shapes::small_number(lasting_field(object, name));
  };
  return {.conditions = arena.keep(stored_conditions(object)),
          .counters = {.ready = count("readyReplicas"),
                       .available = count("availableReplicas"),
                       .unavailable = lasting_count("unavailableReplicas"),
                       .updated = lasting_count("updatedReplicas"),
                       .fully_labeled = lasting_count("fullyLabeledReplicas")},
          .phase = lasting_field(object, "phase").as_string(""),
          .last_updated = shapes::time(lasting_field(object, "lastUpdated")),
          .latches = {
              .bootstrap =
                  first_flag({initialization["bootstrapDataSecretCreated"],
                              initialization["bootstrapSecretCreated"], status["bootstrapReady"]}),
              .infrastructure = first_flag(
                  {initialization["infrastructureProvisioned"], status["infrastructureReady"]}),
              .control_plane = first_flag({initialization["controlPlaneInitialized"],
                                           status["controlPlaneReady"], status["initialized"]})}};
}

std::optional<LegacyCondition> provider_ready(const Object& provider) {
  constexpr std::string_view path = "status.conditions";
  const ConditionList* list = provider.conditions_at(path);
  if (list == nullptr) return std::nullopt;
  const Condition* ready = find_condition(list->conditions, "Ready");
  if (ready == nullptr) return std::nullopt;
  return legacy_of(*ready, severity_at(provider, path, "Ready"));
}

}  // namespace telltale::legacy
