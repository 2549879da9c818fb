// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "schema/members.h"
#include "schema/structural/check_parts.h"
#include "schema/structural/keywords.h"
#include "schema/structural/structure.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

enum class Level : std::uint8_t { Root, Item, Field };

struct Place {
  const ValueMap& schema;
  std::string path;
  Level level = Level::Field;
  std::size_t depth = 0;
};

void check_level(const Place& place, FieldErrors& out);

std::string_view why_a_type(Level level) {
  switch (level) {
    case Level::Root:
      return "must not be empty at the root";
    case Level::Item:
      return "must not be empty for specified array items";
    case Level::Field:
      return "must not be empty for specified object fields";
  }
  return "";
}

bool embedded(const Place& place) {
  return flag_of(place.schema, "x-kubernetes-embedded-resource");
}

void check_embedded_type(const Place& place, const std::string& type, FieldErrors& out) {
  constexpr std::string_view why = "must be object if x-kubernetes-embedded-resource is true";
  const std::string path = child(place.path, "type");
  if (type.empty()) {
    add(out, required(path, why));
  } else if (type != "object") {
    add(out, invalid(path, schema::quoted(type), why));
  }
}

void check_type(const Place& place, FieldErrors& out) {
  const std::string type = text_of(place.schema, "type");
  const bool may_be_empty = flag_of(place.schema, "x-kubernetes-int-or-string") ||
                            flag_of(place.schema, "x-kubernetes-preserve-unknown-fields");
  if (embedded(place)) {
    check_embedded_type(place, type, out);
  } else if (type.empty() && !may_be_empty) {
    add(out, required(child(place.path, "type"), why_a_type(place.level)));
  }
  if (place.level == Level::Root && !type.empty() && type != "object") {
    add(out,
        invalid(child(place.path, "type"), schema::quoted(type), "must be object at the root"));
  }
  if (type == "array" && member_of(place.schema, "items") == nullptr) {
    add(out, required(child(place.path, "items"), "must be specified"));
  }
}

void check_extensions(const Place& place, FieldErrors& out) {
  if (!flag_of(place.schema, "x-kubernetes-int-or-string")) return;
  for (const std::string_view other :
       {"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"}) {
    if (!flag_of(place.schema, other)) continue;
    add(out, invalid(child(place.path, other), "true",
                     "must be false if x-kubernetes-int-or-string is true"));
  }
}

void check_additional(const Place& place, FieldErrors& out) {
  const Value* additional = member_of(place.schema, "additionalProperties");
  if (additional == nullptr || additional->is_null()) return;
  const std::string path = child(place.path, "additionalProperties");
  if (place.level == Level::Root) add(out, forbidden(path, "must not be used at the root"));
  if (embedded(place)) {
    add(out, forbidden(path, "must not be used if x-kubernetes-embedded-resource is set"));
  }
  if (const ValueMap* schema = additional->if_object()) {
    check_level({*schema, path, Level::Field, place.depth + 1}, out);
  }
}

void check_children(const Place& place, FieldErrors& out) {
  if (const ValueMap* items = map_of(place.schema, "items")) {
    check_level({*items, child(place.path, "items"), Level::Item, place.depth + 1}, out);
  }
  if (const ValueMap* properties = map_of(place.schema, "properties")) {
    for (const auto& [name, value] : *properties) {
      const ValueMap* schema = value.if_object();
      if (schema == nullptr) continue;
      check_level({*schema, property(place.path, name), Level::Field, place.depth + 1}, out);
    }
  }
  check_additional(place, out);
}

void check_must_be(const Place& place, std::string_view name, std::string_view type,
                   FieldErrors& out) {
  const ValueMap* properties = map_of(place.schema, "properties");
  const ValueMap* field = properties != nullptr ? map_of(*properties, name) : nullptr;
  if (field == nullptr) return;
  const std::string found = text_of(*field, "type");
  if (found == type) return;
  add(out, invalid(child(property(place.path, name), "type"), schema::quoted(found),
                   format("must be {}", type)));
}

// The server knows metadata itself: a schema may restrict names, and nothing else.
bool restricts_only_names(const ValueMap& metadata) {
  const auto of_no_effect = [](const Value& value) {
    return value.is_null() || value == Value(false) || value == Value("") ||
           (value.is_array() && value.get_array().empty());
  };
  for (const auto& [name, value] : metadata) {
    const std::string_view word(name);
    if (word == "type" || word == "default" || of_no_effect(value)) continue;
    if (word != "properties" || !value.is_object()) return false;
    for (const auto& [field, ignored] : value.get_object()) {
      if (field != "name" && field != "generateName") return false;
    }
  }
  return true;
}

void check_metadata(const Place& place, FieldErrors& out) {
  if (place.level != Level::Root && !embedded(place)) return;
  check_must_be(place, "kind", "string", out);
  check_must_be(place, "apiVersion", "string", out);
  check_must_be(place, "metadata", "object", out);
  const ValueMap* properties = map_of(place.schema, "properties");
  const ValueMap* metadata = properties != nullptr ? map_of(*properties, "metadata") : nullptr;
  if (place.level == Level::Root && metadata != nullptr && !restricts_only_names(*metadata)) {
    add(out, forbidden(property(place.path, "metadata"),
                       "must not specify anything other than name and generateName, but metadata "
                       "is implicitly specified"));
  }
}

void check_embedded_fields(const Place& place, FieldErrors& out) {
  if (!embedded(place) || flag_of(place.schema, "x-kubernetes-preserve-unknown-fields")) return;
  const ValueMap* properties = map_of(place.schema, "properties");
  if (properties != nullptr && !properties->empty()) return;
  add(out, required(child(place.path, "properties"),
                    "must not be empty if x-kubernetes-embedded-resource is true without "
                    "x-kubernetes-preserve-unknown-fields"));
}

void check_level(const Place& place, FieldErrors& out) {
  if (place.depth > schema_depth_max) {
    add(out, forbidden(place.path,
                       format("must not be nested deeper than {} levels", schema_depth_max)));
    return;
  }
  check_type(place, out);
  check_children(place, out);
  check_extensions(place, out);
  check_logical_parts(place.schema, place.path, place.depth, out);
  check_metadata(place, out);
  check_embedded_fields(place, out);
}

// The API tells these in the order of their texts.
FieldErrors structure_errors(const ValueMap& schema, const std::string& path) {
  FieldErrors out;
  check_level({schema, path, Level::Root, 0}, out);
  check_complete(schema, path, out);
  out.sort_by_text();
  return out;
}

}  // namespace

FieldErrors check_structural(const json::Value& openapi, std::string_view path_text) {
  const std::string path(path_text);
  FieldErrors out = check_keyword_kinds(openapi, path);
  const ValueMap* schema = openapi.if_object();
  if (!out.empty() || schema == nullptr) return out;
  if (flag_of(*schema, "nullable")) {
    add(out, forbidden(child(path, "nullable"), "nullable cannot be true at the root"));
  }
  const FieldErrors structural = structure_errors(*schema, path);
  out.append(structural);
  if (structural.empty()) check_defaults(*schema, path, out);
  check_vocabulary(*schema, path, out);
  return out;
}

}  // namespace telltale::schema
