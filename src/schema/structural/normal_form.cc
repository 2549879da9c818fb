// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/normal_form.h"

#include <string>

#include "json/print.h"
#include "schema/validate/quantity.h"

namespace telltale::schema {
namespace {

void normalise_amount(json::Value& value) {
  const std::string text = value.is_string() ? std::string(value.get_string()) : json::print(value);
  if (!value.is_string() && !value.is_number()) return;
  if (auto canonical = canonical_quantity(text)) value = *canonical;
}

void drop_empty_texts(json::ValueMap& map, const Structure& structure) {
  for (const std::string& name : structure.required) {
    const json::Value* value = map.if_contains(name);
    const Structure* field = field_of(structure, name);
    const bool is_text = field != nullptr && field->type == Structure::Type::String;
    if (is_text && value != nullptr && value->is_string() && value->get_string().empty()) {
      map.erase(name);
    }
  }
}

bool is_empty_map(const std::optional<json::Value>& value) {
  return value && value->is_object() && value->get_object().empty();
}

}  // namespace

void normalise(json::Value& object, const Structure& structure) {
  if (structure.format == quantity_format) return normalise_amount(object);
  if (json::ValueMap* map = object.if_object()) {
    drop_empty_texts(*map, structure);
    for (auto& [name, value] : *map) {
      if (const Structure* field = field_of(structure, name)) normalise(value, *field);
    }
  } else if (json::ValueList* list = object.if_array(); list != nullptr && structure.items) {
    for (json::Value& item : *list) normalise(item, *structure.items);
  }
}

json::Value empty_object(const Structure& structure) {
  json::ValueMap map;
  for (const auto& [name, field] : structure.properties) {
    if (is_empty_map(field->default_value)) map.emplace(name, empty_object(*field));
  }
  for (const std::string& name : structure.lists_always_there) {
    map.emplace(name, json::ValueList{});
  }
  return map;
}

}  // namespace telltale::schema
