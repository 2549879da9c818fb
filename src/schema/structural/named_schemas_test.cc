// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/named_schemas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parse.h"
#include "json/print.h"
#include "schema/shape.h"
#include "schema/structural/normal_form.h"

namespace telltale::schema {
namespace {

using testing::ElementsAre;

NamedSchemas named(std::string_view text) { return NamedSchemas(json::parse(text)->get_object()); }

constexpr std::string_view pods = R"({
  "Pod": {"type": "object", "properties": {"spec": {"$ref": "Spec", "default": {}}}},
  "Set": {"type": "object", "required": ["pods"],
          "properties": {"pods": {"type": "array", "items": {"$ref": "Pod"}},
          "main": {"$ref": "Spec"}}},
  "Spec": {"type": "object", "required": ["name"],
           "properties": {"name": {"type": "string"},
                          "cpu": {"type": "string", "format": "k8s-quantity"}}},
  "Loop": {"type": "object", "properties": {"inner": {"$ref": "Loop"}}}})";

TEST(NamedSchemas, AreCompiledOnceAndShared) {
  NamedSchemas schemas = named(pods);
  const StructurePtr set = schemas.compiled("Set");
  EXPECT_EQ(set->properties.at("main"), schemas.compiled("Spec"));
  EXPECT_EQ(set->properties.at("pods")->items, schemas.compiled("Pod"));
  EXPECT_EQ(schemas.compiled("Nobody"), nullptr);
}

TEST(NamedSchemas, TakeADefaultBesideAReference) {
  NamedSchemas schemas = named(pods);
  const StructurePtr pod = schemas.compiled("Pod");
  EXPECT_EQ(*pod->properties.at("spec")->default_value, json::Value(json::ValueMap{}));
  EXPECT_FALSE(schemas.compiled("Spec")->default_value.has_value());
  json::Value object = json::ValueMap{};
  fill_defaults(object, *pod);
  EXPECT_EQ(json::print(object), R"({"spec":{}})");
}

TEST(NamedSchemas, ThatHoldThemselvesEndSomewhere) {
  NamedSchemas schemas = named(pods);
  const StructurePtr loop = schemas.compiled("Loop");
  EXPECT_TRUE(loop->properties.at("inner")->preserve_unknown);
}

TEST(NamedSchemas, TellWhatTheyReach) {
  NamedSchemas schemas = named(pods);
  EXPECT_THAT(schemas.reached_from(*schemas.find("Set")), ElementsAre("Pod", "Spec"));
  EXPECT_THAT(schemas.reached_from(*schemas.find("Loop")), ElementsAre("Loop"));
}

TEST(NamedSchemas, AreNothingToTheSchemasOfOthers) {
  const StructurePtr own = compile(*json::parse(R"({"type":"object","$ref":"Spec"})"));
  EXPECT_TRUE(own->properties.empty());
}

TEST(NormalForm, WritesAmountsInOneWayAndDropsEmptyTexts) {
  NamedSchemas schemas = named(pods);
  json::Value object = *json::parse(R"({"pods":[{"spec":{"name":"","cpu":1}}],
                                        "main":{"name":"a","cpu":"1000m"}})");
  normalise(object, *schemas.compiled("Set"));
  EXPECT_EQ(json::print(object),
            R"({"main":{"cpu":"1","name":"a"},"pods":[{"spec":{"cpu":"1"}}]})");
}

TEST(NormalForm, HasPlacesInAnObjectOfWhichNothingWasSaid) {
  NamedSchemas schemas = named(pods);
  EXPECT_EQ(json::print(empty_object(*schemas.compiled("Pod"))), R"({"spec":{}})");
  EXPECT_EQ(json::print(empty_object(*schemas.compiled("Set"))), R"({"pods":[]})");
}

}  // namespace
}  // namespace telltale::schema
