// SPDX-License-Identifier: Apache-2.0
#include "schema/structure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "schema/members.h"
#include "schema/pattern.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;
using Type = Structure::Type;

std::optional<double> number_of(const ValueMap& map, std::string_view name) {
  const Value* value = map.if_contains(name);
  if (value == nullptr || !value->is_number()) return {};
  boost::system::error_code ignored;
  return value->to_number<double>(ignored);
}

std::optional<std::uint64_t> count_of(const ValueMap& map, std::string_view name) {
  const std::optional<double> number = number_of(map, name);
  // Beyond 2^53 no text or list will ever be as long.
  constexpr double count_max = 9007199254740992.0;
  if (!number || std::isnan(*number)) return {};
  if (*number < 0) return 0;
  return static_cast<std::uint64_t>(std::min(*number, count_max));
}

Type type_named(std::string_view word) {
  if (word == "object") return Type::Object;
  if (word == "array") return Type::Array;
  if (word == "string") return Type::String;
  if (word == "integer") return Type::Integer;
  if (word == "number") return Type::Number;
  if (word == "boolean") return Type::Boolean;
  return Type::Any;
}

StructurePtr compile_at(const Value& openapi, std::size_t depth);

StructurePtr compile_member(const ValueMap& map, std::string_view name, std::size_t depth) {
  const Value* value = map.if_contains(name);
  return value != nullptr && value->is_object() ? compile_at(*value, depth + 1) : nullptr;
}

std::vector<StructurePtr> compile_list(const ValueMap& map, std::string_view name,
                                       std::size_t depth) {
  std::vector<StructurePtr> parts;
  const Value* value = map.if_contains(name);
  if (value == nullptr || !value->is_array()) return parts;
  for (const Value& part : value->get_array()) {
    if (part.is_object()) parts.push_back(compile_at(part, depth + 1));
  }
  return parts;
}

void read_bounds(const ValueMap& map, Structure::Bounds& bounds) {
  bounds.minimum = number_of(map, "minimum");
  bounds.maximum = number_of(map, "maximum");
  bounds.multiple_of = number_of(map, "multipleOf");
  bounds.exclusive_minimum = flag_of(map, "exclusiveMinimum");
  bounds.exclusive_maximum = flag_of(map, "exclusiveMaximum");
  bounds.min_length = count_of(map, "minLength");
  bounds.max_length = count_of(map, "maxLength");
  bounds.min_items = count_of(map, "minItems");
  bounds.max_items = count_of(map, "maxItems");
  bounds.min_properties = count_of(map, "minProperties");
  bounds.max_properties = count_of(map, "maxProperties");
  if (const Value* choices = map.if_contains("enum"); choices != nullptr && choices->is_array()) {
    bounds.choices.assign(choices->get_array().begin(), choices->get_array().end());
  }
  bounds.pattern = text_of(map, "pattern");
  if (bounds.pattern.empty()) return;
  if (auto compiled = Pattern::compile(bounds.pattern)) {
    bounds.compiled_pattern = std::move(*compiled);
  }
}

void read_lists_and_maps(const ValueMap& map, Structure& out) {
  const std::string list_type = text_of(map, "x-kubernetes-list-type");
  if (list_type == "set") out.list_type = Structure::ListType::Set;
  if (list_type == "map") out.list_type = Structure::ListType::Map;
  out.list_map_keys = texts_of(map, "x-kubernetes-list-map-keys");
  const bool atomic = text_of(map, "x-kubernetes-map-type") == "atomic";
  out.map_type = atomic ? Structure::MapType::Atomic : Structure::MapType::Granular;
  out.patch_merge_key = text_of(map, "x-kubernetes-patch-merge-key");
  out.patch_merge = text_of(map, "x-kubernetes-patch-strategy").find("merge") != std::string::npos;
}

void read_flags(const ValueMap& map, Structure& out) {
  out.type = type_named(text_of(map, "type"));
  out.format = text_of(map, "format");
  out.nullable = flag_of(map, "nullable");
  out.int_or_string = flag_of(map, "x-kubernetes-int-or-string");
  out.preserve_unknown = flag_of(map, "x-kubernetes-preserve-unknown-fields");
  out.embedded_resource = flag_of(map, "x-kubernetes-embedded-resource");
  const Value* rules = map.if_contains("x-kubernetes-validations");
  out.has_rules = rules != nullptr && rules->is_array() && !rules->get_array().empty();
  const Value* by_default = map.if_contains("default");
  // A default of null is none: the API has no way to tell them apart.
  if (by_default != nullptr && !by_default->is_null()) out.default_value = *by_default;
}

void read_children(const ValueMap& map, std::size_t depth, Structure& out) {
  const Value* properties = map.if_contains("properties");
  if (properties != nullptr && properties->is_object()) {
    for (const auto& [name, schema] : properties->get_object()) {
      if (schema.is_object()) out.properties.emplace(name, compile_at(schema, depth + 1));
    }
  }
  out.required = texts_of(map, "required");
  out.items = compile_member(map, "items", depth);
  out.additional = compile_member(map, "additionalProperties", depth);
  out.additional_allowed = flag_of(map, "additionalProperties");
  const Value* additional = map.if_contains("additionalProperties");
  out.additional_refused =
      additional != nullptr && additional->is_bool() && !additional->get_bool();
  out.all_of = compile_list(map, "allOf", depth);
  out.any_of = compile_list(map, "anyOf", depth);
  out.one_of = compile_list(map, "oneOf", depth);
  out.none_of = compile_member(map, "not", depth);
}

StructurePtr compile_at(const Value& openapi, std::size_t depth) {
  auto out = std::make_shared<Structure>();
  const ValueMap* map = openapi.if_object();
  if (map == nullptr || depth > schema_depth_max) {
    // Nothing is said about what lies here, so nothing is taken away from it.
    out->preserve_unknown = true;
    return out;
  }
  read_flags(*map, *out);
  read_lists_and_maps(*map, *out);
  read_bounds(*map, out->bounds);
  read_children(*map, depth, *out);
  return out;
}

bool any_has_rules(const std::vector<StructurePtr>& parts) {
  for (const StructurePtr& part : parts) {
    if (has_rules_anywhere(*part)) return true;
  }
  return false;
}

}  // namespace

const Structure* field_of(const Structure& structure, std::string_view name) {
  const auto found = structure.properties.find(name);
  if (found != structure.properties.end()) return found->second.get();
  return structure.additional.get();
}

StructurePtr compile(const json::Value& openapi) { return compile_at(openapi, 0); }

bool has_rules_anywhere(const Structure& structure) {
  if (structure.has_rules) return true;
  for (const auto& [name, property] : structure.properties) {
    if (has_rules_anywhere(*property)) return true;
  }
  for (const StructurePtr& part : {structure.items, structure.additional, structure.none_of}) {
    if (part != nullptr && has_rules_anywhere(*part)) return true;
  }
  return any_has_rules(structure.all_of) || any_has_rules(structure.any_of) ||
         any_has_rules(structure.one_of);
}

}  // namespace telltale::schema
