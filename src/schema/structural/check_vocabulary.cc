// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "schema/members.h"
#include "schema/meta_fields.h"
#include "schema/structural/check_parts.h"
#include "schema/structural/structure.h"

namespace telltale::schema {
namespace {

using json::Value;
using json::ValueMap;

struct WordPlace {
  const ValueMap& schema;
  std::string path;
  std::size_t depth = 0;
  bool root = false;
  bool inside_meta = false;
  std::string no_defaults_because = {};  // not empty: defaults are refused
};

constexpr std::string_view list_type_word = "x-kubernetes-list-type";
constexpr std::string_view map_type_word = "x-kubernetes-map-type";
constexpr std::string_view map_keys_word = "x-kubernetes-list-map-keys";

bool is_given(const ValueMap& schema, std::string_view word) {
  const Value* value = member_of(schema, word);
  return value != nullptr && !value->is_null();
}

void check_type_word(const WordPlace& place, FieldErrors& out) {
  const std::string type = text_of(place.schema, "type");
  static constexpr std::array<std::string_view, 6> types = {"array",  "boolean", "integer",
                                                            "number", "object",  "string"};
  if (type.empty() || std::ranges::find(types, type) != types.end()) return;
  const std::string path = child(place.path, "type");
  add(out, not_supported(path, schema::quoted(type), {types.begin(), types.end()}));
  if (type == "null") {
    add(out, forbidden(path, "type cannot be set to null, use nullable as an alternative"));
  }
}

void check_unsupported_words(const WordPlace& place, FieldErrors& out) {
  for (const std::string_view word :
       {"id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref"}) {
    const Value* value = member_of(place.schema, word);
    if (value == nullptr || value->is_null() || *value == Value("")) continue;
    const bool may_be_empty = word == "patternProperties" || word == "definitions";
    if (may_be_empty && value->is_object() && value->get_object().empty()) continue;
    add(out, forbidden(child(place.path, word), format("{} is not supported", word)));
  }
  if (list_of(place.schema, "items") != nullptr) {
    add(out,
        forbidden(child(place.path, "items"), "items must be a schema object and not an array"));
  }
  if (flag_of(place.schema, "uniqueItems")) {
    add(out, forbidden(child(place.path, "uniqueItems"),
                       "uniqueItems cannot be set to true since the runtime complexity becomes "
                       "quadratic"));
  }
}

void check_words_in_context(const WordPlace& place, FieldErrors& out) {
  if (is_given(place.schema, "default") && !place.no_defaults_because.empty()) {
    add(out, forbidden(child(place.path, "default"),
                       format("must not be set {}", place.no_defaults_because)));
  }
  if (place.inside_meta && flag_of(place.schema, "x-kubernetes-embedded-resource")) {
    add(out, forbidden(child(place.path, "x-kubernetes-embedded-resource"),
                       "must not be used inside of resource meta"));
  }
  const Value* preserve = member_of(place.schema, "x-kubernetes-preserve-unknown-fields");
  if (preserve != nullptr && *preserve == Value(false)) {
    add(out, invalid(child(place.path, "x-kubernetes-preserve-unknown-fields"), "false",
                     "must be true or undefined"));
  }
  const Value* additional = member_of(place.schema, "additionalProperties");
  const ValueMap* properties = map_of(place.schema, "properties");
  if (additional != nullptr && properties != nullptr && !properties->empty() &&
      !additional->is_null() && *additional != Value(true)) {
    add(out, forbidden(child(place.path, "additionalProperties"),
                       "additionalProperties and properties are mutual exclusive"));
  }
}

// `word` makes sense only with this type.
void check_needs_type(const WordPlace& place, std::string_view word, std::string_view type,
                      FieldErrors& out) {
  if (!is_given(place.schema, word)) return;
  const std::string found = text_of(place.schema, "type");
  if (found == type) return;
  const std::string path = child(place.path, "type");
  const std::string why = format("must be {} if {} is specified", type, word);
  add(out, found.empty() ? required(path, why) : invalid(path, schema::quoted(found), why));
}

void check_choice(const WordPlace& place, std::string_view word,
                  const std::vector<std::string>& choices, FieldErrors& out) {
  if (!is_given(place.schema, word)) return;
  const std::string found = text_of(place.schema, word);
  if (std::ranges::find(choices, found) != choices.end()) return;
  add(out, not_supported(child(place.path, word), schema::quoted(found), choices));
}

// Items of a set are told apart as a whole, so they must be written as a whole.
void check_set_items(const WordPlace& place, FieldErrors& out) {
  const ValueMap* items = map_of(place.schema, "items");
  if (items == nullptr) return;
  constexpr std::string_view why =
      "must be atomic as item of a list with x-kubernetes-list-type=set";
  const std::string path = child(place.path, "items");
  const std::string type = text_of(*items, "type");
  const std::string list_type = text_of(*items, list_type_word);
  if (type == "array" && !list_type.empty() && list_type != "atomic") {
    add(out, invalid(child(path, list_type_word), schema::quoted(list_type), why));
  }
  const std::string map_type = text_of(*items, map_type_word);
  if (type == "object" && map_type != "atomic") {
    const std::string found = map_type.empty() ? std::string("\"null\"") : schema::quoted(map_type);
    add(out, invalid(child(path, map_type_word), found, why));
  }
}

// What is wrong with the keys is said of all of them.
void add_bad_keys(const WordPlace& place, std::string_view why, FieldErrors& out) {
  add(out, invalid(child(place.path, map_keys_word), shown(*member_of(place.schema, map_keys_word)),
                   why));
}

void check_map_key(const WordPlace& place, const std::string& name, FieldErrors& out) {
  const ValueMap& items = *map_of(place.schema, "items");
  const ValueMap* properties = map_of(items, "properties");
  const ValueMap* field = properties != nullptr ? map_of(*properties, name) : nullptr;
  if (field == nullptr) {
    add_bad_keys(place, "entries must all be names of item properties", out);
    return;
  }
  const std::string path = property(child(place.path, "items"), name);
  const std::string type = text_of(*field, "type");
  if (type == "array" || type == "object") {
    add(out, invalid(child(path, "type"), schema::quoted(type),
                     "must be a scalar type if parent array's x-kubernetes-list-type is map"));
  }
  const std::vector<std::string> needed = texts_of(items, "required");
  if (std::ranges::find(needed, name) == needed.end() && !is_given(*field, "default")) {
    add(out, required(child(path, "default"),
                      "this property is in x-kubernetes-list-map-keys, so it must have a default "
                      "or be a required property"));
  }
  if (flag_of(*field, "nullable")) {
    add(out, forbidden(child(path, "nullable"),
                       "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
  }
}

void check_map_keys(const WordPlace& place, const std::vector<std::string>& keys,
                    FieldErrors& out) {
  std::set<std::string> seen;
  for (const std::string& name : keys) {
    check_map_key(place, name, out);
    if (!seen.insert(name).second) add_bad_keys(place, "must not contain duplicate entries", out);
  }
}

void check_map_items(const WordPlace& place, FieldErrors& out) {
  const std::vector<std::string> keys = texts_of(place.schema, map_keys_word);
  if (keys.empty()) {
    add(out, required(child(place.path, map_keys_word),
                      "must not be empty if x-kubernetes-list-type is map"));
  }
  const ValueMap* items = map_of(place.schema, "items");
  if (items == nullptr) {
    add(out, required(child(place.path, "items"),
                      "must have a schema if x-kubernetes-list-type is map"));
    return;
  }
  const std::string type = text_of(*items, "type");
  if (type != "object") {
    add(out, invalid(child(child(place.path, "items"), "type"), schema::quoted(type),
                     "must be object if parent array's x-kubernetes-list-type is map"));
    return;
  }
  check_map_keys(place, keys, out);
}

void check_keys_need_a_map(const WordPlace& place, const std::string& list_type, FieldErrors& out) {
  if (texts_of(place.schema, map_keys_word).empty() || list_type == "map") return;
  constexpr std::string_view why = "must be map if x-kubernetes-list-map-keys is non-empty";
  const std::string path = child(place.path, list_type_word);
  add(out, list_type.empty() ? required(path, why) : invalid(path, schema::quoted(list_type), why));
}

void check_list_words(const WordPlace& place, FieldErrors& out) {
  const std::string list_type = text_of(place.schema, list_type_word);
  check_needs_type(place, map_type_word, "object", out);
  check_choice(place, map_type_word, {"atomic", "granular"}, out);
  check_needs_type(place, list_type_word, "array", out);
  check_choice(place, list_type_word, {"atomic", "set", "map"}, out);
  check_keys_need_a_map(place, list_type, out);
  if (list_type == "set") check_set_items(place, out);
  if (list_type == "map") check_map_items(place, out);
  const ValueMap* items = map_of(place.schema, "items");
  if ((list_type == "set" || list_type == "map") && items && flag_of(*items, "nullable")) {
    add(out, forbidden(child(child(place.path, "items"), "nullable"),
                       format("cannot be nullable when {} is {}", list_type_word, list_type)));
  }
}

void check_rules(const WordPlace& place, FieldErrors& out) {
  const json::ValueList* rules = list_of(place.schema, "x-kubernetes-validations");
  for (std::size_t i = 0; rules != nullptr && i < rules->size(); ++i) {
    const ValueMap* rule = (*rules)[i].if_object();
    if (rule != nullptr && !text_of(*rule, "rule").empty()) continue;
    add(out, required(child(element(child(place.path, "x-kubernetes-validations"), i), "rule"),
                      "rule is not specified"));
  }
}

void check_place(const WordPlace& place, FieldErrors& out);

void check_below(const WordPlace& place, const ValueMap& schema, const std::string& path,
                 FieldErrors& out) {
  check_place({schema, path, place.depth + 1, false, place.inside_meta, place.no_defaults_because},
              out);
}

void check_properties(const WordPlace& place, FieldErrors& out) {
  const ValueMap* properties = map_of(place.schema, "properties");
  if (properties == nullptr) return;
  const bool resource = place.root || flag_of(place.schema, "x-kubernetes-embedded-resource");
  for (const auto& [name, value] : *properties) {
    const ValueMap* schema = value.if_object();
    if (schema == nullptr) continue;
    WordPlace below{*schema, property(place.path, name), place.depth + 1,
                    false,   place.inside_meta,          place.no_defaults_because};
    if (resource && is_type_or_meta(name)) {
      below.inside_meta = true;
      if (place.root) {
        below.no_defaults_because = format("in top-level {}", std::string_view(name));
      }
    }
    check_place(below, out);
  }
}

void check_places_below(const WordPlace& place, FieldErrors& out) {
  if (const ValueMap* schema = map_of(place.schema, "additionalProperties")) {
    WordPlace below{*schema,           child(place.path, "additionalProperties"),
                    place.depth + 1,   false,
                    place.inside_meta, place.no_defaults_because};
    if (place.inside_meta) {
      below.no_defaults_because = "inside additionalProperties applying to object metadata";
    }
    check_place(below, out);
  }
  for (const std::string_view word : {"not", "items"}) {
    if (const ValueMap* schema = map_of(place.schema, word)) {
      check_below(place, *schema, child(place.path, word), out);
    }
  }
  for (const std::string_view word : {"allOf", "oneOf", "anyOf"}) {
    const json::ValueList* list = list_of(place.schema, word);
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const ValueMap* schema = (*list)[i].if_object();
      if (schema != nullptr) check_below(place, *schema, element(child(place.path, word), i), out);
    }
  }
  check_properties(place, out);
}

void check_place(const WordPlace& place, FieldErrors& out) {
  if (place.depth > schema_depth_max || out.full()) return;
  check_type_word(place, out);
  check_unsupported_words(place, out);
  check_words_in_context(place, out);
  check_list_words(place, out);
  check_rules(place, out);
  check_places_below(place, out);
}

}  // namespace

void check_vocabulary(const json::ValueMap& schema, const std::string& path, FieldErrors& out) {
  check_place({schema, path, 0, true, false}, out);
}

}  // namespace telltale::schema
