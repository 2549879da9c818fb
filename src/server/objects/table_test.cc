// SPDX-License-Identifier: Apache-2.0
#include "server/objects/table.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::server {
namespace {

Column column(std::string type, std::string path) {
  auto parsed = parse_json_path(path);
  check(parsed.has_value(), "a test's path is one");
  return {.name = "C",
          .type = std::move(type),
          .json_path = path,
          .path = std::make_shared<const JsonPath>(std::move(*parsed))};
}

std::string cell(const std::string& type, std::string_view value) {
  const Resource gadgets{.group = "a.io", .plural = "gadgets"};
  const Version version{.name = "v1", .columns = {column(type, ".v")}};
  const std::string object = format(R"({{"metadata":{{"name":"n"}},"v":{}}})", value);
  return table_cells(gadgets, version, object, Instant(Seconds{1'767'225'600 + 3600}));
}

TEST(Table, NamesComeFirstAndAgesWhereThereIsNothingElse) {
  const std::string columns = column_definitions(Version{.name = "v1"});
  EXPECT_TRUE(columns.starts_with(R"([{"name":"Name","type":"string","format":"name")")) << columns;
  EXPECT_NE(columns.find(R"({"name":"Age","type":"date")"), std::string::npos);
  const Version own{.name = "v1", .columns = {column("integer", ".v")}};
  EXPECT_EQ(column_definitions(own).find("Age"), std::string::npos);
  const Resource gadgets{.group = "a.io", .plural = "gadgets"};
  EXPECT_EQ(table_cells(gadgets, Version{.name = "v1"},
                        R"({"metadata":{"name":"n","creationTimestamp":"2026-01-01T00:00:00Z"}})",
                        Instant(Seconds{1'767'225'600 + 90})),
            R"(["n","90s"])");
}

TEST(Table, CellsAreOfTheirColumnsType) {
  EXPECT_EQ(cell("integer", "5"), R"(["n",5])");
  EXPECT_EQ(cell("integer", "5.7"), R"(["n",5])");
  EXPECT_EQ(cell("integer", R"("5")"), R"(["n",null])");
  EXPECT_EQ(cell("number", "1.5"), R"(["n",1.5])");
  EXPECT_EQ(cell("boolean", "true"), R"(["n",true])");
  EXPECT_EQ(cell("boolean", "1"), R"(["n",null])");
  EXPECT_EQ(cell("string", R"({"b":[1]})"), R"(["n","{\"b\":[1]}"])");
  EXPECT_EQ(cell("string", "null"), R"(["n",null])");
}

TEST(Table, NumbersBeyondAllIntegersAreNoIntegers) {
  EXPECT_EQ(cell("integer", "1e300"), R"(["n",null])");
  EXPECT_EQ(cell("integer", "-1e300"), R"(["n",null])");
  EXPECT_EQ(cell("integer", "9223372036854775807"), R"(["n",9223372036854775807])");
}

TEST(Table, DatesAreAges) {
  EXPECT_EQ(cell("date", R"("2026-01-01T00:00:00Z")"), R"(["n","60m"])");
  EXPECT_EQ(cell("date", R"("2027-01-01T00:00:00Z")"), R"(["n","0s"])");
  EXPECT_EQ(cell("date", R"("yesterday")"), R"(["n","<invalid>"])");
  EXPECT_EQ(cell("date", "5"), R"(["n","<invalid>"])");
}

TEST(Table, WhatCannotBeReadHasNoCells) {
  EXPECT_EQ(table_cells({}, Version{.name = "v1"}, "{", Instant(Seconds{0})), "[]");
}

TEST(Table, BuiltInKindsFillTheirOwnCells) {
  const Resource kind{.plural = "things",
                      .behavior = std::make_shared<const KindBehavior>(
                          KindBehavior{.cells = [](const json::Value&, Instant) {
                            return json::Value(json::ValueList{1, "b"});
                          }})};
  EXPECT_EQ(
      table_cells(kind, Version{.name = "v1"}, R"({"metadata":{"name":"n"}})", Instant(Seconds{0})),
      R"(["n",1,"b"])");
}

}  // namespace
}  // namespace telltale::server
