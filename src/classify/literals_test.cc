// SPDX-License-Identifier: Apache-2.0
#include "classify/literals.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

using Texts = std::vector<std::string>;

Texts texts(std::string_view expression) {
  const std::optional<Literals> literals = literals_of(expression);
  return literals ? literals->texts : Texts{"(none)"};
}

TEST(Literals, AreAllTextsThatAnExpressionStandsFor) {
  EXPECT_EQ(texts("Over Quota"), Texts{"over quota"});
  EXPECT_EQ(texts("quotas? (?:met|hit)"),
            (Texts{"quotas met", "quotas hit", "quota met", "quota hit"}));
  EXPECT_EQ(
      texts("(?:is )?not(?: (?:yet|be))? ok"),
      (Texts{"is not yet ok", "is not be ok", "is not ok", "not yet ok", "not be ok", "not ok"}));
  EXPECT_EQ(texts("a\\.b\\(c\\)"), Texts{"a.b(c)"});
}

TEST(Literals, AreNotGuessedWhereTheyCannotBeListed) {
  for (const std::string_view expression :
       {"a*", "a+", "[ab]", "\\w", "a.b", "^a", "a$", "a{2}", "(?:a|b)*", "(a)", "a\\bb", "", "a|",
        "(?:a", "a)", "a??", "\\b'a'\\b"}) {
    EXPECT_EQ(literals_of(expression), std::nullopt) << expression;
  }
}

TEST(Literals, AreFewOrLeftToRe2) {
  EXPECT_EQ(texts("(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)").size(), literals_max);
  EXPECT_EQ(literals_of("(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)c?"), std::nullopt);
}

TEST(Literals, KnowTheirEdges) {
  const std::optional<Literals> literals = literals_of("\\bquota\\b");
  ASSERT_TRUE(literals.has_value());
  EXPECT_EQ(literals->before, Edge::Word);
  EXPECT_EQ(literals->after, Edge::Word);
  EXPECT_EQ(literals_of("quota")->before, Edge::Any);
}

TEST(LiteralWithin, IsTheLongestRunOfPlainCharacters) {
  EXPECT_EQ(literal_within("template: vm '([^']{1,200})'"), "template: vm '");
  EXPECT_EQ(literal_within("\\b(subnet-[0-9a-fx]{2,})\\b"), "subnet-");
  EXPECT_EQ(literal_within("a(?:bcd(efghi)j)k"), "efghi");
  EXPECT_EQ(literal_within("\\bno such (<noun>)s?"), "no such ");
  EXPECT_EQ(literal_within("[abc]de[^]x]fgh[\\]y]z"), "fgh");
  EXPECT_EQ(literal_within("one\\.three"), "three");
}

TEST(LiteralWithin, LeavesOutWhatMayBeAbsent) {
  EXPECT_EQ(literal_within("abcdefs? x"), "abcdef");
  EXPECT_EQ(literal_within("a(?:optional)?bc"), "bc");
  EXPECT_EQ(literal_within("a(?:optional){0,2}bc"), "bc");
  EXPECT_EQ(literal_within("a(?:never|always)bc"), "bc");
  EXPECT_EQ(literal_within("a(?:one(?:never|always)two)b"), "one");
  for (const std::string_view expression : {"one|other", "(?:one|other)", "", "\\d+", "[ab]", "x*",
                                            "[", "(", "\\", "<noun", "a{", "(?i:ab)"}) {
    EXPECT_EQ(literal_within(expression), "") << expression;
  }
}

TEST(Edges, HoldBesideWhatMayStandThere) {
  const auto hold = [](std::string_view text, Edge edge) {
    return edges_hold(text, 1, text.size() - 1, edge, edge);
  };
  EXPECT_TRUE(hold("xabx", Edge::Any));
  EXPECT_FALSE(hold("xab ", Edge::Word));
  EXPECT_FALSE(hold(" ab_", Edge::Word));
  EXPECT_TRUE(hold("_ab.", Edge::Letter));
  EXPECT_FALSE(hold("_ab1", Edge::Letter));
  EXPECT_TRUE(edges_hold("ab", 0, 2, Edge::Word, Edge::Letter));
}

}  // namespace
}  // namespace telltale
