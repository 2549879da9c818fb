// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "schema/members.h"
#include "schema/structural/check_parts.h"
#include "schema/structural/structure.h"
#include "schema/validate/pattern.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

// Whether the one form that names types under anyOf may stand here: int-or-string's.
enum class TypesInAnyOf : std::uint8_t { Refused, Allowed };

struct Part {
  const ValueMap& schema;
  std::string path;
  std::size_t depth = 0;
  TypesInAnyOf types = TypesInAnyOf::Refused;
};

void check_part(const Part& part, FieldErrors& out);

bool is_only_type(const Value& value, std::string_view type) {
  const ValueMap* map = value.if_object();
  return map != nullptr && map->size() == 1 && text_of(*map, "type") == type;
}

bool is_int_or_string_form(const ValueMap& schema) {
  const json::ValueList* parts = list_of(schema, "anyOf");
  return parts != nullptr && parts->size() == 2 && is_only_type((*parts)[0], "integer") &&
         is_only_type((*parts)[1], "string");
}

void check_parts_in(const Part& part, std::string_view word, FieldErrors& out) {
  const json::ValueList* list = list_of(part.schema, word);
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const ValueMap* schema = (*list)[i].if_object();
    if (schema == nullptr) continue;
    // Of the allOf form only the first part may name the types.
    const bool first_of_all = word == "allOf" && i == 0;
    check_part({*schema, element(child(part.path, word), i), part.depth + 1,
                first_of_all ? part.types : TypesInAnyOf::Refused},
               out);
  }
}

void check_pattern(const Part& part, FieldErrors& out) {
  const std::string pattern = text_of(part.schema, "pattern");
  if (pattern.empty()) return;
  const auto compiled = Pattern::compile(pattern);
  if (compiled) return;
  add(out, invalid(child(part.path, "pattern"), schema::quoted(pattern),
                   format("must be a valid regular expression, but isn't: error parsing regexp: {}",
                          compiled.error().detail)));
}

void check_values(const Part& part, FieldErrors& out) {
  if (part.types == TypesInAnyOf::Refused || !is_int_or_string_form(part.schema)) {
    check_parts_in(part, "anyOf", out);
  }
  check_parts_in(part, "allOf", out);
  check_parts_in(part, "oneOf", out);
  if (const ValueMap* schema = map_of(part.schema, "not")) {
    check_part({*schema, child(part.path, "not"), part.depth + 1}, out);
  }
  check_pattern(part, out);
}

struct Refused {
  std::string_view word;
  std::string_view why;
};

constexpr std::array<Refused, 14> refused_words = {{
    {"type", "must be empty to be structural"},
    {"additionalProperties", "must be undefined to be structural"},
    {"default", "must be undefined to be structural"},
    {"title", "must be empty to be structural"},
    {"description", "must be empty to be structural"},
    {"nullable", "must be false to be structural"},
    {"externalDocs", "must be undefined to be structural"},
    {"x-kubernetes-preserve-unknown-fields", "must be false to be structural"},
    {"x-kubernetes-embedded-resource", "must be false to be structural"},
    {"x-kubernetes-int-or-string", "must be false to be structural"},
    {"x-kubernetes-list-map-keys", "must be empty to be structural"},
    {"x-kubernetes-list-type", "must be undefined to be structural"},
    {"x-kubernetes-map-type", "must be undefined to be structural"},
    {"x-kubernetes-validations", "must be empty to be structural"},
}};

bool says_something(const Value& value) {
  if (value.is_null() || value == Value(false) || value == Value("")) return false;
  const json::ValueList* list = value.if_array();
  return list == nullptr || !list->empty();
}

void check_refused_words(const Part& part, FieldErrors& out) {
  for (const Refused& refused : refused_words) {
    const Value* value = member_of(part.schema, refused.word);
    if (value == nullptr) continue;
    // A default of false is a default all the same.
    const bool given = refused.word == "default" ? !value->is_null() : says_something(*value);
    if (given) add(out, forbidden(child(part.path, refused.word), refused.why));
  }
}

void check_part(const Part& part, FieldErrors& out) {
  if (part.depth > schema_depth_max) {
    add(out,
        forbidden(part.path, format("must not be nested deeper than {} levels", schema_depth_max)));
    return;
  }
  check_values(part, out);
  if (const ValueMap* items = map_of(part.schema, "items")) {
    check_part({*items, child(part.path, "items"), part.depth + 1}, out);
  }
  if (const ValueMap* properties = map_of(part.schema, "properties")) {
    for (const auto& [name, value] : *properties) {
      const ValueMap* schema = value.if_object();
      if (schema == nullptr) continue;
      check_part({*schema, property(part.path, name), part.depth + 1}, out);
    }
    if (properties->contains("metadata")) {
      add(out,
          forbidden(property(part.path, "metadata"), "must not be specified in a nested context"));
    }
  }
  check_refused_words(part, out);
}

// A place in a logical part, and the same place in the structure around it (null: not there).
struct Pair {
  const ValueMap& part;
  const ValueMap* structure;
  std::string part_path;
  std::string structure_path;
};

void check_parts_of(const Pair& pair, FieldErrors& out);

void check_counterpart(const Pair& pair, FieldErrors& out) {
  if (pair.structure == nullptr) {
    add(out, required(pair.structure_path, format("because it is defined in {}", pair.part_path)));
    return;
  }
  check_parts_of(pair, out);
  if (const ValueMap* items = map_of(pair.part, "items")) {
    check_counterpart({*items, map_of(*pair.structure, "items"), child(pair.part_path, "items"),
                       child(pair.structure_path, "items")},
                      out);
  }
  const ValueMap* properties = map_of(pair.part, "properties");
  if (properties == nullptr) return;
  const ValueMap* known = map_of(*pair.structure, "properties");
  for (const auto& [name, value] : *properties) {
    const ValueMap* schema = value.if_object();
    if (schema == nullptr) continue;
    check_counterpart({*schema, known != nullptr ? map_of(*known, name) : nullptr,
                       property(pair.part_path, name), property(pair.structure_path, name)},
                      out);
  }
}

void check_parts_of(const Pair& pair, FieldErrors& out) {
  if (const ValueMap* schema = map_of(pair.part, "not")) {
    check_counterpart({*schema, pair.structure, child(pair.part_path, "not"), pair.structure_path},
                      out);
  }
  for (const std::string_view word : {"allOf", "anyOf", "oneOf"}) {
    const json::ValueList* list = list_of(pair.part, word);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const ValueMap* schema = (*list)[i].if_object();
      if (schema == nullptr) continue;
      check_counterpart(
          {*schema, pair.structure, element(child(pair.part_path, word), i), pair.structure_path},
          out);
    }
  }
}

}  // namespace

void check_logical_parts(const json::ValueMap& schema, const std::string& path, std::size_t depth,
                         FieldErrors& out) {
  check_values({schema, path, depth, TypesInAnyOf::Allowed}, out);
}

void check_complete(const json::ValueMap& schema, const std::string& path, FieldErrors& out) {
  check_parts_of({schema, &schema, path, path}, out);
}

}  // namespace telltale::schema
