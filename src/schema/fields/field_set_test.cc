// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/field_set.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "schema/fields/structure_for_test.h"

namespace telltale::schema {
namespace {

FieldSet set_of(std::string_view text) {
  auto set = read_field_set(parsed(text));
  EXPECT_TRUE(set.has_value()) << text;
  return set.value_or(FieldSet());
}

FieldSet random_set(Rng& rng, unsigned depth = 0) {
  constexpr const char* elements[] = {
      "f:a",          "f:b", "f:.", "k:{\"type\":\"Ready\"}", "k:{\"port\":1,\"protocol\":\"TCP\"}",
      "v:\"x\\\"y\"", "v:7", "i:0"};
  FieldSet set;
  set.member = depth > 0 && rng.one_in(2);
  for (std::uint64_t left = depth < 4 ? rng.below(4) : 0; left > 0; --left) {
    FieldSet child = random_set(rng, depth + 1);
    if (!child.empty()) set.children[elements[rng.below(8)]] = child;
  }
  return set;
}

TEST(FieldSetNotation, ReadsTheRecordedExample) {
  const FieldSet set = set_of(R"({"f:spec":{".":{},"f:color":{},"f:tags":{".":{},"v:\"a\"":{}}}})");
  ASSERT_EQ(set.children.size(), 1U);
  const FieldSet& spec = set.children.at("f:spec");
  EXPECT_TRUE(spec.member);
  EXPECT_TRUE(spec.children.at("f:color").member);
  EXPECT_TRUE(spec.children.at("f:tags").member);
  EXPECT_TRUE(spec.children.at("f:tags").children.at("v:\"a\"").member);
}

TEST(FieldSetNotation, TellsAContainerThatIsOwnedFromOneOnTheWay) {
  EXPECT_FALSE(set_of(R"({"f:spec":{"f:size":{}}})").children.at("f:spec").member);
  EXPECT_TRUE(set_of(R"({"f:spec":{".":{}}})").children.at("f:spec").member);
  EXPECT_TRUE(set_of(R"({"f:spec":{}})").children.at("f:spec").member);
  EXPECT_TRUE(set_of(R"({".":{}})").empty());
}

TEST(FieldSetNotation, GivesEqualStepsEqualTexts) {
  const FieldSet plain = set_of(R"({"k:{\"a\":1,\"b\":\"x\"}":{},"v:1":{}})");
  EXPECT_EQ(set_of(R"({"k:{ \"b\": \"x\", \"a\": 1.0 }":{},"v:1.0":{}})"), plain);
  EXPECT_EQ(set_of(R"({"k:{\"\\u0061\":1,\"b\":\"\\u0078\"}":{},"v: 1":{}})"), plain);
}

TEST(FieldSetNotation, LeavesOutStepsOfKindsItDoesNotKnow) {
  EXPECT_EQ(set_of(R"({"x:later":{"f:a":{}},"f:b":{}})"), set_of(R"({"f:b":{}})"));
}

TEST(FieldSetNotation, RefusesWhatIsNoSet) {
  for (const std::string_view text :
       {"[]", "null", "1", R"({"f:a":1})", R"({"spec":{}})", R"({"f":{}})", R"({"":{}})",
        R"({"k:[]":{}})", R"({"k:{":{}})", R"({"v:":{}})", R"({"i:x":{}})", R"({"i:":{}})",
        R"({"i:123456789012345678901":{}})"}) {
    EXPECT_FALSE(read_field_set(parsed(text)).has_value()) << text;
  }
}

TEST(FieldSetNotation, RefusesWhatIsTooDeep) {
  std::string open, close;
  for (int level = 0; level < 150; ++level) open += R"({"f:a":)", close += '}';
  const auto value = json::parse(open + "{}" + close, {.depth = 500});
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(read_field_set(*value).error().kind, Error::Kind::TooLarge);
}

RC_GTEST_PROP(FieldSetNotation, SurvivesWritingAndReading, (std::uint64_t seed)) {
  Rng rng(seed);
  const FieldSet set = random_set(rng);
  const auto again = read_field_set(to_fields_v1(set));
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == set);
}

RC_GTEST_PROP(FieldSetLaws, HoldForUnionDifferenceAndIntersection, (std::uint64_t seed)) {
  Rng rng(seed);
  const FieldSet a = random_set(rng), b = random_set(rng), c = random_set(rng);
  RC_ASSERT(union_of(a, b) == union_of(b, a));
  RC_ASSERT(union_of(a, union_of(b, c)) == union_of(union_of(a, b), c));
  RC_ASSERT(intersection_of(a, b) == intersection_of(b, a));
  RC_ASSERT(difference_of(a, a).empty());
  RC_ASSERT(intersection_of(difference_of(a, b), b).empty());
  RC_ASSERT(union_of(difference_of(a, b), intersection_of(a, b)) == a);
  RC_ASSERT(difference_of(a, union_of(b, c)) == difference_of(difference_of(a, b), c));
  RC_ASSERT(have_common_fields(a, b) == !intersection_of(a, b).empty());
}

TEST(FieldSetPaths, ReadAsTheApiWritesThem) {
  const FieldSet set = set_of(
      R"({"f:status":{"f:conditions":{".":{},"k:{\"type\":\"Ready\"}":{"f:status":{}}}},
          "f:spec":{"f:ports":{"k:{\"port\":80,\"protocol\":\"TCP\"}":{}},"f:size":{},
                    "f:tags":{"v:\"a\"":{}},"f:steps":{"i:3":{}}}})");
  const std::vector<std::string> expected = {
      ".spec.size",         ".spec.ports[port=80,protocol=\"TCP\"]",
      ".spec.steps[3]",     ".spec.tags[=\"a\"]",
      ".status.conditions", ".status.conditions[type=\"Ready\"].status",
  };
  EXPECT_EQ(paths_of(set), expected);
}

TEST(FieldsOfAnObject, AreLeavesItemsAndContainers) {
  const json::Value object = gadget(
      R"({"size":1,"steps":["x"],"frozen":{"a":"1"},"limits":{"cpu":1},"settings":{"x":{"y":[1]}},
          "ports":[{"port":80}],"tags":["a"]})");
  EXPECT_EQ(json::print(to_fields_v1(fields_of(object, *gadget_structure()))),
            R"({"f:spec":{".":{},"f:frozen":{},"f:limits":{".":{},"f:cpu":{}},)"
            R"("f:ports":{".":{},"k:{\"port\":80,\"protocol\":\"TCP\"}":{".":{},"f:port":{}}},)"
            R"("f:settings":{".":{},"f:x":{".":{},"f:y":{}}},"f:size":{},"f:steps":{},)"
            R"("f:tags":{".":{},"v:\"a\"":{}}}})");
}

TEST(FieldsOfAnObject, LeaveOutWhatNobodyOwns) {
  const json::Value object = parsed(
      R"({"apiVersion":"v1","kind":"X","metadata":{"name":"n","namespace":"d","uid":"u",
          "generation":1,"resourceVersion":"1","creationTimestamp":"t","selfLink":"s",
          "generateName":"n-","managedFields":[{}],"labels":{},"finalizers":["b"],
          "ownerReferences":[{"uid":"1","name":"o"}]}})");
  EXPECT_EQ(json::print(to_fields_v1(fields_of(object, *gadget_structure()))),
            R"({"f:metadata":{"f:finalizers":{".":{},"v:\"b\"":{}},"f:generateName":{},)"
            R"("f:labels":{},"f:ownerReferences":{".":{},"k:{\"uid\":\"1\"}":{}}}})");
}

TEST(FieldsOfAnObject, TakeAListForOneValueWhenItsItemsCannotBeToldApart) {
  for (const std::string_view spec :
       {R"({"tags":["a","a"]})", R"({"tags":[{}]})", R"({"tags":[null]})"}) {
    EXPECT_EQ(json::print(to_fields_v1(fields_of(gadget(spec), *gadget_structure()))),
              R"({"f:spec":{".":{},"f:tags":{}}})");
  }
}

}  // namespace
}  // namespace telltale::schema
