// SPDX-License-Identifier: Apache-2.0
#include "report/json_template.h"

#include <array>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

using json::Member;
using json::Tree;

// {"items": [{"name": "a", "n": 1}, {"name": "b", "n": 2}]}
class List {
 public:
  Tree tree() const { return Tree::map(root_, 0); }

 private:
  std::array<Member, 2> first_{
      {{.key = "name", .value = Tree::string("a", 0)}, {.key = "n", .value = Tree::integer(1, 0)}}};
  std::array<Member, 2> second_{
      {{.key = "name", .value = Tree::string("b", 0)}, {.key = "n", .value = Tree::integer(2, 0)}}};
  std::array<Tree, 2> items_{Tree::map(first_, 0), Tree::map(second_, 0)};
  std::array<Member, 1> root_{{{.key = "items", .value = Tree::list(items_, 0)}}};
};

std::string printed(std::string_view text) {
  const List list;
  const auto parsed = parse_json_template(text);
  return parsed ? parsed->print(list.tree()) : parsed.error().detail;
}

TEST(JsonTemplate, PrintsAllHitsOfAPathWithBlanksBetween) {
  EXPECT_EQ(printed("{.items[*].name}"), "a b");
  EXPECT_EQ(printed("{.items[0]}"), R"({"n":1,"name":"a"})");
  EXPECT_EQ(printed("{.missing}"), "");
}

TEST(JsonTemplate, RepeatsWhatIsInARange) {
  EXPECT_EQ(printed(R"({range .items[*]}{.name}{"\t"}{.n}{"\n"}{end})"), "a\t1\nb\t2\n");
  EXPECT_EQ(printed("{range .items[*]}<{range .name}{@}{end}>{end}"), "<a><b>");
}

TEST(JsonTemplate, KeepsTextOutsideOfBraces) {
  EXPECT_EQ(printed("names: {.items[*].name}!"), "names: a b!");
  EXPECT_EQ(printed(R"({"a } brace"} {.items[?(@.name=="b")].n})"), "a } brace 2");
}

TEST(JsonTemplate, TakesTextWithoutBracesForAPath) { EXPECT_EQ(printed(".items[1].name"), "b"); }

TEST(JsonTemplate, RefusesWhatDoesNotBalance) {
  EXPECT_EQ(printed("{.a"), "-o jsonpath: a brace is not closed");
  EXPECT_EQ(printed("{end}"), "-o jsonpath: {end} without {range}");
  EXPECT_EQ(printed("{range .a}x"), "-o jsonpath: {range} without {end}");
  EXPECT_EQ(printed("{.a[}").find("-o jsonpath: .a[ is not a JSONPath"), 0U);
}

TEST(JsonTemplate, HasLimits) {
  std::string deep;
  for (std::size_t i = 0; i <= JsonTemplate::nesting_max; ++i) deep += "{range .items[*]}";
  EXPECT_EQ(printed(deep), "-o jsonpath: ranges are nested too deep");
  EXPECT_FALSE(parse_json_template(std::string(JsonTemplate::text_bytes_max + 1, 'a')));
}

RC_GTEST_PROP(JsonTemplateProperty, ReadsAnyTextWithoutFalling, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("{}.[]*'\"\\ rangeditms@")));
  const List list;
  const auto parsed = parse_json_template(text);
  if (parsed) {
    RC_ASSERT(parsed->print(list.tree()) == parsed->print(list.tree()));
  } else {
    RC_ASSERT(parsed.error().detail.starts_with("-o jsonpath: "));
  }
}

}  // namespace
}  // namespace telltale
