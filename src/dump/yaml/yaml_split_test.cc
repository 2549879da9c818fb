// SPDX-License-Identifier: Apache-2.0
#include "dump/yaml/yaml_split.h"

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

class YamlWindow : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Windows, YamlWindow, testing::Values(1, 2, 3, 5, 16, 31, 64, 1000));

TEST_P(YamlWindow, CutsYamlAtItsSeparatorsOnly) {
  const std::string text =
      "%YAML 1.1\n---\na: |\n  ---\n  text\n---\r\nb: --- x\nc: ----\n--- {d: 1}\n---\n# "
      "nothing\n---";
  const Cut found = cut(text, As::Yaml, GetParam());
  EXPECT_THAT(found.units, ElementsAre("---\na: |\n  ---\n  text\n", "---\r\nb: --- x\nc: ----\n",
                                       "--- {d: 1}\n"));
  EXPECT_THAT(found.errors, IsEmpty());
  EXPECT_EQ(found.bytes, text.size());
}

TEST_P(YamlWindow, DropsALargeYamlDocument) {
  const std::string text = "a: 1\n---\nb: " + std::string(3000, 'x') + "\n---\nc: 3\n";
  const Cut found =
      cut(text, As::Yaml, std::min<std::size_t>(GetParam(), 64), Limits{.document_bytes = 500});
  EXPECT_THAT(found.units, ElementsAre("a: 1\n", "---\nc: 3\n"));
  EXPECT_THAT(found.errors, ElementsAre(HasSubstr("at most 500 bytes")));
  EXPECT_EQ(found.bytes, text.size());
}

std::string yaml_items(std::string_view indent, int count) {
  std::string text;
  for (int index = 0; index < count; ++index) {
    text +=
        format("{0}- metadata:\n{0}    name: n{1}\n{0}  text: |\n{0}    - no item\n\n# a comment\n",
               indent, index);
  }
  return text;
}

TEST(YamlSplit, CutsALargeListIntoItsItems) {
  for (const std::string_view indent : {"", "  "}) {
    const std::string text = "apiVersion: v1\nitems: # of all\n\n" + yaml_items(indent, 50) +
                             "kind: NodeList\nmetadata: {}\n---\nlast: 1\n";
    const Cut found = cut(text, As::Yaml, 256);
    ASSERT_THAT(found.units, SizeIs(51));
    EXPECT_THAT(found.units.front(), testing::StartsWith(format("Node|{}- metadata", indent)));
    EXPECT_THAT(found.units[49], HasSubstr("name: n49"));
    EXPECT_EQ(found.units.back(), "---\nlast: 1\n");
    EXPECT_THAT(found.errors, IsEmpty());
    EXPECT_EQ(found.bytes, text.size());
    EXPECT_GT(found.batches, 10U);
  }
}

TEST(YamlSplit, SaysWhatALargeListLacks) {
  const Cut without_kind = cut("items:\n" + yaml_items("", 50), As::Yaml, 256);
  EXPECT_THAT(without_kind.units, SizeIs(50));
  EXPECT_THAT(without_kind.errors, ElementsAre(HasSubstr("expected a kind that ends in List")));
  const Cut broken = cut("items:\n" + yaml_items("", 50) + "kind: [\n", As::Yaml, 256);
  EXPECT_THAT(broken.errors,
              ElementsAre(HasSubstr("expected kind, apiVersion and metadata beside the items"),
                          HasSubstr("expected a kind that ends in List")));
}

TEST(YamlSplit, GoesOnBehindAnItemThatIsTooLarge) {
  const std::string text = "items:\n" + yaml_items("", 5) + "- a: " + std::string(5000, 'x') +
                           "\nkind: List\n---\nlast: 1\n";
  const Cut found = cut(text, As::Yaml, 256, Limits{.document_bytes = 1000});
  EXPECT_THAT(found.units, SizeIs(6));
  EXPECT_EQ(found.units.back(), "---\nlast: 1\n");
}

}  // namespace
}  // namespace telltale::dump
