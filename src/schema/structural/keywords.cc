// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/keywords.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/text.h"
#include "schema/path.h"
#include "schema/shape.h"
#include "schema/structural/structure.h"
#include "schema/validate/numbers.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

// What a word holds. Schemas are walked into.
enum class Holds : std::uint8_t {
  Anything,
  Text,
  Flag,
  Number,
  Count,
  List,
  Texts,
  Map,
  Schema,
  Schemas,
  NamedSchemas,
  SchemaOrSchemas,
  SchemaOrFlag,
};

struct Keyword {
  std::string_view name;
  Holds holds;
};

constexpr std::array<Keyword, 44> keywords = {{
    {"$ref", Holds::Text},
    {"$schema", Holds::Text},
    {"additionalItems", Holds::SchemaOrFlag},
    {"additionalProperties", Holds::SchemaOrFlag},
    {"allOf", Holds::Schemas},
    {"anyOf", Holds::Schemas},
    {"default", Holds::Anything},
    {"definitions", Holds::NamedSchemas},
    {"dependencies", Holds::Map},
    {"description", Holds::Text},
    {"enum", Holds::List},
    {"example", Holds::Anything},
    {"exclusiveMaximum", Holds::Flag},
    {"exclusiveMinimum", Holds::Flag},
    {"externalDocs", Holds::Map},
    {"format", Holds::Text},
    {"id", Holds::Text},
    {"items", Holds::SchemaOrSchemas},
    {"maxItems", Holds::Count},
    {"maxLength", Holds::Count},
    {"maxProperties", Holds::Count},
    {"maximum", Holds::Number},
    {"minItems", Holds::Count},
    {"minLength", Holds::Count},
    {"minProperties", Holds::Count},
    {"minimum", Holds::Number},
    {"multipleOf", Holds::Number},
    {"not", Holds::Schema},
    {"nullable", Holds::Flag},
    {"oneOf", Holds::Schemas},
    {"pattern", Holds::Text},
    {"patternProperties", Holds::NamedSchemas},
    {"properties", Holds::NamedSchemas},
    {"required", Holds::Texts},
    {"title", Holds::Text},
    {"type", Holds::Text},
    {"uniqueItems", Holds::Flag},
    {"x-kubernetes-embedded-resource", Holds::Flag},
    {"x-kubernetes-int-or-string", Holds::Flag},
    {"x-kubernetes-list-map-keys", Holds::Texts},
    {"x-kubernetes-list-type", Holds::Text},
    {"x-kubernetes-map-type", Holds::Text},
    {"x-kubernetes-preserve-unknown-fields", Holds::Flag},
    {"x-kubernetes-validations", Holds::List},
}};

const Keyword* keyword_named(std::string_view name) {
  const auto found = std::ranges::find(keywords, name, &Keyword::name);
  return found != keywords.end() ? &*found : nullptr;
}

std::string_view wanted(Holds holds) {
  switch (holds) {
    case Holds::Anything:
      return "anything";
    case Holds::Text:
      return "string";
    case Holds::Flag:
      return "boolean";
    case Holds::Number:
      return "number";
    case Holds::Count:
      return "integer";
    case Holds::List:
    case Holds::Texts:
    case Holds::Schemas:
      return "array";
    default:
      return "object";
  }
}

bool all_texts(const json::ValueList& list) {
  return std::ranges::all_of(list, [](const Value& item) { return item.is_string(); });
}

bool fits(const Value& value, Holds holds) {
  // Decoding takes null for "not given" everywhere.
  if (value.is_null()) return true;
  switch (holds) {
    case Holds::Anything:
      return true;
    case Holds::Text:
      return value.is_string();
    case Holds::Flag:
      return value.is_bool();
    case Holds::Number:
      return value.is_number();
    case Holds::Count:
      return value.is_number() && fits_integer(value, "int64");
    case Holds::List:
    case Holds::Schemas:
      return value.is_array();
    case Holds::Texts:
      return value.is_array() && all_texts(value.get_array());
    case Holds::Map:
    case Holds::Schema:
    case Holds::NamedSchemas:
      return value.is_object();
    case Holds::SchemaOrSchemas:
      return value.is_object() || value.is_array();
    case Holds::SchemaOrFlag:
      return value.is_object() || value.is_bool();
  }
  return false;
}

bool is_walked(Holds holds) { return holds >= Holds::Schema; }

// Calls `visit` with every schema that the word holds, and with its path.
template <class V, class Visit>
void each_schema(V& value, Holds holds, const std::string& path, Visit visit) {
  if (!is_walked(holds)) return;
  if (auto* list = value.if_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) visit((*list)[i], item_below(path, i));
  } else if (auto* map = value.if_object(); map != nullptr && holds == Holds::NamedSchemas) {
    for (auto&& [name, schema] : *map) {
      visit(schema, path_with(path, "[", name, "]"));
    }
  } else if (map != nullptr) {
    visit(value, path);
  }
}

void prune_at(Value& openapi, const std::string& path, std::size_t depth,
              std::vector<std::string>& removed) {
  ValueMap* map = openapi.if_object();
  if (map == nullptr || depth > schema_depth_max) return;
  std::vector<std::string> unknown;
  for (auto& [name, value] : *map) {
    const std::string_view word(name);
    const Keyword* keyword = keyword_named(word);
    if (keyword == nullptr) {
      unknown.emplace_back(word);
      continue;
    }
    each_schema(value, keyword->holds, path_with(path, ".", word),
                [&](Value& schema, const std::string& below) {
                  prune_at(schema, below, depth + 1, removed);
                });
  }
  for (const std::string& name : unknown) {
    map->erase(name);
    if (removed.size() < unknown_fields_max) removed.push_back(path_with(path, ".", name));
  }
}

void check_kinds_at(const Value& openapi, const std::string& path, std::size_t depth,
                    FieldErrors& out) {
  const ValueMap* map = openapi.if_object();
  if (map == nullptr) {
    add(out, invalid(path, shown(openapi), "must be of type object"));
    return;
  }
  if (depth > schema_depth_max) return;
  for (const auto& [name, value] : *map) {
    const std::string_view word(name);
    const Keyword* keyword = keyword_named(word);
    if (keyword == nullptr) continue;
    const std::string below = path_with(path, ".", word);
    if (!fits(value, keyword->holds)) {
      add(out, invalid(below, shown(value), format("must be of type {}", wanted(keyword->holds))));
      continue;
    }
    each_schema(value, keyword->holds, below, [&](const Value& schema, const std::string& at) {
      check_kinds_at(schema, at, depth + 1, out);
    });
  }
}

}  // namespace

std::vector<std::string> prune_keywords(json::Value& openapi, std::string_view path) {
  std::vector<std::string> removed;
  prune_at(openapi, std::string(path), 0, removed);
  std::ranges::sort(removed);
  return removed;
}

FieldErrors check_keyword_kinds(const json::Value& openapi, std::string_view path) {
  FieldErrors out;
  check_kinds_at(openapi, std::string(path), 0, out);
  return out;
}

}  // namespace telltale::schema
