// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "schema/structural/structure.h"
#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

Texts wrong_schema(std::string_view schema) {
  return texts(check_structural(value_of(schema), "S"));
}

// The same of a field, whose path is S.properties[x].
Texts wrong_field(std::string_view schema) {
  return wrong_schema(format(R"({{"type":"object","properties":{{"x":{}}}}})", schema));
}

constexpr const char* must_not_be_empty =
    "S.properties[x].type: Required value: must not be empty for specified object fields";

TEST(Structural, AGoodSchemaIsGood) {
  EXPECT_EQ(wrong_schema(R"({"type":"object","description":"d","required":["spec"],"properties":{
    "apiVersion":{"type":"string"},"kind":{"type":"string"},
    "metadata":{"type":"object","properties":{"name":{"type":"string","maxLength":20}}},
    "spec":{"type":"object","properties":{
      "size":{"type":"integer","default":3,"minimum":1},
      "port":{"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]},
      "limit":{"x-kubernetes-int-or-string":true,
               "allOf":[{"anyOf":[{"type":"integer"},{"type":"string"}]},{"pattern":"^a"}]},
      "free":{"x-kubernetes-preserve-unknown-fields":true},
      "labels":{"type":"object","additionalProperties":{"type":"string"}},
      "template":{"type":"object","x-kubernetes-embedded-resource":true,
                  "x-kubernetes-preserve-unknown-fields":true},
      "list":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],
        "items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},
      "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}},
     "oneOf":[{"required":["size"]},{"properties":{"size":{"minimum":3}}}]}}})"),
            Texts{});
}

TEST(Structural, EveryLevelHasAType) {
  EXPECT_EQ(wrong_schema("{}"), Texts{"S.type: Required value: must not be empty at the root"});
  EXPECT_EQ(wrong_schema(R"({"type":"array","items":{"type":"string"}})"),
            Texts{R"(S.type: Invalid value: "array": must be object at the root)"});
  EXPECT_EQ(wrong_field("{}"), Texts{must_not_be_empty});
  EXPECT_EQ(wrong_field(R"({"type":"array","items":{}})"),
            Texts{"S.properties[x].items.type: Required value: must not be empty for specified "
                  "array items"});
  EXPECT_EQ(wrong_field(R"({"type":"object","additionalProperties":{}})").size(), 1U);
  EXPECT_EQ(wrong_field(R"({"type":"array"})"),
            Texts{"S.properties[x].items: Required value: must be specified"});
  EXPECT_EQ(wrong_field(R"({"type":"int"})"),
            Texts{"S.properties[x].type: Unsupported value: \"int\": supported values: \"array\", "
                  "\"boolean\", \"integer\", \"number\", \"object\", \"string\""});
}

TEST(Structural, LogicalPartsHaveNoStructure) {
  for (const char* word : {"allOf", "anyOf", "oneOf"}) {
    EXPECT_EQ(wrong_field(format(R"({{"type":"string","{}":[{{"type":"string"}}]}})", word)),
              Texts{format("S.properties[x].{}[0].type: Forbidden: must be empty to be structural",
                           word)});
  }
  EXPECT_EQ(wrong_field(R"({"type":"string","not":{"default":false}})"),
            Texts{"S.properties[x].not.default: Forbidden: must be undefined to be structural"});
  EXPECT_EQ(
      wrong_field(R"({"type":"string","allOf":[{"nullable":true,"description":"a"}]})").size(), 2U);
  EXPECT_EQ(wrong_field(R"({"type":"string","allOf":[{"nullable":false}]})"), Texts{});
  EXPECT_EQ(wrong_field(R"({"type":"object","additionalProperties":{"type":"string"},
                            "not":{"additionalProperties":{"pattern":"a"}}})"),
            Texts{"S.properties[x].not.additionalProperties: Forbidden: must be undefined to be "
                  "structural"});
  EXPECT_EQ(wrong_schema(R"({"type":"object","anyOf":[{"properties":{"metadata":{}}}],
                      "properties":{"metadata":{"type":"object"}}})"),
            Texts{"S.anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested "
                  "context"});
}

TEST(Structural, TheFormOfIntOrStringIsExact) {
  EXPECT_EQ(wrong_field(R"({"x-kubernetes-int-or-string":true,
                            "anyOf":[{"type":"string"},{"type":"integer"}]})")
                .size(),
            2U);
  EXPECT_EQ(wrong_field(R"({"x-kubernetes-int-or-string":true,
                            "x-kubernetes-preserve-unknown-fields":true})"),
            Texts{"S.properties[x].x-kubernetes-preserve-unknown-fields: Invalid value: true: must "
                  "be false if x-kubernetes-int-or-string is true"});
}

TEST(Structural, WhatThePartsOfTheRootSpeakOfIsThere) {
  EXPECT_EQ(wrong_schema(R"({"type":"object","allOf":[{"properties":{"a":{"minimum":1}}}]})"),
            Texts{"S.properties[a]: Required value: because it is defined in "
                  "S.allOf[0].properties[a]"});
}

TEST(Structural, MetadataMayRestrictNamesOnly) {
  const auto with = [](std::string_view metadata) {
    return wrong_schema(format(R"({{"type":"object","properties":{{"metadata":{}}}}})", metadata));
  };
  EXPECT_EQ(with(R"({"type":"object"})"), Texts{});
  EXPECT_EQ(with(R"({"type":"object","properties":{"name":{"type":"string","pattern":"^a"},
                     "generateName":{"type":"string"}}})"),
            Texts{});
  const Texts refused = {
      "S.properties[metadata]: Forbidden: must not specify anything other than "
      "name and generateName, but metadata is implicitly specified"};
  EXPECT_EQ(with(R"({"type":"object","properties":{"labels":{"type":"object"}}})"), refused);
  EXPECT_EQ(with(R"({"type":"object","required":["name"]})"), refused);
  EXPECT_EQ(with(R"({"type":"object","properties":{"name":{"type":"string","default":"a"}}})"),
            Texts{"S.properties[metadata].properties[name].default: Forbidden: must not be set in "
                  "top-level metadata"});
  EXPECT_EQ(wrong_schema(R"({"type":"object","properties":{"kind":{"type":"integer"}}})"),
            Texts{R"(S.properties[kind].type: Invalid value: "integer": must be string)"});
}

TEST(Structural, EmbeddedResourcesAreObjects) {
  EXPECT_EQ(wrong_field(R"({"x-kubernetes-embedded-resource":true,
                            "x-kubernetes-preserve-unknown-fields":true})"),
            Texts{"S.properties[x].type: Required value: must be object if "
                  "x-kubernetes-embedded-resource is true"});
  EXPECT_EQ(wrong_field(R"({"type":"object","x-kubernetes-embedded-resource":true})"),
            Texts{"S.properties[x].properties: Required value: must not be empty if "
                  "x-kubernetes-embedded-resource is true without "
                  "x-kubernetes-preserve-unknown-fields"});
}

TEST(Structural, WordsThatAreNotSupported) {
  EXPECT_EQ(wrong_field(R"({"type":"string","$ref":"#/a"})"),
            Texts{"S.properties[x].$ref: Forbidden: $ref is not supported"});
  EXPECT_EQ(wrong_field(R"({"type":"string","id":"a"})").size(), 1U);
  EXPECT_EQ(wrong_field(R"({"type":"object","patternProperties":{"a":{}}})").size(), 1U);
  EXPECT_EQ(wrong_field(R"({"type":"object","definitions":{"a":{}}})").size(), 1U);
  EXPECT_EQ(wrong_field(R"({"type":"object","dependencies":{}})").size(), 1U);
  EXPECT_EQ(wrong_field(R"({"type":"array","items":{"type":"string"},"uniqueItems":true})"),
            Texts{"S.properties[x].uniqueItems: Forbidden: uniqueItems cannot be set to true since "
                  "the runtime complexity becomes quadratic"});
  EXPECT_EQ(wrong_field(R"({"type":"array","items":[{"type":"string"}]})"),
            Texts{"S.properties[x].items: Forbidden: items must be a schema object and not an "
                  "array"});
  EXPECT_EQ(wrong_field(R"({"type":"null"})").size(), 2U);
}

TEST(Structural, PropertiesAndAdditionalPropertiesExcludeEachOther) {
  const Texts exclusive = {
      "S.properties[x].additionalProperties: Forbidden: additionalProperties "
      "and properties are mutual exclusive"};
  const auto with = [](std::string_view additional) {
    return wrong_field(format(
        R"({{"type":"object","properties":{{"a":{{"type":"string"}}}},"additionalProperties":{}}})",
        additional));
  };
  EXPECT_EQ(with("false"), exclusive);
  EXPECT_EQ(with(R"({"type":"string"})"), exclusive);
  EXPECT_EQ(with("true"), Texts{});
  EXPECT_EQ(wrong_schema(R"({"type":"object","additionalProperties":{"type":"string"}})"),
            Texts{"S.additionalProperties: Forbidden: must not be used at the root"});
}

TEST(Structural, PatternsCompile) {
  const Texts found = wrong_field(R"({"type":"string","pattern":"("})");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(
      found[0].starts_with("S.properties[x].pattern: Invalid value: \"(\": must be a valid "
                           "regular expression, but isn't: error parsing regexp: "))
      << found[0];
}

TEST(Structural, DefaultsFulfilTheirSchema) {
  EXPECT_EQ(wrong_field(R"({"type":"string","default":5})"),
            Texts{R"(S.properties[x].default: Invalid value: "integer":  in body )"
                  R"(must be of type string: "integer")"});
  EXPECT_EQ(wrong_field(R"({"type":"object","properties":{"a":{"type":"integer","maximum":3}},
                            "default":{"a":4}})"),
            Texts{"S.properties[x].default.a: Invalid value: 4: a in body should be less than or "
                  "equal to 3"});
  EXPECT_EQ(
      wrong_field(R"({"type":"object","properties":{},"default":{"a":4}})"),
      Texts{R"(S.properties[x].default: Invalid value: {"a":4}: must not have unknown fields)"});
  EXPECT_EQ(
      wrong_field(R"({"type":"array","items":{"type":"string","enum":["a"]},"default":["b"]})")
          .size(),
      1U);
}

Texts wrong_list(std::string_view words, std::string_view items) {
  return wrong_field(format(R"({{"type":"array",{},"items":{}}})", words, items));
}

TEST(Structural, ListsThatAreMapsHaveKeys) {
  const char* map = R"("x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"])";
  EXPECT_EQ(
      wrong_list(map, R"({"type":"object","properties":{"name":{"type":"string"}}})"),
      Texts{"S.properties[x].items.properties[name].default: Required value: this property is "
            "in x-kubernetes-list-map-keys, so it must have a default or be a required "
            "property"});
  EXPECT_EQ(
      wrong_list(map, R"({"type":"object","properties":{"name":{"type":"string","default":"a"}}})"),
      Texts{});
  EXPECT_EQ(wrong_list(map, R"({"type":"object"})"),
            Texts{"S.properties[x].x-kubernetes-list-map-keys: Invalid value: [\"name\"]: entries "
                  "must all be names of item properties"});
  EXPECT_EQ(wrong_list(map, R"({"type":"object","required":["name"],
                                "properties":{"name":{"type":"object"}}})"),
            Texts{"S.properties[x].items.properties[name].type: Invalid value: \"object\": must be "
                  "a scalar type if parent array's x-kubernetes-list-type is map"});
  EXPECT_EQ(wrong_list(map, R"({"type":"string"})"),
            Texts{"S.properties[x].items.type: Invalid value: \"string\": must be object if parent "
                  "array's x-kubernetes-list-type is map"});
  EXPECT_EQ(
      wrong_list(R"("x-kubernetes-list-type":"map")", R"({"type":"object"})"),
      Texts{"S.properties[x].x-kubernetes-list-map-keys: Required value: must not be empty if "
            "x-kubernetes-list-type is map"});
  EXPECT_EQ(wrong_list(R"("x-kubernetes-list-map-keys":["name"])", R"({"type":"object"})"),
            Texts{"S.properties[x].x-kubernetes-list-type: Required value: must be map if "
                  "x-kubernetes-list-map-keys is non-empty"});
}

TEST(Structural, SetsHoldWholeItems) {
  const char* set = R"("x-kubernetes-list-type":"set")";
  EXPECT_EQ(wrong_list(set, R"({"type":"object"})"),
            Texts{"S.properties[x].items.x-kubernetes-map-type: Invalid value: \"null\": must be "
                  "atomic as item of a list with x-kubernetes-list-type=set"});
  EXPECT_EQ(wrong_list(set, R"({"type":"object","x-kubernetes-map-type":"atomic"})"), Texts{});
  EXPECT_EQ(wrong_list(set, R"({"type":"string","nullable":true})"),
            Texts{"S.properties[x].items.nullable: Forbidden: cannot be nullable when "
                  "x-kubernetes-list-type is set"});
  EXPECT_EQ(wrong_list(R"("x-kubernetes-list-type":"bag")", R"({"type":"string"})"),
            Texts{"S.properties[x].x-kubernetes-list-type: Unsupported value: \"bag\": supported "
                  "values: \"atomic\", \"set\", \"map\""});
  EXPECT_EQ(wrong_field(R"({"type":"string","x-kubernetes-list-type":"set"})").size(), 1U);
  EXPECT_EQ(wrong_field(R"({"type":"string","x-kubernetes-map-type":"atomic"})"),
            Texts{"S.properties[x].type: Invalid value: \"string\": must be object if "
                  "x-kubernetes-map-type is specified"});
}

TEST(Structural, SmallRules) {
  EXPECT_EQ(
      wrong_field(R"({"type":"object","x-kubernetes-preserve-unknown-fields":false})"),
      Texts{"S.properties[x].x-kubernetes-preserve-unknown-fields: Invalid value: false: must "
            "be true or undefined"});
  EXPECT_EQ(wrong_schema(R"({"type":"object","nullable":true})"),
            Texts{"S.nullable: Forbidden: nullable cannot be true at the root"});
  EXPECT_EQ(wrong_field(R"({"type":"string","x-kubernetes-validations":[{"message":"a"}]})").size(),
            1U);
  EXPECT_EQ(wrong_field(R"({"type":"string","x-kubernetes-validations":[{"rule":"true"}]})"),
            Texts{});
}

TEST(Structural, AWordOfTheWrongKindIsToldAlone) {
  EXPECT_EQ(wrong_field(R"({"type":"string","required":true})"),
            Texts{"S.properties[x].required: Invalid value: true: must be of type array"});
  EXPECT_EQ(wrong_schema("5"), Texts{"S: Invalid value: 5: must be of type object"});
  EXPECT_EQ(wrong_field("null"),
            Texts{R"(S.properties[x]: Invalid value: "null": must be of type object)"});
}

TEST(Structural, DeepSchemasAreRefused) {
  json::Value deep = value_of(R"({"type":"string"})");
  for (std::size_t i = 0; i < schema_depth_max + 5; ++i) {
    deep = json::Value{{"type", "object"}, {"properties", {{"a", deep}}}};
  }
  const FieldErrors found = check_structural(deep, "S");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "Forbidden: must not be nested deeper than 64 levels");
}

}  // namespace
}  // namespace telltale::schema
