// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/structure.h"

#include <string>

#include <gtest/gtest.h>

#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

TEST(Structure, HasWhatTheSchemaSays) {
  const auto structure = compile(value_of(R"({
    "type": "object", "required": ["a"],
    "properties": {
      "a": {"type": "integer", "format": "int32", "minimum": 1, "maximum": 5, "default": 3},
      "list": {"type": "array", "items": {"type": "string", "nullable": true},
               "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]},
      "any": {"x-kubernetes-int-or-string": true},
      "map": {"type": "object", "additionalProperties": {"type": "string"},
              "x-kubernetes-map-type": "atomic"}}})"));
  EXPECT_EQ(structure->type, Structure::Type::Object);
  EXPECT_EQ(structure->required, std::vector<std::string>{"a"});
  const Structure* a = field_of(*structure, "a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->type, Structure::Type::Integer);
  EXPECT_EQ(a->bounds.maximum, 5);
  EXPECT_EQ(a->default_value, json::Value(3));
  const Structure* list = field_of(*structure, "list");
  EXPECT_EQ(list->list_type, Structure::ListType::Map);
  EXPECT_EQ(list->list_map_keys, std::vector<std::string>{"name"});
  EXPECT_TRUE(list->items->nullable);
  EXPECT_TRUE(field_of(*structure, "any")->int_or_string);
  EXPECT_EQ(field_of(*structure, "map")->map_type, Structure::MapType::Atomic);
  EXPECT_EQ(field_of(*field_of(*structure, "map"), "whatever")->type, Structure::Type::String);
  EXPECT_EQ(field_of(*structure, "unknown"), nullptr);
}

TEST(Structure, LeavesOutWhatMakesNoSense) {
  const auto structure = compile(value_of(R"({
    "type": 5, "required": [1, "a"], "properties": {"a": 1, "b": {}}, "minLength": -3,
    "maxLength": "x", "pattern": "(", "enum": 3, "allOf": {}, "default": null})"));
  EXPECT_EQ(structure->type, Structure::Type::Any);
  EXPECT_EQ(structure->required, std::vector<std::string>{"a"});
  EXPECT_EQ(structure->properties.size(), 1U);
  EXPECT_EQ(structure->bounds.min_length, 0U);
  EXPECT_FALSE(structure->bounds.max_length);
  EXPECT_EQ(structure->bounds.compiled_pattern, nullptr);
  EXPECT_FALSE(structure->default_value);
  EXPECT_EQ(compile(value_of("[1]"))->type, Structure::Type::Any);
}

TEST(Structure, IsOfALimitedDepth) {
  json::Value deep = value_of(R"({"type":"string"})");
  for (std::size_t i = 0; i < 10 * schema_depth_max; ++i) {
    json::ValueMap above;
    above["items"] = std::move(deep);
    deep = std::move(above);
  }
  const Structure* at = nullptr;
  std::size_t depth = 0;
  const auto structure = compile(deep);
  for (at = structure.get(); at->items != nullptr; at = at->items.get()) ++depth;
  EXPECT_EQ(depth, schema_depth_max + 1);
  EXPECT_TRUE(at->preserve_unknown);
}

TEST(Structure, FindsRulesAnywhere) {
  const auto has_rules = [](std::string_view text) {
    return has_rules_anywhere(*compile(value_of(text)));
  };
  EXPECT_TRUE(has_rules(R"({"x-kubernetes-validations":[{"rule":"true"}]})"));
  EXPECT_TRUE(has_rules(
      R"({"properties":{"a":{"items":{"x-kubernetes-validations":[{"rule":"true"}]}}}})"));
  EXPECT_TRUE(has_rules(R"({"allOf":[{"x-kubernetes-validations":[{"rule":"true"}]}]})"));
  EXPECT_FALSE(has_rules(R"({"x-kubernetes-validations":[],"properties":{"a":{}}})"));
}

}  // namespace
}  // namespace telltale::schema
