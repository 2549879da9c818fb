// SPDX-License-Identifier: Apache-2.0
#include "dump/yaml/yaml_to_json.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::dump {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Converted {
  std::vector<std::string> documents;
  std::vector<TextError> warnings;
  std::optional<TextError> error;
};

Converted convert(std::string_view yaml, const Limits& limits = {},
                  YamlReader::Wrapping wrapping = YamlReader::Wrapping::None) {
  Converted converted;
  YamlReader reader(limits);
  reader.start(yaml, wrapping);
  YamlReader::Step step = reader.next();
  for (; step == YamlReader::Step::Document; step = reader.next()) {
    const YamlDocument document = reader.document();
    if (!document.is_nothing) converted.documents.emplace_back(document.json.text());
    converted.warnings.insert(converted.warnings.end(), document.warnings.begin(),
                              document.warnings.end());
  }
  if (step == YamlReader::Step::Failed) converted.error = reader.error();
  return converted;
}

std::string json_of(std::string_view yaml) {
  const Converted converted = convert(yaml);
  if (converted.error) return "failed: " + converted.error->message;
  return converted.documents.empty() ? "nothing" : converted.documents.front();
}

TEST(YamlToJson, TurnsBlocksAndFlowsIntoTheSameJson) {
  EXPECT_EQ(json_of("a: 1\nb:\n- x\n- k: z\n"), R"({"a":1,"b":["x",{"k":"z"}]})");
  EXPECT_EQ(json_of("{a: 1, b: [x, {k: z}]}"), R"({"a":1,"b":["x",{"k":"z"}]})");
  EXPECT_EQ(json_of("a: {}\nb: []\nc:\n"), R"({"a":{},"b":[],"c":null})");
}

TEST(YamlToJson, KeepsQuotedWordsText) {
  EXPECT_EQ(json_of("a: \"1\"\nb: 'yes'\nc: yes\nd: |\n  1\n  2\ne: >\n  x\n  y\n"),
            R"({"a":"1","b":"yes","c":true,"d":"1\n2\n","e":"x y\n"})");
}

TEST(YamlToJson, ObeysExplicitTags) {
  EXPECT_EQ(json_of("a: !!str 12\nb: !!int \"12\"\nc: !custom 12\nd: ! 12"),
            R"({"a":"12","b":12,"c":"12","d":"12"})");
  EXPECT_THAT(json_of("a: !!int x"), HasSubstr("expected a value of type !!int, found x"));
}

TEST(YamlToJson, MakesEveryKeyText) {
  EXPECT_EQ(json_of("y: 1"), R"({"true":1})");
  EXPECT_EQ(json_of("1: a\ntrue: b\n1.50: c\n\"q\": d\n0x10: e"),
            R"({"1":"a","true":"b","1.5":"c","q":"d","16":"e"})");
  EXPECT_THAT(json_of("? [a]\n: b"), HasSubstr("expected a key that is a single word"));
  EXPECT_THAT(json_of("~: b"), HasSubstr("expected a key, found null"));
}

TEST(YamlToJson, CopiesWhatAliasesStandFor) {
  EXPECT_EQ(json_of("a: &x {b: [1]}\nc: *x\nd: [*x, *x]"),
            R"({"a":{"b":[1]},"c":{"b":[1]},"d":[{"b":[1]},{"b":[1]}]})");
  EXPECT_EQ(json_of("a: &x name\n*x : 1"), R"({"a":"name","name":1})");
  EXPECT_EQ(json_of("&k key: 1\nb: *k"), R"({"key":1,"b":"key"})");
  EXPECT_EQ(json_of("a: &n 7\n*n : 1"), R"({"a":7,"7":1})");
  EXPECT_THAT(json_of("a: *x"), HasSubstr("found no anchor &x before"));
  EXPECT_THAT(json_of("a: &x [*x]"), HasSubstr("the alias *x stands inside &x"));
}

TEST(YamlToJson, StopsAliasesThatMultiply) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 9; ++level) {
    bomb += format("a{0}: &a{0} [", level);
    for (int copy = 0; copy < 10; ++copy)
      bomb += format("{}*a{}", copy == 0 ? "" : ", ", level - 1);
    bomb += "]\n";
  }
  EXPECT_THAT(json_of(bomb), HasSubstr("expand to more than 100000 values"));
}

TEST(YamlToJson, StopsTextThatMultiplies) {
  const std::string yaml = "a: &a \"" + std::string(500, 'x') + "\"\nb: [*a, *a, *a]";
  const auto converted = convert(yaml, {.document_bytes = 1000});
  ASSERT_TRUE(converted.error);
  EXPECT_THAT(converted.error->message, HasSubstr("more than 1000 bytes of JSON"));
}

TEST(YamlToJson, MergesMaps) {
  EXPECT_EQ(json_of("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3"),
            R"({"a":{"b":1,"c":2},"d":{"b":1,      "c":3}})");
  EXPECT_EQ(json_of("d:\n  <<: {b: 1}\n  c: 3"), R"({"d":{"b":1,"c":3}})");
  EXPECT_EQ(json_of("d:\n  <<: {}\n  c: 3"), R"({"d":{"c":3}})");
  EXPECT_EQ(json_of("d: {<<: {}}"), R"({"d":{}})");
  // Of several maps the first one has the last word.
  EXPECT_EQ(json_of("d:\n  <<: [{b: 1}, {b: 2}]"), R"({"d":{      "b":1}})");
  EXPECT_EQ(json_of("d:\n  \"<<\": 1"), R"({"d":{"<<":1}})");
  EXPECT_EQ(json_of("d: <<"), R"({"d":"<<"})");
  EXPECT_THAT(json_of("d: {<<: 1}"), HasSubstr("expected a map behind <<"));
  EXPECT_THAT(json_of("d: {<<: [1]}"), HasSubstr("expected only maps in the list behind <<"));
}

TEST(YamlToJson, RemembersAnchorsWhoseTextWasMergedAwayOrReplaced) {
  EXPECT_EQ(json_of("d:\n  <<: &x {b: 1}\ne: *x"), R"({"d":{"b":1},"e":{"b":1}})");
  EXPECT_EQ(json_of("a: {k: &x [1], k: 2, l: *x}"), R"({"a":{        "k":2,"l":[1]}})");
}

TEST(YamlToJson, KeepsTheLastOfRepeatedKeysAndSaysSo) {
  const auto converted = convert("a: 1\nb: 2\na: 3\n");
  EXPECT_THAT(converted.documents, ElementsAre(R"({      "b":2,"a":3})"));
  ASSERT_EQ(converted.warnings.size(), 1U);
  EXPECT_EQ(converted.warnings[0].line, 2U);
  EXPECT_EQ(converted.warnings[0].message,
            "the key \"a\" stands twice in one map; the last one counts");
}

TEST(YamlToJson, FindsRepeatedKeysInLargeMaps) {
  std::string yaml;
  for (int key = 0; key < 100; ++key) yaml += format("k{}: 1\n", key);
  EXPECT_THAT(convert(yaml).warnings, IsEmpty());
  EXPECT_EQ(convert(yaml + "k50: 2\nk7: 2\nk50: 3\n").warnings.size(), 3U);
}

TEST(YamlToJson, FindsNothingInCommentsAndBlanks) {
  EXPECT_EQ(json_of(""), "nothing");
  EXPECT_EQ(json_of("# only a comment\n"), "nothing");
  EXPECT_EQ(json_of("---\n# only a comment\n"), "nothing");
  EXPECT_EQ(json_of("--- ~\n"), "nothing");
}

TEST(YamlToJson, ReadsSeveralDocumentsOfOneText) {
  EXPECT_THAT(convert("a: 1\n...\n---\nb: 2\n").documents, ElementsAre(R"({"a":1})", R"({"b":2})"));
}

TEST(YamlToJson, TakesOneItemOutOfItsList) {
  const auto converted = convert("- a: 1\n  b: [2]\n", {}, YamlReader::Wrapping::ListItem);
  EXPECT_THAT(converted.documents, ElementsAre(R"({"a":1,"b":[2]})"));
  EXPECT_TRUE(convert("- 1\n- 2\n", {}, YamlReader::Wrapping::ListItem).error);
}

TEST(YamlToJson, SaysWhereAMappingWentWrong) {
  const auto converted = convert("x: 1\na:\n  b: 1\n c: 2\n");
  ASSERT_TRUE(converted.error);
  EXPECT_EQ(converted.error->line, 3U);
  EXPECT_EQ(converted.error->message, "did not find expected key");
  EXPECT_EQ(converted.error->inside, (TextError::Inside{"a block mapping", 0}));
}

TEST(YamlToJson, NamesTabsAndStrangeCharacters) {
  EXPECT_EQ(json_of("a:\n\t- b\n"), "failed: found a tab where only spaces may indent");
  EXPECT_EQ(json_of("a: @b\n"), "failed: found @, which no value can begin with; it needs quotes");
}

TEST(YamlToJson, RefusesWhatIsNoUtf8WithItsLine) {
  const auto converted = convert("a: 1\nb: \"\xFF\"\n");
  ASSERT_TRUE(converted.error);
  EXPECT_EQ(converted.error->line, 1U);
}

TEST(YamlToJson, RefusesHostileDepth) {
  EXPECT_THAT(json_of(std::string(100'000, '[')), HasSubstr("nested more than 100 levels deep"));
}

TEST(YamlToJson, RefusesNumbersJsonCannotSay) {
  EXPECT_EQ(json_of("a: .inf"), "failed: expected a finite number, found .inf");
}

TEST(YamlToJson, FindsTheWayBackToTheLines) {
  const Limits limits;
  YamlReader reader(limits);
  reader.start("a: 1\nb:\n- c\n\n- d: {e: f}\n", YamlReader::Wrapping::None);
  ASSERT_EQ(reader.next(), YamlReader::Step::Document);
  const YamlDocument document = reader.document();
  const std::string_view json = document.json.text();
  EXPECT_EQ(document.lines->line_at(json.find("\"a\"")), 0U);
  EXPECT_EQ(document.lines->line_at(json.find("\"b\"")), 1U);
  EXPECT_EQ(document.lines->line_at(json.find("\"c\"")), 2U);
  EXPECT_EQ(document.lines->line_at(json.find("\"f\"")), 4U);
}

}  // namespace
}  // namespace telltale::dump
