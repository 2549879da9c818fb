// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "json/print.h"
#include "schema/shape.h"
#include "schema/texts_for_test.h"

namespace telltale::schema {
namespace {

struct Pruned {
  std::string object;
  std::vector<std::string> removed;
};

Pruned pruned(std::string_view schema, std::string_view object, Root root = Root::Value) {
  json::Value value = value_of(object);
  auto removed = prune(value, *compile(value_of(schema)), root);
  return {json::print(value), removed};
}

TEST(Prune, TakesAwayWhatTheSchemaDoesNotKnow) {
  const Pruned result = pruned(
      R"({"properties":{"spec":{"properties":{"a":{},"list":{"items":{"properties":{"b":{}}}}}}}})",
      R"({"spec":{"a":1,"bogus":2,"list":[{"b":1,"x":1},{"y":2}]},"other":{}})");
  EXPECT_EQ(result.object, R"({"spec":{"a":1,"list":[{"b":1},{}]}})");
  EXPECT_EQ(result.removed,
            (std::vector<std::string>{"other", "spec.bogus", "spec.list[0].x", "spec.list[1].y"}));
}

TEST(Prune, KnowsWhatEveryResourceHas) {
  const Pruned result =
      pruned(R"({"properties":{"metadata":{"properties":{"name":{}}}}})",
             R"({"apiVersion":"v1","kind":"K","metadata":{"name":"a","labels":{}},"x":1})",
             Root::Resource);
  EXPECT_EQ(result.object, R"({"apiVersion":"v1","kind":"K","metadata":{"labels":{},"name":"a"}})");
  EXPECT_EQ(result.removed, std::vector<std::string>{"x"});
}

TEST(Prune, LeavesAloneWhatIsPreserved) {
  const char* schema = R"({"x-kubernetes-preserve-unknown-fields":true,
                           "properties":{"known":{"properties":{"a":{}}}}})";
  const Pruned result = pruned(schema, R"({"known":{"a":1,"b":2},"free":{"c":{"d":1}}})");
  EXPECT_EQ(result.object, R"({"free":{"c":{"d":1}},"known":{"a":1}})");
  EXPECT_EQ(result.removed, std::vector<std::string>{"known.b"});
}

TEST(Prune, PreservesTheItemsOfAPreservedList) {
  const char* schema = R"({"type":"array","x-kubernetes-preserve-unknown-fields":true,
                           "items":{"properties":{"a":{"properties":{}}}}})";
  EXPECT_EQ(pruned(schema, R"([{"a":{"x":1},"b":1}])").object, R"([{"a":{},"b":1}])");
  EXPECT_EQ(pruned(R"({"x-kubernetes-preserve-unknown-fields":true})", R"([[{"a":1}]])").object,
            R"([[{"a":1}]])");
}

TEST(Prune, GoesIntoTheValuesOfMaps) {
  const char* schema = R"({"additionalProperties":{"properties":{"a":{}}}})";
  const Pruned result = pruned(schema, R"({"one":{"a":1,"b":1},"two":3})");
  EXPECT_EQ(result.object, R"({"one":{"a":1},"two":3})");
  EXPECT_EQ(result.removed, std::vector<std::string>{"one.b"});
}

TEST(Prune, AdditionalPropertiesWithoutASchemaKeepKeysOnly) {
  EXPECT_EQ(pruned(R"({"additionalProperties":true})", R"({"a":1,"b":{"c":1}})").object,
            R"({"a":1,"b":{}})");
}

TEST(Prune, KeepsTheTypeAndMetadataOfEmbeddedResources) {
  const char* schema = R"({"properties":{"template":{"x-kubernetes-embedded-resource":true,
      "properties":{"spec":{"properties":{"a":{}}}}}}})";
  const Pruned result = pruned(schema, R"({"template":{"apiVersion":"v1","kind":"Pod",
      "metadata":{"name":"a","labels":{"x":"y"},"bogus":1},"spec":{"a":1,"b":1},"other":1}})");
  EXPECT_EQ(result.object, R"({"template":{"apiVersion":"v1","kind":"Pod",)"
                           R"("metadata":{"labels":{"x":"y"},"name":"a"},"spec":{"a":1}}})");
  EXPECT_EQ(result.removed, (std::vector<std::string>{"template.metadata.bogus", "template.other",
                                                      "template.spec.b"}));
}

TEST(Prune, TellsAboutALimitedNumberOfFields) {
  json::ValueMap many;
  for (int i = 0; i < 1000; ++i) many[std::to_string(i)] = i;
  json::Value value = many;
  const auto removed = prune(value, *compile(value_of("{}")), Root::Value);
  EXPECT_EQ(removed.size(), unknown_fields_max);
  EXPECT_EQ(json::print(value), "{}");
}

TEST(Prune, LeavesScalarsAlone) {
  EXPECT_EQ(pruned(R"({"properties":{"a":{"type":"object"}}})", R"({"a":5})").object, R"({"a":5})");
  EXPECT_EQ(pruned("{}", "5", Root::Resource).object, "5");
}

}  // namespace
}  // namespace telltale::schema
