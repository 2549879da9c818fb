// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/gnostic.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "json/print.h"
#include "schema/structural/structure.h"
#include "server/openapi/wire_writer.h"

// The numbers are those of OpenAPIv2.proto.

namespace telltale::server::openapi {
namespace {

using Message = WireWriter;
using Field = std::uint32_t;

struct Named {
  std::string_view name;
  Field field;
};

const json::ValueMap& map_or_empty(const json::Value* value) {
  static const json::ValueMap empty;
  const json::ValueMap* map = value == nullptr ? nullptr : value->if_object();
  return map == nullptr ? empty : *map;
}

// Members by name, so that the same document always has the same bytes.
std::vector<const json::ValueMap::value_type*> sorted(const json::ValueMap& map) {
  std::vector<const json::ValueMap::value_type*> members;
  members.reserve(map.size());
  for (const auto& member : map) members.push_back(&member);
  std::ranges::sort(members, {}, [](const auto* member) { return member->key(); });
  return members;
}

void put_text(Message& out, const json::ValueMap& map, const Named& named) {
  const json::Value* value = map.if_contains(named.name);
  if (value != nullptr && value->is_string()) out.text(named.field, value->get_string());
}

void put_truth(Message& out, const json::ValueMap& map, const Named& named) {
  const json::Value* value = map.if_contains(named.name);
  if (value != nullptr && value->is_bool() && value->get_bool()) out.truth(named.field);
}

void put_texts(Message& out, const json::ValueMap& map, const Named& named) {
  const json::Value* value = map.if_contains(named.name);
  if (value == nullptr || !value->is_array()) return;
  for (const json::Value& item : value->get_array()) {
    if (item.is_string()) out.item(named.field, item.get_string());
  }
}

void put_number(Message& out, const json::ValueMap& map, const Named& named) {
  const json::Value* value = map.if_contains(named.name);
  if (value != nullptr && value->is_int64()) out.number(named.field, value->get_int64());
}

void put_real(Message& out, const json::ValueMap& map, const Named& named) {
  const json::Value* value = map.if_contains(named.name);
  if (value == nullptr || !value->is_number()) return;
  out.real(named.field, value->is_double()  ? value->get_double()
                        : value->is_int64() ? static_cast<double>(value->get_int64())
                                            : static_cast<double>(value->get_uint64()));
}

// JSON is YAML.
Message any(const json::Value& value) {
  Message out;
  out.text(2, json::print(value));
  return out;
}

void put_any(Message& out, const json::ValueMap& map, const Named& named) {
  if (const json::Value* value = map.if_contains(named.name)) out.message(named.field, any(*value));
}

Message named_message(std::string_view name, const Message& value) {
  Message out;
  out.text(1, name);
  out.message(2, value);
  return out;
}

void put_extensions(Message& out, const json::ValueMap& map, Field field) {
  for (const auto* member : sorted(map)) {
    if (!member->key().starts_with("x-")) continue;
    out.message(field, named_message(member->key(), any(member->value())));
  }
}

Message schema_message(const json::Value& value, std::size_t depth);

constexpr std::array<Named, 5> schema_texts{
    {{"$ref", 1}, {"format", 2}, {"title", 3}, {"description", 4}, {"pattern", 13}}};
constexpr std::array<Named, 3> schema_reals{{{"multipleOf", 6}, {"maximum", 7}, {"minimum", 9}}};
constexpr std::array<Named, 4> schema_truths{
    {{"exclusiveMaximum", 8}, {"exclusiveMinimum", 10}, {"uniqueItems", 16}, {"readOnly", 27}}};
constexpr std::array<Named, 6> schema_numbers{{{"maxLength", 11},
                                               {"minLength", 12},
                                               {"maxItems", 14},
                                               {"minItems", 15},
                                               {"maxProperties", 17},
                                               {"minProperties", 18}}};

void put_values(Message& out, const json::ValueMap& map) {
  for (const Named& named : schema_texts) put_text(out, map, named);
  for (const Named& named : schema_reals) put_real(out, map, named);
  for (const Named& named : schema_truths) put_truth(out, map, named);
  for (const Named& named : schema_numbers) put_number(out, map, named);
  put_any(out, map, {"default", 5});
  put_any(out, map, {"example", 30});
  put_texts(out, map, {"required", 19});
  const json::Value* choices = map.if_contains("enum");
  if (choices != nullptr && choices->is_array()) {
    for (const json::Value& choice : choices->get_array()) out.message(20, any(choice));
  }
}

void put_shape(Message& out, const json::ValueMap& map, std::size_t depth) {
  if (const json::Value* additional = map.if_contains("additionalProperties")) {
    Message item;
    if (additional->is_object()) item.message(1, schema_message(*additional, depth + 1));
    put_truth(item, map, {"additionalProperties", 2});
    out.message(21, item);
  }
  if (const json::Value* type = map.if_contains("type"); type != nullptr && type->is_string()) {
    Message item;
    item.text(1, type->get_string());
    out.message(22, item);
  }
  if (const json::Value* items = map.if_contains("items")) {
    Message item;
    item.message(1, schema_message(*items, depth + 1));
    out.message(23, item);
  }
  if (map.contains("properties")) {
    Message properties;
    for (const auto* member : sorted(map_or_empty(map.if_contains("properties")))) {
      properties.message(1,
                         named_message(member->key(), schema_message(member->value(), depth + 1)));
    }
    out.message(25, properties);
  }
}

Message schema_message(const json::Value& value, std::size_t depth) {
  Message out;
  const json::ValueMap* map = value.if_object();
  if (map == nullptr || depth > schema::schema_depth_max) return out;
  put_values(out, *map);
  put_shape(out, *map, depth);
  put_extensions(out, *map, 31);
  return out;
}

Message body_parameter_message(const json::ValueMap& map) {
  Message out;
  put_text(out, map, {"description", 1});
  put_text(out, map, {"name", 2});
  put_text(out, map, {"in", 3});
  put_truth(out, map, {"required", 4});
  if (const json::Value* value = map.if_contains("schema"))
    out.message(5, schema_message(*value, 0));
  return out;
}

Message query_parameter_message(const json::ValueMap& map) {
  Message out;
  put_truth(out, map, {"required", 1});
  put_text(out, map, {"in", 2});
  put_text(out, map, {"description", 3});
  put_text(out, map, {"name", 4});
  put_text(out, map, {"type", 6});
  put_truth(out, map, {"uniqueItems", 20});
  return out;
}

Message path_parameter_message(const json::ValueMap& map) {
  Message out;
  put_truth(out, map, {"required", 1});
  put_text(out, map, {"in", 2});
  put_text(out, map, {"description", 3});
  put_text(out, map, {"name", 4});
  put_text(out, map, {"type", 5});
  put_truth(out, map, {"uniqueItems", 19});
  return out;
}

// ParametersItem{Parameter{BodyParameter | NonBodyParameter{query | path}}}
Message parameter(const json::ValueMap& map) {
  const json::Value* place = map.if_contains("in");
  const std::string_view in =
      place != nullptr && place->is_string() ? std::string_view(place->get_string()) : "query";
  Message inner;
  if (in == "body") {
    inner.message(1, body_parameter_message(map));
  } else {
    Message elsewhere;
    if (in == "path") {
      elsewhere.message(4, path_parameter_message(map));
    } else {
      elsewhere.message(3, query_parameter_message(map));
    }
    inner.message(2, elsewhere);
  }
  Message out;
  out.message(1, inner);
  return out;
}

void put_parameters(Message& out, const json::ValueMap& map, Field field) {
  const json::Value* parameters = map.if_contains("parameters");
  if (parameters == nullptr || !parameters->is_array()) return;
  for (const json::Value& item : parameters->get_array()) {
    out.message(field, parameter(map_or_empty(&item)));
  }
}

Message response(const json::ValueMap& map) {
  Message out;
  put_text(out, map, {"description", 1});
  if (const json::Value* value = map.if_contains("schema")) {
    Message item;
    item.message(1, schema_message(*value, 0));
    out.message(2, item);
  }
  Message either;
  either.message(1, out);
  return either;
}

Message operation(const json::ValueMap& map) {
  Message out;
  put_texts(out, map, {"tags", 1});
  put_text(out, map, {"description", 3});
  put_text(out, map, {"operationId", 5});
  put_texts(out, map, {"produces", 6});
  put_texts(out, map, {"consumes", 7});
  put_parameters(out, map, 8);
  Message responses;
  for (const auto* member : sorted(map_or_empty(map.if_contains("responses")))) {
    responses.message(1, named_message(member->key(), response(map_or_empty(&member->value()))));
  }
  out.message(9, responses);
  put_texts(out, map, {"schemes", 10});
  put_extensions(out, map, 13);
  return out;
}

constexpr std::array<Named, 5> methods{
    {{"get", 2}, {"put", 3}, {"post", 4}, {"delete", 5}, {"patch", 8}}};

Message path_item(const json::ValueMap& map) {
  Message out;
  for (const Named& method : methods) {
    if (const json::Value* value = map.if_contains(method.name)) {
      out.message(method.field, operation(map_or_empty(value)));
    }
  }
  put_parameters(out, map, 9);
  return out;
}

Message information_message(const json::ValueMap& map) {
  Message out;
  put_text(out, map, {"title", 1});
  put_text(out, map, {"version", 2});
  return out;
}

}  // namespace

void GnosticDocument::add_path(std::string_view path, const json::Value& item) {
  paths_.message(2, named_message(path, path_item(map_or_empty(&item))));
}

void GnosticDocument::add_definition(std::string_view name, const json::Value& schema) {
  definitions_.message(1, named_message(name, schema_message(schema, 0)));
}

std::string GnosticDocument::take(const json::Value& information) const {
  Message out;
  out.text(1, "2.0");
  out.message(2, information_message(map_or_empty(&information)));
  out.message(8, paths_);
  out.message(9, definitions_);
  return out.take();
}

}  // namespace telltale::server::openapi
