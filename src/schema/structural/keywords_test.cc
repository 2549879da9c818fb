// SPDX-License-Identifier: Apache-2.0
#include "schema/structural/keywords.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "json/print.h"
#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

TEST(SchemaKeywords, UnknownOnesArePruned) {
  json::Value schema = value_of(R"({"type":"object","bogus":1,"properties":{
      "bogus":{"type":"string","readOnly":true},
      "list":{"type":"array","items":{"writeOnly":true,"type":"string"}}},
    "allOf":[{"if":{}}],"additionalProperties":{"const":1},"default":{"anything":1}})");
  EXPECT_EQ(prune_keywords(schema, "S"),
            (std::vector<std::string>{"S.additionalProperties.const", "S.allOf[0].if", "S.bogus",
                                      "S.properties[bogus].readOnly",
                                      "S.properties[list].items.writeOnly"}));
  EXPECT_EQ(json::print(schema),
            R"({"additionalProperties":{},"allOf":[{}],"default":{"anything":1},"properties":{)"
            R"("bogus":{"type":"string"},"list":{"items":{"type":"string"},"type":"array"}},)"
            R"("type":"object"})");
}

TEST(SchemaKeywords, HoldWhatTheyMust) {
  const auto wrong = [](std::string_view text) {
    return texts(check_keyword_kinds(value_of(text), "S"));
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(wrong(R"({"type":"object","maxLength":3,"minimum":1.5,"enum":[],"not":{},"items":[{}],
                      "additionalProperties":true,"title":null})"),
            Texts{});
  EXPECT_EQ(wrong(R"({"maxLength":1.5})"),
            Texts{"S.maxLength: Invalid value: 1.5: must be of type integer"});
  EXPECT_EQ(wrong(R"({"properties":{"a":{"nullable":"yes"}}})"),
            Texts{R"(S.properties[a].nullable: Invalid value: "yes": must be of type boolean)"});
  EXPECT_EQ(wrong(R"({"required":["a",1]})").size(), 1U);
  EXPECT_EQ(wrong(R"({"allOf":[1]})"),
            Texts{"S.allOf[0]: Invalid value: 1: must be of type object"});
}

}  // namespace
}  // namespace telltale::schema
