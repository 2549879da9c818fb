// SPDX-License-Identifier: Apache-2.0
#include "server/writes/scale.h"

#include <cmath>
#include <limits>

#include "base/text.h"
#include "json/print.h"
#include "server/kinds/label_selection.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

// Paths are plain: ".spec.replicas".
std::string_view dotted(const std::string& path) {
  return std::string_view(path).substr(path.starts_with('.') ? 1 : 0);
}

void set_at(json::Value& object, std::string_view path, json::Value value) {
  json::Value* place = &object;
  while (true) {
    const std::size_t dot = path.find('.');
    if (!place->is_object()) *place = json::ValueMap{};
    place = &place->get_object()[path.substr(0, dot)];
    if (dot == std::string_view::npos) break;
    path.remove_prefix(dot + 1);
  }
  *place = std::move(value);
}

// As the API's own words for types have it.
std::string_view go_type_of(const json::Value& value) {
  if (value.is_string()) return "string";
  if (value.is_bool()) return "bool";
  if (value.is_array()) return "[]interface {}";
  return value.is_object() ? "map[string]interface {}" : "float64";
}

void check_replicas(const json::Value& object, const std::string& path, schema::FieldErrors& out) {
  const json::Value* replicas = at(object, dotted(path));
  if (replicas == nullptr || replicas->is_null()) return;
  // What the API takes for a whole number may be written with a point: 3.0. What is too large for
  // one was read as a double, too.
  constexpr double integers_end = 9223372036854775808.0;
  const double* real = replicas->if_double();
  const bool whole = replicas->is_int64() || (real != nullptr && std::floor(*real) == *real &&
                                              std::abs(*real) < integers_end);
  if (!whole) {
    const std::string text =
        replicas->is_string() ? std::string(text_at(object, dotted(path))) : json::print(*replicas);
    out.push_back(schema::invalid(path, "0",
                                  format("{} accessor error: {} is of the type {}, expected int64",
                                         path, text, go_type_of(*replicas))));
  } else if (replicas->is_int64() && replicas->get_int64() < 0) {
    out.push_back(
        schema::invalid(path, json::print(*replicas), "should be a non-negative integer"));
  }
}

}  // namespace

schema::FieldErrors scale_errors(const json::Value& object, const Scale& scale) {
  schema::FieldErrors field_errors;
  check_replicas(object, scale.spec_replicas_path, field_errors);
  check_replicas(object, scale.status_replicas_path, field_errors);
  return field_errors;
}

json::Value scale_of(const json::Value& object, const Scale& scale) {
  json::ValueMap metadata;
  for (const std::string_view name :
       {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
    if (const json::Value* value = at(object, format("metadata.{}", name))) metadata[name] = *value;
  }
  json::ValueMap status{{"replicas", number_at(object, dotted(scale.status_replicas_path))}};
  if (!scale.label_selector_path.empty()) {
    const json::Value* selector = at(object, dotted(scale.label_selector_path));
    status["selector"] = selector != nullptr && selector->is_object()
                             ? selector_words(*selector)
                             : std::string(text_at(object, dotted(scale.label_selector_path)));
  }
  return json::ValueMap{
      {"apiVersion", "autoscaling/v1"},
      {"kind", "Scale"},
      {"metadata", std::move(metadata)},
      {"spec", json::ValueMap{{"replicas", number_at(object, dotted(scale.spec_replicas_path))}}},
      {"status", std::move(status)}};
}

Outcome<json::Value> with_scale(json::Value object, const json::Value& asked, const Scale& scale,
                                const Named& named) {
  const json::Value* replicas = at(asked, "spec.replicas");
  const std::int64_t wanted =
      replicas == nullptr || !replicas->is_int64() ? 0 : replicas->get_int64();
  const bool number = replicas == nullptr || replicas->is_int64() || replicas->is_null();
  if (!number || wanted < 0 || wanted > std::numeric_limits<std::int32_t>::max()) {
    return refuse(invalid({.group = "autoscaling", .resource = "Scale", .name = named.name},
                          {schema::invalid("spec.replicas", json::print(*replicas),
                                           "must be greater than or equal to 0")}));
  }
  set_at(object, dotted(scale.spec_replicas_path), wanted);
  return object;
}

}  // namespace telltale::server
