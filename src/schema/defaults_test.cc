// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "json/print.h"
#include "schema/shape.h"
#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

std::string filled(std::string_view schema, std::string_view object) {
  json::Value value = value_of(object);
  fill_defaults(value, *compile(value_of(schema)));
  return json::print(value);
}

constexpr const char* nested = R"({"properties":{"spec":{"properties":{
    "a":{"default":1},
    "b":{"properties":{"c":{"default":"x"}}}}}}})";

TEST(SchemaDefaults, AreFilledInWhereTheParentIs) {
  EXPECT_EQ(filled(nested, "{}"), "{}");
  EXPECT_EQ(filled(nested, R"({"spec":{}})"), R"({"spec":{"a":1}})");
  EXPECT_EQ(filled(nested, R"({"spec":{"b":{}}})"), R"({"spec":{"a":1,"b":{"c":"x"}}})");
}

TEST(SchemaDefaults, LeaveWhatIsThere) {
  EXPECT_EQ(filled(nested, R"({"spec":{"a":0,"b":{"c":""}}})"), R"({"spec":{"a":0,"b":{"c":""}}})");
}

TEST(SchemaDefaults, OfAnObjectAreFilledInFurther) {
  EXPECT_EQ(filled(R"({"properties":{"a":{"default":{},"properties":{"b":{"default":2}}}}})", "{}"),
            R"({"a":{"b":2}})");
}

TEST(SchemaDefaults, ReplaceNullsThatAreNotAllowed) {
  const char* schema = R"({"properties":{"a":{"default":1},)"
                       R"("b":{"default":1,"nullable":true},"c":{},"d":{"nullable":true}}})";
  EXPECT_EQ(filled(schema, R"({"a":null,"b":null,"c":null,"d":null})"),
            R"({"a":1,"b":null,"d":null})");
}

TEST(SchemaDefaults, DropNullsOfMapsAndKeepThemInLists) {
  EXPECT_EQ(filled(R"({"additionalProperties":{"type":"string"}})", R"({"a":null,"b":"c"})"),
            R"({"b":"c"})");
  EXPECT_EQ(filled(R"({"items":{"type":"string"}})", R"([null,"a"])"), R"([null,"a"])");
  EXPECT_EQ(filled(R"({"items":{"default":"d"}})", R"([null,"a"])"), R"(["d","a"])");
}

TEST(SchemaDefaults, ReachItemsAndValuesOfMaps) {
  EXPECT_EQ(filled(R"({"items":{"properties":{"a":{"default":1}}}})", R"([{},{"a":2},3])"),
            R"([{"a":1},{"a":2},3])");
  EXPECT_EQ(filled(R"({"additionalProperties":{"properties":{"a":{"default":1}}}})", R"({"x":{}})"),
            R"({"x":{"a":1}})");
}

TEST(SchemaDefaults, LeaveNullsAloneThatNoSchemaSpeaksOf) {
  EXPECT_EQ(filled(R"({"properties":{}})", R"({"x":null})"), R"({"x":null})");
}

}  // namespace
}  // namespace telltale::schema
