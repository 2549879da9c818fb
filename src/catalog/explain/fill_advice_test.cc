// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/fill_advice.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

std::string filled_with(std::string_view advice, std::string_view known) {
  return fill_advice(advice, [&](std::string_view blank) {
    return blank == known ? std::string("[") + std::string(blank) + "]" : std::string();
  });
}

TEST(FillAdvice, SaysWhatIsInBracketsIfAllOfItIsKnown) {
  EXPECT_EQ(filled_with("look[: at <a>]", "a"), "look: at [a]");
  EXPECT_EQ(filled_with("look[: at <a> and <b>]", "a"), "look");
  EXPECT_EQ(filled_with("look", "a"), "look");
}

TEST(FillAdvice, TakesTheFirstAlternativeThatIsKnown) {
  EXPECT_EQ(filled_with("look[: at <a>|: at <b>|, or not]", "a"), "look: at [a]");
  EXPECT_EQ(filled_with("look[: at <a>|: at <b>|, or not]", "b"), "look: at [b]");
  EXPECT_EQ(filled_with("look[: at <a>|: at <b>|, or not]", "c"), "look, or not");
}

TEST(FillAdvice, TakesBracketsInBrackets) {
  EXPECT_EQ(filled_with("do[ <a>| it[ with <b>]] now", "b"), "do it with [b] now");
  EXPECT_EQ(filled_with("do[ <a>| it[ with <b>]] now", "c"), "do it now");
}

TEST(FillAdvice, NeverLeavesABlankAndNeverFails) {
  for (const std::string_view advice : {"<a>", "see <a> there", "[", "]", "<", ">", "[<", "a|b",
                                        "[|", "[[[<a>", "<a>[<b>]<c", "]]]|[["}) {
    EXPECT_FALSE(filled_with(advice, "none").contains('<')) << advice;
  }
}

TEST(FillAdvice, KnowsItsOwnGrammar) {
  EXPECT_TRUE(is_well_formed_advice("look[: at <a>|: get > file <b>]"));
  for (const std::string_view wrong : {"look at <a>", "[", "a]", "[<a]", "[<a <b>]"}) {
    EXPECT_FALSE(is_well_formed_advice(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace telltale
