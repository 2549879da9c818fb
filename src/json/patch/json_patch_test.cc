// SPDX-License-Identifier: Apache-2.0
#include "json/patch/json_patch.h"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::json {
namespace {

std::string patched(std::string_view target, std::string_view patch) {
  const auto result = json_patch(*parse(target), *parse(patch));
  return result ? print(*result) : "refused";
}

Error::Kind refusal(std::string_view target, std::string_view patch) {
  const auto result = json_patch(*parse(target), *parse(patch));
  EXPECT_FALSE(result.has_value()) << patch;
  return result ? Error::Kind::Internal : result.error().kind;
}

// The cases of RFC 6902, appendix A.
TEST(JsonPatch, FollowsTheExamplesOfItsStandard) {
  const std::string_view cases[][3] = {
      {R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":"qux"}])",
       R"({"baz":"qux","foo":"bar"})"},
      {R"({"foo":["bar","baz"]})", R"([{"op":"add","path":"/foo/1","value":"qux"}])",
       R"({"foo":["bar","qux","baz"]})"},
      {R"({"baz":"qux","foo":"bar"})", R"([{"op":"remove","path":"/baz"}])", R"({"foo":"bar"})"},
      {R"({"foo":["bar","qux","baz"]})", R"([{"op":"remove","path":"/foo/1"}])",
       R"({"foo":["bar","baz"]})"},
      {R"({"baz":"qux","foo":"bar"})", R"([{"op":"replace","path":"/baz","value":"boo"}])",
       R"({"baz":"boo","foo":"bar"})"},
      {R"({"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}})",
       R"([{"op":"move","from":"/foo/waldo","path":"/qux/thud"}])",
       R"({"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}})"},
      {R"({"foo":["all","grass","cows","eat"]})",
       R"([{"op":"move","from":"/foo/1","path":"/foo/3"}])",
       R"({"foo":["all","cows","eat","grass"]})"},
      {R"({"baz":"qux","foo":["a",2,"c"]})",
       R"([{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}])",
       R"({"baz":"qux","foo":["a",2,"c"]})"},
      {R"({"foo":"bar"})", R"([{"op":"add","path":"/child","value":{"grandchild":{}}}])",
       R"({"child":{"grandchild":{}},"foo":"bar"})"},
      {R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":"qux","xyz":123}])",
       R"({"baz":"qux","foo":"bar"})"},
      {R"({"/":9,"~1":10})", R"([{"op":"test","path":"/~01","value":10}])", R"({"/":9,"~1":10})"},
      {R"({"foo":["bar"]})", R"([{"op":"add","path":"/foo/-","value":["abc","def"]}])",
       R"({"foo":["bar",["abc","def"]]})"},
  };
  for (const auto& [target, patch, result] : cases) {
    EXPECT_EQ(patched(target, patch), result) << target << " with " << patch;
  }
}

TEST(JsonPatch, CopiesAndReplacesTheWholeDocument) {
  EXPECT_EQ(patched(R"({"a":{"b":1}})", R"([{"op":"copy","from":"/a","path":"/c"}])"),
            R"({"a":{"b":1},"c":{"b":1}})");
  EXPECT_EQ(patched(R"({"a":1})", R"([{"op":"replace","path":"","value":[1]}])"), "[1]");
  EXPECT_EQ(patched(R"({"a":{"b":1}})", R"([{"op":"move","from":"/a","path":""}])"), R"({"b":1})");
  EXPECT_EQ(patched(R"({"a":1})", R"([{"op":"move","from":"/a","path":"/a"}])"), R"({"a":1})");
  EXPECT_EQ(patched(R"({"":{"":1}})", R"([{"op":"replace","path":"//","value":2}])"),
            R"({"":{"":2}})");
}

TEST(JsonPatch, ComparesNumbersByValueAndMapsWithoutOrder) {
  EXPECT_EQ(patched(R"({"a":1,"b":{"x":1,"y":[2.0]}})",
                    R"([{"op":"test","path":"/a","value":1.0},
                        {"op":"test","path":"/b","value":{"y":[2],"x":1}}])"),
            R"({"a":1,"b":{"x":1,"y":[2.0]}})");
  EXPECT_EQ(refusal(R"({"a":1})", R"([{"op":"test","path":"/a","value":"1"}])"),
            Error::Kind::Conflict);
}

TEST(JsonPatch, TakesAnAbsentMemberForNullInTests) {
  EXPECT_EQ(patched(R"({"a":{}})", R"([{"op":"test","path":"/a/b","value":null}])"), R"({"a":{}})");
  EXPECT_EQ(refusal(R"({"a":{}})", R"([{"op":"test","path":"/b/c","value":null}])"),
            Error::Kind::Conflict);
  EXPECT_EQ(refusal(R"({"a":[]})", R"([{"op":"test","path":"/a/0","value":null}])"),
            Error::Kind::Conflict);
}

TEST(JsonPatch, TellsPlacesThatAreNotThere) {
  const std::string_view target = R"({"a":[1,2],"b":{"c":1},"s":"text"})";
  for (const std::string_view patch :
       {R"([{"op":"remove","path":"/x"}])", R"([{"op":"remove","path":"/a/2"}])",
        R"([{"op":"replace","path":"/x","value":1}])", R"([{"op":"add","path":"/x/y","value":1}])",
        R"([{"op":"add","path":"/a/3","value":1}])", R"([{"op":"add","path":"/a/01","value":1}])",
        R"([{"op":"add","path":"/a/-1","value":1}])", R"([{"op":"add","path":"/a/x","value":1}])",
        R"([{"op":"remove","path":"/a/-"}])", R"([{"op":"remove","path":"/a/+0"}])",
        R"([{"op":"replace","path":"/a/1e0","value":1}])",
        R"([{"op":"replace","path":"/a/99999999999999999999","value":1}])",
        R"([{"op":"add","path":"/s/x","value":1}])", R"([{"op":"copy","from":"/x","path":"/y"}])",
        R"([{"op":"move","from":"/x","path":"/y"}])",
        R"([{"op":"test","path":"/b/c","value":2}])"}) {
    EXPECT_EQ(refusal(target, patch), Error::Kind::Conflict) << patch;
  }
}

TEST(JsonPatch, RefusesWhatIsNoPatch) {
  for (const std::string_view patch :
       {"{}", "null", "[1]", "[{}]", R"([{"op":"add","path":"/a"}])",
        R"([{"op":1,"path":"/a","value":1}])", R"([{"op":"burn","path":"/a"}])",
        R"([{"op":"add","path":"a","value":1}])", R"([{"op":"add","path":"/~2","value":1}])",
        R"([{"op":"add","path":"/~","value":1}])", R"([{"op":"add","path":1,"value":1}])",
        R"([{"op":"add","value":1}])", R"([{"op":"copy","path":"/b"}])",
        R"([{"op":"move","from":"b","path":"/b"}])", R"([{"op":"remove","path":""}])",
        R"([{"op":"move","from":"/a","path":"/a/b"}])",
        R"([{"op":"move","from":"","path":"/a"}])"}) {
    EXPECT_EQ(refusal(R"({"a":{}})", patch), Error::Kind::Invalid) << patch;
  }
}

TEST(JsonPatch, AllowsNamesThatOnlyBeginLikeAnother) {
  EXPECT_EQ(patched(R"({"a":1,"ab":{}})", R"([{"op":"move","from":"/a","path":"/ab/c"}])"),
            R"({"ab":{"c":1}})");
}

TEST(JsonPatch, DoesAllOrNothing) {
  const Value target = *parse(R"({"a":1})");
  const auto result = json_patch(target, *parse(R"([{"op":"replace","path":"/a","value":2},
                                                    {"op":"remove","path":"/x"}])"));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().detail, "operation 1: there is nothing at \"/x\"");
  EXPECT_EQ(print(target), R"({"a":1})");
}

TEST(JsonPatch, RefusesTooManyOperations) {
  ValueList operations;
  for (std::size_t at = 0; at <= patch_operations_max; ++at) {
    operations.push_back(*parse(R"({"op":"test","path":"","value":{}})"));
  }
  EXPECT_EQ(json_patch(ValueMap(), operations).error().kind, Error::Kind::TooLarge);
  operations.pop_back();
  EXPECT_TRUE(json_patch(ValueMap(), operations).has_value());
}

TEST(JsonPatch, RefusesCopiesThatDouble) {
  ValueList operations;
  for (int at = 0; at < 40; ++at) {
    operations.push_back(*parse(format(R"({{"op":"copy","from":"/a","path":"/a/x{}"}})", at)));
  }
  EXPECT_EQ(json_patch(*parse(R"({"a":{"b":[1,2,3]}})"), operations).error().kind,
            Error::Kind::TooLarge);
  operations.clear();
  ValueMap big;
  big["a"] = std::string(1'000'000, 'x');
  for (int at = 0; at < 100; ++at) {
    operations.push_back(*parse(format(R"({{"op":"copy","from":"/a","path":"/b{}"}})", at)));
  }
  EXPECT_EQ(json_patch(big, operations).error().kind, Error::Kind::TooLarge);
}

TEST(JsonPatch, RefusesToBuildWhatIsTooDeepToRead) {
  ValueList operations;
  std::string path;
  for (int at = 0; at < 200; ++at) {
    path += "/a";
    operations.push_back(ValueMap{{"op", "add"}, {"path", path}, {"value", ValueMap()}});
  }
  EXPECT_EQ(json_patch(ValueMap(), operations).error().kind, Error::Kind::TooLarge);
  operations.clear();
  for (int at = 0; at < 9; ++at) {
    const std::string deep = path.substr(0, std::size_t{2} << at);
    operations.push_back(ValueMap{{"op", "copy"}, {"from", ""}, {"path", deep}});
  }
  EXPECT_EQ(json_patch(ValueMap(), operations).error().kind, Error::Kind::TooLarge);
}

TEST(JsonPatch, StaysQuickOnLongLists) {
  ValueList list;
  for (std::int64_t at = 0; at < 50'000; ++at) list.emplace_back(at);
  ValueList operations;
  for (std::size_t at = 0; at < patch_operations_max / 2; ++at) {
    operations.push_back(ValueMap{{"op", "remove"}, {"path", "/0"}});
    operations.push_back(ValueMap{{"op", "add"}, {"path", "/-"}, {"value", 7}});
  }
  const auto result = json_patch(list, operations);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->get_array().size(), 50'000U);
  EXPECT_EQ(result->get_array().front(), 5'000);
}

RC_GTEST_PROP(JsonPatch, AddingAndRemovingLeavesAMapAsItWas, (std::uint64_t seed)) {
  Rng rng(seed);
  Value target = ValueMap{{"x", random_value(rng)}};
  const Value added = random_value(rng);
  const Value patch = ValueList{ValueMap{{"op", "add"}, {"path", "/new"}, {"value", added}},
                                ValueMap{{"op", "test"}, {"path", "/new"}, {"value", added}},
                                ValueMap{{"op", "move"}, {"from", "/new"}, {"path", "/other"}},
                                ValueMap{{"op", "remove"}, {"path", "/other"}}};
  const auto result = json_patch(target, patch);
  RC_ASSERT(result.has_value());
  RC_ASSERT(print(*result) == print(target));
}

}  // namespace
}  // namespace telltale::json
