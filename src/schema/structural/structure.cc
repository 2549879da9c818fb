// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/structure.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "schema/members.h"
#include "schema/validate/pattern.h"

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

// Where in a schema we are, and what it may refer to; null: nothing.
struct SchemaPlace {
  const Resolve* resolve = nullptr;
  std::size_t depth = 0;

  SchemaPlace below() const { return {.resolve = resolve, .depth = depth + 1}; }
};

StructurePtr compile_at(const Value& openapi, const SchemaPlace& place);

StructurePtr compile_member(const ValueMap& map, std::string_view name, const SchemaPlace& place) {
  const Value* value = map.if_contains(name);
  return value != nullptr && value->is_object() ? compile_at(*value, place.below()) : nullptr;
}

std::vector<StructurePtr> compile_list(const ValueMap& map, std::string_view name,
                                       const SchemaPlace& place) {
  std::vector<StructurePtr> parts;
  const Value* value = map.if_contains(name);
  if (value == nullptr || !value->is_array()) return parts;
  for (const Value& part : value->get_array()) {
    if (part.is_object()) parts.push_back(compile_at(part, place.below()));
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

void read_children(const ValueMap& map, const SchemaPlace& place, Structure& out) {
  const Value* properties = map.if_contains("properties");
  if (properties != nullptr && properties->is_object()) {
    for (const auto& [name, schema] : properties->get_object()) {
      if (schema.is_object()) out.properties.emplace(name, compile_at(schema, place.below()));
    }
  }
  out.required = texts_of(map, "required");
  out.items = compile_member(map, "items", place);
  out.additional = compile_member(map, "additionalProperties", place);
  out.additional_allowed = flag_of(map, "additionalProperties");
  const Value* additional = map.if_contains("additionalProperties");
  out.additional_refused =
      additional != nullptr && additional->is_bool() && !additional->get_bool();
  out.all_of = compile_list(map, "allOf", place);
  out.any_of = compile_list(map, "anyOf", place);
  out.one_of = compile_list(map, "oneOf", place);
  out.none_of = compile_member(map, "not", place);
}

// A reference may stand beside a default and beside how patches merge; otherwise it is shared as it
// is. Null when it is none, or leads nowhere.
StructurePtr compile_reference(const ValueMap& map, const SchemaPlace& place) {
  const Value* name = place.resolve == nullptr ? nullptr : map.if_contains("$ref");
  if (name == nullptr || !name->is_string()) return nullptr;
  StructurePtr referred = (*place.resolve)(std::string_view(name->get_string()));
  if (referred == nullptr) return nullptr;
  Structure own;
  read_flags(map, own);
  read_lists_and_maps(map, own);
  const bool atomic = own.map_type == Structure::MapType::Atomic;
  if (!own.default_value && !own.patch_merge && !atomic) return referred;
  auto out = std::make_shared<Structure>(*referred);
  out->default_value = std::move(own.default_value);
  out->patch_merge = own.patch_merge;
  out->patch_merge_key = std::move(own.patch_merge_key);
  if (atomic) out->map_type = own.map_type;
  return out;
}

// Of Kubernetes' own types much "must be there" that Go has anyway: what it holds by value, and
// lists that may be empty. Texts and what is pointed at are really asked for.
void settle_required(Structure& structure) {
  std::vector<std::string> asked;
  for (std::string& name : structure.required) {
    const Structure* field = field_of(structure, name);
    if (field == nullptr || field->default_value) continue;
    if (field->type == Type::Array) {
      structure.lists_always_there.push_back(std::move(name));
    } else if (field->type != Type::Boolean && field->additional == nullptr) {
      asked.push_back(std::move(name));
    }
  }
  structure.required = std::move(asked);
}

StructurePtr compile_at(const Value& openapi, const SchemaPlace& place) {
  auto out = std::make_shared<Structure>();
  const ValueMap* map = openapi.if_object();
  if (map == nullptr || place.depth > schema_depth_max) {
    // Nothing is said about what lies here, so nothing is taken away from it.
    out->preserve_unknown = true;
    return out;
  }
  if (StructurePtr referred = compile_reference(*map, place)) return referred;
  read_flags(*map, *out);
  read_lists_and_maps(*map, *out);
  read_bounds(*map, out->bounds);
  read_children(*map, place, *out);
  if (place.resolve != nullptr) settle_required(*out);
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

StructurePtr compile(const json::Value& openapi) { return compile_at(openapi, {}); }

StructurePtr compile(const json::Value& openapi, const Resolve& resolve) {
  return compile_at(openapi, {.resolve = &resolve});
}

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
