// SPDX-License-Identifier: Apache-2.0
#include "schema/strategic_merge.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "json/parse.h"
#include "json/patch/merge_patch.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::schema {
namespace {

StructurePtr pod_structure() {
  return compile(*json::parse(R"({"type":"object","properties":{
    "data":{"type":"object","additionalProperties":{"type":"string"}},
    "spec":{"type":"object","properties":{
      "strategy":{"type":"object","properties":{"type":{"type":"string"},
        "rolling":{"type":"object"}}},
      "args":{"type":"array","items":{"type":"string"}},
      "containers":{"type":"array","x-kubernetes-patch-strategy":"merge",
        "x-kubernetes-patch-merge-key":"name",
        "items":{"type":"object","properties":{
          "name":{"type":"string"},"image":{"type":"string"},
          "env":{"type":"array","x-kubernetes-patch-strategy":"merge",
            "x-kubernetes-patch-merge-key":"name","items":{"type":"object"}}}}}}}}})"));
}

std::string merged(std::string_view target, std::string_view patch) {
  const auto result = strategic_merge(*json::parse(target), *json::parse(patch), *pod_structure());
  return result ? json::print(*result) : "refused: " + result.error().detail;
}

std::string merged_finalizers(std::string_view target, std::string_view patch) {
  return merged(R"({"metadata":{"finalizers":)" + std::string(target) + "}}",
                R"({"metadata":)" + std::string(patch) + "}");
}

std::string merged_containers(std::string_view target, std::string_view patch) {
  return merged(R"({"spec":{"containers":)" + std::string(target) + "}}",
                R"({"spec":)" + std::string(patch) + "}");
}

TEST(StrategicMerge, MergesMapsAndRemovesNulls) {
  EXPECT_EQ(merged(R"({"data":{"a":"1","b":"2"}})", R"({"data":{"a":null,"c":"3","d":null}})"),
            R"({"data":{"b":"2","c":"3"}})");
  EXPECT_EQ(merged(R"({})", R"({"metadata":{"labels":{"a":"b","c":null}}})"),
            R"({"metadata":{"labels":{"a":"b"}}})");
}

TEST(StrategicMerge, ReplacesListsWithoutAStrategy) {
  EXPECT_EQ(merged(R"({"spec":{"args":["a","b"]}})", R"({"spec":{"args":["c"]}})"),
            R"({"spec":{"args":["c"]}})");
}

TEST(StrategicMerge, AddsToFinalizersAndKeepsEachOnce) {
  EXPECT_EQ(merged_finalizers(R"(["a","b"])", R"({"finalizers":["c"]})"),
            R"({"metadata":{"finalizers":["c","a","b"]}})");
  EXPECT_EQ(merged_finalizers(R"(["a","b"])", R"({"finalizers":["b","c"]})"),
            R"({"metadata":{"finalizers":["a","b","c"]}})");
}

TEST(StrategicMerge, DeletesFromFinalizers) {
  EXPECT_EQ(
      merged_finalizers(R"(["a","b","c"])", R"({"$deleteFromPrimitiveList/finalizers":["b"]})"),
      R"({"metadata":{"finalizers":["a","c"]}})");
  EXPECT_EQ(
      merged(R"({"metadata":{}})", R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["b"]}})"),
      R"({"metadata":{}})");
  EXPECT_EQ(merged_finalizers(R"(["a"])", R"({"finalizers":null})"), R"({"metadata":{}})");
}

TEST(StrategicMerge, SetsTheOrderOfFinalizers) {
  EXPECT_EQ(merged_finalizers(R"(["a","b","c"])",
                              R"({"finalizers":["d"],"$setElementOrder/finalizers":["d","c","a"],
                    "$deleteFromPrimitiveList/finalizers":["b"]})"),
            R"({"metadata":{"finalizers":["d","c","a"]}})");
}

TEST(StrategicMerge, MergesOwnerReferencesByUid) {
  EXPECT_EQ(merged(R"({"metadata":{"ownerReferences":[{"uid":"1","name":"x"},{"uid":"2"}]}})",
                   R"({"metadata":{"ownerReferences":[{"uid":"1","name":"y"},{"uid":"3"},
                                                      {"$patch":"delete","uid":"2"}]}})"),
            R"({"metadata":{"ownerReferences":[{"name":"y","uid":"1"},{"uid":"3"}]}})");
}

TEST(StrategicMerge, MergesItemsByKeyAtEveryDepth) {
  EXPECT_EQ(merged_containers(
                R"([{"name":"a","image":"1","env":[{"name":"X","value":"1"}]},{"name":"b"}])",
                R"({"containers":[{"name":"a","image":"2",
                                   "env":[{"name":"Y","value":"2"}]}]})"),
            R"({"spec":{"containers":[{"env":[{"name":"Y","value":"2"},{"name":"X","value":"1"}],)"
            R"("image":"2","name":"a"},{"name":"b"}]}})");
}

TEST(StrategicMerge, ReplacesAListWhenAnItemSaysSo) {
  EXPECT_EQ(merged_containers(R"([{"name":"a"},{"name":"b"}])",
                              R"({"containers":[{"name":"c"},{"$patch":"replace"}]})"),
            R"({"spec":{"containers":[{"name":"c"}]}})");
}

TEST(StrategicMerge, OrdersItemsByTheirKeys) {
  EXPECT_EQ(merged_containers(R"([{"name":"a"},{"name":"b"},{"name":"s"}])",
                              R"({"$setElementOrder/containers":[{"name":"b"},{"name":"a"}]})"),
            R"({"spec":{"containers":[{"name":"b"},{"name":"a"},{"name":"s"}]}})");
}

TEST(StrategicMerge, ReplacesAndDeletesMaps) {
  EXPECT_EQ(merged(R"({"spec":{"strategy":{"type":"x","rolling":{"a":1}}}})",
                   R"({"spec":{"strategy":{"$patch":"replace","type":"y"}}})"),
            R"({"spec":{"strategy":{"type":"y"}}})");
  EXPECT_EQ(merged(R"({"data":{"a":"1"}})", R"({"data":{"$patch":"delete"}})"), R"({"data":{}})");
  EXPECT_EQ(merged(R"({})", R"({"data":{"$patch":"delete"}})"), R"({})");
  EXPECT_EQ(merged(R"({"data":{"a":"1"}})", R"({"data":{"$patch":"merge","b":"2"}})"),
            R"({"data":{"a":"1","b":"2"}})");
}

TEST(StrategicMerge, RetainsOnlyTheKeysItIsTold) {
  EXPECT_EQ(merged(R"({"spec":{"strategy":{"type":"x","rolling":{"a":1}}}})",
                   R"({"spec":{"strategy":{"$retainKeys":["type"],"type":"y"}}})"),
            R"({"spec":{"strategy":{"type":"y"}}})");
  EXPECT_EQ(merged(R"({"data":{"a":"1"}})", R"({"data":{"$retainKeys":["b"],"a":"2"}})"),
            "refused: invalid patch format of retainKeys");
}

TEST(StrategicMerge, RefusesDirectivesThatMakeNoSense) {
  for (const std::string_view patch :
       {R"({"data":{"$patch":"burn"}})", R"({"data":{"$retainKeys":"a"}})",
        R"({"metadata":{"$deleteFromPrimitiveList/finalizers":"a"}})",
        R"({"metadata":{"$setElementOrder/finalizers":{}}})",
        R"({"spec":{"containers":[{"image":"x"}]}})",
        R"({"spec":{"containers":[{"$patch":"delete"}]}})",
        R"({"spec":{"containers":[{"$patch":"merge","name":"a"}]}})",
        R"({"spec":{"containers":[{"name":"a"},"b"]}})", "[]"}) {
    EXPECT_TRUE(merged(R"({"data":{},"metadata":{"finalizers":["a"]},
                           "spec":{"containers":[{"name":"a"}]}})",
                       patch)
                    .starts_with("refused: "))
        << patch;
  }
}

TEST(StrategicMerge, LetsNoDirectiveReachTheResult) {
  EXPECT_EQ(merged("{}",
                   R"({"data":{"$retainKeys":["a"],"a":"1"},"$setElementOrder/x":[],
                       "spec":{"$patch":"replace","containers":[{"name":"a","env":[
                         {"$patch":"delete","name":"Y"},{"name":"X"}],
                         "$setElementOrder/env":[{"name":"X"}]}]},
                       "metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}})"),
            R"({"data":{"a":"1"},"metadata":{},"spec":{"containers":[{"env":[{"name":"X"}],)"
            R"("name":"a"}]}})");
}

TEST(StrategicMerge, ReplacesValuesOfAnotherKind) {
  EXPECT_EQ(merged(R"({"data":"x","spec":{"args":{"a":1}}})",
                   R"({"data":{"a":"b"},"spec":{"args":["c"]}})"),
            R"({"data":{"a":"b"},"spec":{"args":["c"]}})");
}

RC_GTEST_PROP(StrategicMerge, IsAMergePatchWhereTheSchemaSaysNothing, (std::uint64_t seed)) {
  Rng rng(seed);
  json::ValueMap target, patch;
  target["x"] = json::random_value(rng);
  patch["x"] = json::random_value(rng);
  // Merge patches keep nulls inside lists, and so do strategic ones; both drop them in maps.
  json::Value expected = target;
  json::merge_patch(expected, patch);
  const auto result = strategic_merge(target, patch, Structure());
  RC_ASSERT(result.has_value());
  // Only maps that a patch brings inside lists differ: merge patches leave those alone.
  if (json::print(patch).find('[') == std::string::npos) {
    RC_ASSERT(json::print(*result) == json::print(expected));
  }
}

// Each mention of the container goes through its list again; so often is nobody in earnest.
TEST(StrategicMerge, EndsWhereThePatchAsksForTooMuchWork) {
  const StructurePtr structure = compile(*json::parse(
      R"({"type":"object","properties":{"c":{"type":"array","x-kubernetes-patch-strategy":"merge",
          "x-kubernetes-patch-merge-key":"n","items":{"type":"object","properties":{
            "n":{"type":"string"},
            "e":{"type":"array","x-kubernetes-patch-strategy":"merge",
                 "x-kubernetes-patch-merge-key":"n","items":{"type":"object","properties":{
                   "n":{"type":"string"}}}}}}}}})"));
  json::ValueList names;
  for (int i = 0; i < 2000; ++i) names.push_back(json::ValueMap{{"n", std::to_string(i)}});
  const json::Value target =
      json::ValueMap{{"c", json::ValueList{json::ValueMap{{"n", "a"}, {"e", names}}}}};
  const json::Value item =
      json::ValueMap{{"n", "a"}, {"e", json::ValueList{json::ValueMap{{"n", "0"}}}}};
  json::ValueList items;
  for (int i = 0; i < 1000; ++i) items.push_back(item);
  const auto merged = strategic_merge(target, json::ValueMap{{"c", items}}, *structure);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().kind, Error::Kind::TooLarge);
  EXPECT_TRUE(strategic_merge(target, json::ValueMap{{"c", json::ValueList{item}}}, *structure));
}

}  // namespace
}  // namespace telltale::schema
