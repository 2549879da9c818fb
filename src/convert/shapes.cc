// SPDX-License-Identifier: Apache-2.0
#include "convert/shapes.h"

#include <array>
#include <span>
#include <utility>

namespace telltale::shapes {
namespace {

Conditions first_conditions(const Object& object, std::span<const std::string_view> paths) {
  for (const std::string_view path : paths) {
    if (const ConditionList* list = object.conditions_at(path); list != nullptr) {
      return list->conditions;
    }
  }
  return {};
}

// v1alpha versions of the core API keep conditions as v1beta1 does. Other projects number their
// versions as they like and have one list only.
bool has_new_conditions_on_top(const Object& object) { return !keeps_old_shape(object); }

}  // namespace

bool keeps_old_shape(const Object& object) {
  if (!object.key.group.ends_with("cluster.x-k8s.io")) return false;
  return object.version() == "v1beta1" || object.version().starts_with("v1alpha");
}

Conditions conditions(const Object& object) {
  static constexpr std::array<std::string_view, 1> top = {"status.conditions"};
  static constexpr std::array<std::string_view, 2> preview = {"status.experimentalConditions",
                                                              "status.v1beta2.conditions"};
  if (has_new_conditions_on_top(object)) return first_conditions(object, top);
  return first_conditions(object, preview);
}

Conditions legacy_conditions(const Object& object) {
  static constexpr std::array<std::string_view, 3> compat = {"status.deprecated.v1beta1.conditions",
                                                             "status.backCompatibilty.conditions",
                                                             "status.backCompatibility.conditions"};
  static constexpr std::array<std::string_view, 1> top = {"status.conditions"};
  if (has_new_conditions_on_top(object)) return first_conditions(object, compat);
  return first_conditions(object, top);
}

const ConditionList* provider_conditions(const Object& object) {
  const ConditionList* preview = object.conditions_at("status.v1beta2.conditions");
  return preview != nullptr ? preview : object.conditions_at("status.conditions");
}

Ref ref(json::Tree tree) {
  std::string_view group = tree["apiGroup"].as_string("");
  if (group.empty()) group = group_of(tree["apiVersion"].as_string(""));
  return {group, tree["kind"].as_string(""), tree["name"].as_string("")};
}

bool infrastructure_provisioned(const Object& object) {
  if (object.key.kind == "Cluster" && !ref(object.body["spec"]["infrastructureRef"])) return true;
  const json::Tree status = object.body["status"];
  return status["initialization"]["infrastructureProvisioned"].as_bool(
      status["infrastructureReady"].as_bool(false));
}

std::string_view infrastructure_provisioned_path(const Object& object) {
  return object.version() == "v1beta1" ? "status.infrastructureReady"
                                       : "status.initialization.infrastructureProvisioned";
}

bool bootstrap_data_created(const Object& machine) {
  const json::Tree status = machine.body["status"];
  const json::Tree initialization = status["initialization"];
  return initialization["bootstrapDataSecretCreated"].as_bool(
      initialization["bootstrapSecretCreated"].as_bool(status["bootstrapReady"].as_bool(false)));
}

bool provider_provisioned(const Object& infrastructure) {
  const json::Tree status = infrastructure.body["status"];
  return status["initialization"]["provisioned"].as_bool(status["ready"].as_bool(false));
}

bool provider_data_created(const Object& bootstrap_config) {
  const json::Tree status = bootstrap_config.body["status"];
  return status["initialization"]["dataSecretCreated"].as_bool(status["ready"].as_bool(false));
}

std::optional<std::int32_t> small_number(json::Tree tree) {
  const std::optional<std::int64_t> value = tree.as_int();
  if (!value || !std::in_range<std::int32_t>(*value) || *value < 0) return std::nullopt;
  return static_cast<std::int32_t>(*value);
}

Instant time(json::Tree tree) { return parse_rfc3339(tree.as_string("")).value_or(no_time); }

}  // namespace telltale::shapes
