// SPDX-License-Identifier: Apache-2.0
#include "dump/json/json_split.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "dump/cut_for_test.h"

namespace telltale::dump {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class JsonWindow : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Windows, JsonWindow, testing::Values(1, 2, 3, 5, 16, 31, 64, 1000));

TEST_P(JsonWindow, CutsAListIntoItsItems) {
  const std::string text =
      "{\n\"kind\":\"FooList\",\"apiVersion\":\"v1\",\"items\":[ "
      R"({"a":"]}"} , {"b":[{}]},{"c":"\\"} ],"x":[1]} )";
  const Cut found = cut(text, As::Json, GetParam());
  EXPECT_THAT(found.units,
              ElementsAre(R"(Foo|{"a":"]}"})", R"(Foo|{"b":[{}]})", R"(Foo|{"c":"\\"})"));
  EXPECT_THAT(found.errors, IsEmpty());
  EXPECT_EQ(found.bytes, text.size());
}

TEST_P(JsonWindow, WaitsForTheKindBehindTheItems) {
  const Cut found = cut(R"({"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}],)"
                        "\n\"apiVersion\":\"v1\",\"kind\":\"FooList\"}\n{\"kind\":\"Bar\"}",
                        As::Json, GetParam());
  EXPECT_THAT(found.units, ElementsAre(R"(Foo|{"metadata":{"name":"a"}})",
                                       R"(Foo|{"metadata":{"name":"b"}})", R"({"kind":"Bar"})"));
  EXPECT_THAT(found.errors, IsEmpty());
}

TEST_P(JsonWindow, LeavesAListOnOneLineToItsReader) {
  const std::string line = R"({"kind":"List","items":[{"kind":"A"}]})";
  const Cut found = cut(line + "\n", As::Json, GetParam());
  EXPECT_THAT(found.units, ElementsAre(GetParam() > line.size() ? line : R"({"kind":"A"})"));
}

TEST_P(JsonWindow, CutsDocumentsThatFollowEachOther) {
  const std::string text = "{\"a\":1}{\"b\":\n2}\n\n[3]\n 4 {\"c\":{}}\n";
  const Cut found = cut(text, As::Json, GetParam());
  EXPECT_THAT(found.units, ElementsAre("{\"a\":1}", "{\"b\":\n2}", "[3]", "4", "{\"c\":{}}"));
  EXPECT_THAT(found.errors, IsEmpty());
  EXPECT_EQ(found.bytes, text.size());
}

TEST_P(JsonWindow, GivesTheRestToYaml) {
  const Cut found = cut("{\"a\":1}\n---\nb: 2\n", As::Json, GetParam());
  EXPECT_THAT(found.units, ElementsAre("{\"a\":1}", "---\nb: 2\n"));
}

TEST_P(JsonWindow, StopsWhereBracketsDoNotMatch) {
  const Cut found =
      cut(R"({"a":1} {"kind":"List","items":[{"b":2},{"c":[}},{"d":1}]})", As::Json, GetParam());
  EXPECT_THAT(found.units, testing::IsSubsetOf({R"({"a":1})", R"({"b":2})"}));
  EXPECT_THAT(found.errors,
              ElementsAre("46: expected ], found }; the rest of the file was not read"));
}

TEST_P(JsonWindow, DropsWhatIsTooLargeAndNothingElse) {
  const std::string large = "{\"kind\":\"L\",\"x\":\"" + std::string(3000, 'x') + "\"}";
  const Limits limits{.document_bytes = 500};
  const Cut found = cut("{\"kind\":\"List\",\"items\":[{\"a\":1}," + large + ",{\"b\":2}]}",
                        As::Json, std::min<std::size_t>(GetParam(), 64), limits);
  EXPECT_THAT(found.units, ElementsAre("{\"a\":1}", "{\"b\":2}"));
  EXPECT_THAT(found.errors, ElementsAre(HasSubstr("more than 500 bytes")));
}

TEST(JsonSplit, GivesUpHoldingTooMuch) {
  std::string text = "{\"items\":[";
  for (int index = 0; index < 100; ++index) text += "{\"metadata\":{}},";
  text += "{}],\"kind\":\"FooList\",\"apiVersion\":\"v1\"}";
  const Cut found = cut(text, As::Json, 64, Limits{.held_bytes = 500});
  EXPECT_THAT(found.units, SizeIs(101));
  EXPECT_THAT(found.units.front(), "{\"metadata\":{}}");
  EXPECT_THAT(found.errors, ElementsAre(HasSubstr("stands behind more than 500 bytes")));
}

TEST(JsonSplit, GivesBatchesAwayBeforeTheyGrowWithoutEnd) {
  std::string text;
  for (int index = 0; index < 40'000; ++index) text += "1\n";
  const Cut found = cut(text, As::Json, 1'000'000);
  EXPECT_THAT(found.units, SizeIs(40'000));
  EXPECT_GE(found.batches, 3U);
  EXPECT_EQ(found.bytes, text.size());
}

TEST(ListHead, KnowsTheKindOfItsItems) {
  EXPECT_EQ((ListHead{"v1", "NodeList"}.item_defaults()), (ItemDefaults{"v1", "Node"}));
  EXPECT_EQ((ListHead{"v1", "List"}.item_defaults()), ItemDefaults{});
  EXPECT_EQ((ListHead{"v1", "Node"}.item_defaults()), ItemDefaults{});
}

}  // namespace
}  // namespace telltale::dump
