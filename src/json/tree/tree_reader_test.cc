// SPDX-License-Identifier: Apache-2.0
#include "json/tree/tree_reader.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/random_value_for_test.h"

namespace telltale::json {
namespace {

using testing::ElementsAre;

class Reading {
 public:
  explicit Reading(std::string_view text, Selection selection = {})
      : copy_(text), selection_(std::move(selection)) {
    tree_ = reader_.read(
        copy_.padded(),
        [&](const Header& header) -> const Selection& {
          asked_.push_back(format("{} {}", header.api_version, header.kind));
          return selection_;
        },
        scratch_);
  }

  const Tree& tree() const { return tree_.value(); }
  const ReadError& error() const { return tree_.error(); }
  std::string printed() const { return tree_ ? print(to_value(*tree_)) : tree_.error().message; }
  const std::vector<std::string>& asked() const { return asked_; }

 private:
  TreeReader reader_;
  Arena scratch_;
  PaddedCopy copy_;
  Selection selection_;
  std::vector<std::string> asked_;
  std::expected<Tree, ReadError> tree_;
};

ReadError invalid(std::uint32_t offset, std::string message) {
  return {Error::Kind::Invalid, offset, std::move(message)};
}

TEST(TreeReader, ReadsEverythingWithoutASelection) {
  const std::string text = R"({"a":[1,-2.5,"x",true,false,null,{}],"b":{"c":[]}})";
  EXPECT_EQ(Reading(text).printed(), text);
}

TEST(TreeReader, RemembersWhereValuesStand) {
  const Reading reading("{\"a\": 12,\n \"b\": [ true, \"x\" ]}");
  EXPECT_EQ(reading.tree().offset(), 0U);
  EXPECT_EQ(reading.tree()["a"].offset(), 6U);
  EXPECT_EQ(reading.tree()["b"].offset(), 16U);
  EXPECT_EQ(reading.tree()["b"].items()[1].offset(), 24U);
}

TEST(TreeReader, KeepsOnlyWhatIsSelected) {
  const std::string text =
      R"({"metadata":{"name":"n","x":[[1],{"y":2}]},"spec":{"a":{"b":1,"c":2},"d":3},"z":"]}"})";
  EXPECT_EQ(Reading(text, {"metadata.name", "spec.a"}).printed(),
            R"({"metadata":{"name":"n"},"spec":{"a":{"b":1,"c":2}}})");
  EXPECT_EQ(Reading(text, {"nothing.here"}).printed(), "{}");
}

TEST(TreeReader, SelectsInsideListItems) {
  const std::string text = R"({"m":[{"time":1,"f":{"x":1}},{"f":2},{"time":3}]})";
  EXPECT_EQ(Reading(text, {"m.*.time"}).printed(), R"({"m":[{"time":1},{},{"time":3}]})");
}

TEST(TreeReader, ShowsValuesOfAnotherShapeThanThePathExpects) {
  EXPECT_EQ(Reading(R"({"spec":"oops"})", {"spec.a"}).printed(), R"({"spec":"oops"})");
  EXPECT_EQ(Reading(R"({"spec":[1,2]})", {"spec.a"}).printed(), R"({"spec":[]})");
  EXPECT_EQ(Reading(R"({"list":{"a":1}})", {"list.*.a"}).printed(), R"({"list":{}})");
}

TEST(TreeReader, DropsNamesInsideSelectedSubtrees) {
  const std::string_view paths[] = {"metadata"};
  const std::string_view dropped[] = {"copy"};
  EXPECT_EQ(Reading(R"({"metadata":{"a":{"copy":"\"long\"","b":1}}})", Selection(paths, dropped))
                .printed(),
            R"({"metadata":{"a":{"b":1}}})");
}

TEST(TreeReader, AsksForFieldsKnowingTheKindWhereverItStands) {
  EXPECT_THAT(Reading(R"({"apiVersion":"v1","kind":"Node"})").asked(), ElementsAre("v1 Node"));
  EXPECT_THAT(Reading(R"({"kind":"Node","spec":{"kind":"x"},"apiVersion":"v1"})").asked(),
              ElementsAre("v1 Node"));
  EXPECT_THAT(Reading(R"({"spec":[]})").asked(), ElementsAre(" "));
  EXPECT_THAT(Reading(R"({"kind":7,"apiVersion":null})").asked(), ElementsAre(" "));
  EXPECT_THAT(Reading(R"({"kind":"N\u006fde","apiVersion":"v1"})").asked(), ElementsAre("v1 Node"));
}

TEST(TreeReader, AsksAgainWhenTheKindIsGivenTwice) {
  EXPECT_THAT(Reading(R"({"apiVersion":"v1","kind":"Node","kind":"Pod"})").asked(),
              ElementsAre("v1 Node", "v1 Pod"));
}

TEST(TreeReader, DecodesEscapesInNamesAndValues) {
  const Reading reading(R"({"\u0061\"":"\u00e4\ud83d\ude00\n\\\/","b":"plain"})");
  EXPECT_EQ(reading.tree()["a\""].as_string(), "\xC3\xA4\xF0\x9F\x98\x80\n\\/");
  EXPECT_EQ(reading.tree()["b"].as_string(), "plain");
  EXPECT_EQ(Reading(R"({"sp\u0065c":{"a":1}})", {"spec.a"}).printed(), R"({"spec":{"a":1}})");
}

TEST(TreeReader, KeepsTheLastOfRepeatedMembersAtItsPlace) {
  const Reading reading(R"({"a":1,"b":2,"a":{"c":3}})");
  ASSERT_EQ(reading.tree().members().size(), 2U);
  EXPECT_EQ(reading.tree().members()[0].key, "b");
  EXPECT_EQ(reading.tree().members()[1].value["c"].as_int(), 3);
}

TEST(TreeReader, FindsRepeatedMembersOfLargeMapsQuickly) {
  constexpr int count = 200'000;
  std::string text = "{";
  for (int at = 0; at < 2 * count; ++at) text += format("\"k{}\":{},", at % count, at);
  text.back() = '}';
  const Reading reading(text);
  ASSERT_EQ(reading.tree().members().size(), static_cast<std::size_t>(count));
  EXPECT_EQ(reading.tree().members().front().key, "k0");
  EXPECT_EQ(reading.tree().members().front().value.as_int(), count);
}

TEST(TreeReader, KeepsOuterMembersWhenInnerMapsRepeatTheirs) {
  EXPECT_EQ(Reading(R"({"a":1,"b":{"a":2,"a":3},"c":{"a":4}})").printed(),
            R"({"a":1,"b":{"a":3},"c":{"a":4}})");
}

TEST(TreeReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Reading("[1]").error(), invalid(0, "expected a map, found a list"));
  EXPECT_EQ(Reading(" 12").error(), invalid(1, "expected a map, found a number"));
  EXPECT_EQ(Reading("\"x\"").error(), invalid(0, "expected a map, found a string"));
  EXPECT_EQ(Reading("").error(), invalid(0, "expected a value, found the end of the text"));
  EXPECT_EQ(Reading("{1:2}").error(),
            invalid(1, "expected a member name in quotes, found a number"));
  EXPECT_EQ(Reading("{\"a\"}").error(), invalid(4, "expected ':' behind a member name, found '}'"));
  EXPECT_EQ(Reading("{\"a\":1 \"b\":2}").error(),
            invalid(7, "expected ',' or '}', found a string"));
  EXPECT_EQ(Reading("{\"a\":1,}").error(),
            invalid(7, "expected a member name in quotes, found '}'"));
  EXPECT_EQ(Reading("{\"a\":[1}").error(), invalid(7, "expected ',' or ']', found '}'"));
  EXPECT_EQ(Reading("{\"a\":}").error(), invalid(5, "expected a value, found '}'"));
  EXPECT_EQ(Reading("{\"a\":nul}").error(), invalid(5, "expected a value, found nul"));
  EXPECT_EQ(Reading("{} {}").error(),
            invalid(3, "there is more text behind the end of the document"));
  EXPECT_EQ(Reading("{\"a\":\"\x80\"}").error(), invalid(6, "this is not UTF-8"));
  EXPECT_EQ(Reading("{\"a").error(), invalid(1, "this string is never closed"));
}

TEST(TreeReader, NoticesBrokenStructureInWhatItStepsOver) {
  EXPECT_EQ(Reading(R"({"x":[[],"a":1)", {"a"}).error(),
            invalid(5, "this bracket is never closed"));
  EXPECT_EQ(Reading(R"({"x":,"a":1})", {"a"}).error(), invalid(5, "expected a value, found ','"));
  EXPECT_EQ(Reading("{\"x\":\"\xFF\",\"a\":1}", {"a"}).error(), invalid(6, "this is not UTF-8"));
}

TEST(TreeReader, HoldsItsDepthLimitAgainstHostileNesting) {
  const auto nested = [](std::size_t lists) {
    return "{\"a\":" + std::string(lists, '[') + std::string(lists, ']') + "}";
  };
  EXPECT_EQ(Reading(nested(TreeReader::depth_max - 1)).tree().members().size(), 1U);
  EXPECT_EQ(Reading(nested(TreeReader::depth_max)).error(),
            (ReadError{Error::Kind::TooLarge, 104, "nested deeper than 100 levels"}));
  EXPECT_EQ(Reading(nested(3'000'000)).error().offset, 104U);
  EXPECT_EQ(Reading(std::string(3'000'000, '{')).error().message,
            "expected a member name in quotes, found a map");
  // What is stepped over may be as deep as it likes.
  EXPECT_EQ(Reading(nested(3'000'000), {"b"}).printed(), "{}");
}

TEST(TreeReader, LimitsHowManyValuesItKeeps) {
  std::string text = "{\"a\":[0";
  for (std::size_t left = TreeReader::values_max; left > 0; --left) text += ",0";
  text += "]}";
  EXPECT_EQ(Reading(text).error().kind, Error::Kind::TooLarge);
  EXPECT_EQ(Reading(text, {"b"}).printed(), "{}");
}

TEST(TreeReader, DoesNotLookAtWhatStandsBehindTheText) {
  const std::string bytes = "{\"a\":1}" + std::string(100, ']');
  const std::string_view whole = bytes;
  TreeReader reader;
  Arena scratch;
  const Selection all;
  const auto choose = [&](const Header&) -> const Selection& { return all; };
  EXPECT_TRUE(reader.read(PaddedText::promised(whole.substr(0, 7)), choose, scratch));
  EXPECT_FALSE(reader.read(PaddedText::promised(whole.substr(0, 6)), choose, scratch));
  EXPECT_FALSE(reader.read(PaddedText::promised(whole.substr(0, 8)), choose, scratch));
}

TEST(TreeReader, IsAsGoodAfterAnErrorAsBefore) {
  TreeReader reader;
  Arena scratch;
  const Selection all;
  const auto choose = [&](const Header&) -> const Selection& { return all; };
  const PaddedCopy broken(R"({"a":[1,{"b":2,)");
  const PaddedCopy sound(R"({"a":[1]})");
  EXPECT_FALSE(reader.read(broken.padded(), choose, scratch));
  const auto tree = reader.read(sound.padded(), choose, scratch);
  ASSERT_TRUE(tree);
  EXPECT_EQ(print(to_value(*tree)), R"({"a":[1]})");
}

TEST(TreeReader, NamesTheLineOfAnError) {
  const std::string_view text = "{\n\"a\": 1,\n\"b\" 2}";
  EXPECT_EQ(
      to_error(Reading(text).error(), text),
      (Error{Error::Kind::Invalid, "line 3: expected ':' behind a member name, found a number"}));
}

// Selecting and then looking is the same as looking into everything.
TEST(TreeReader, SelectsExactlyTheSubtreesOfItsPaths) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    ValueMap map;
    for (const char* name : {"a", "b", "c"}) map[name] = random_value(rng);
    const std::string text = rng.one_in(2) ? print(map) : print_pretty(map);
    const Reading whole(text);
    const Reading part(text, {"a", "b.a"});
    RC_ASSERT(same_value(whole.tree()["a"], part.tree()["a"]));
    RC_ASSERT(same_value(whole.tree()["b"]["a"], part.tree()["b"]["a"]));
    RC_ASSERT(part.tree()["b"].members().size() <= 1U);
    RC_ASSERT(!part.tree()["c"]);
  }));
}

}  // namespace
}  // namespace telltale::json
