// SPDX-License-Identifier: Apache-2.0
#include "json/tree/tree.h"

#include <string>

#include <gtest/gtest.h>

namespace telltale::json {
namespace {

TEST(Tree, IsMissingUntilItIsMade) {
  const Tree tree;
  EXPECT_FALSE(tree);
  EXPECT_TRUE(tree.is(Tree::Type::Missing));
  EXPECT_FALSE(tree["anything"]["below"]);
  EXPECT_TRUE(tree.items().empty());
  EXPECT_TRUE(tree.members().empty());
}

TEST(Tree, GivesBackWhatItWasMadeOf) {
  EXPECT_TRUE(Tree::null(1).is(Tree::Type::Null));
  EXPECT_EQ(Tree::boolean(true, 2).as_bool(), true);
  EXPECT_EQ(Tree::boolean(false, 2).as_bool(), false);
  EXPECT_EQ(Tree::integer(-7, 3).as_int(), -7);
  EXPECT_EQ(Tree::number(2.5, 4).as_double(), 2.5);
  EXPECT_EQ(Tree::string("word", 5).as_string(), "word");
  EXPECT_EQ(Tree::string("word", 5).offset(), 5U);
}

TEST(Tree, AnswersOnlyForItsOwnType) {
  const Tree text = Tree::string("1", 0);
  EXPECT_FALSE(text.as_bool());
  EXPECT_FALSE(text.as_int());
  EXPECT_FALSE(text.as_double());
  EXPECT_FALSE(Tree::integer(1, 0).as_string());
  EXPECT_FALSE(Tree::number(1.0, 0).as_int());
  EXPECT_EQ(Tree::integer(1, 0).as_double(), 1.0);
  EXPECT_TRUE(text.as_bool(true));
  EXPECT_EQ(Tree::null(0).as_string("otherwise"), "otherwise");
}

TEST(Tree, FindsMembersByNameAndTheLastOfRepeatedOnes) {
  const Member members[] = {
      {"a", Tree::integer(1, 0)}, {"b", Tree::integer(2, 0)}, {"a", Tree::integer(3, 0)}};
  const Tree map = Tree::map(members, 9);
  EXPECT_EQ(map["a"].as_int(), 3);
  EXPECT_EQ(map["b"].as_int(), 2);
  EXPECT_FALSE(map["c"]);
  EXPECT_EQ(map.members().size(), 3U);
  EXPECT_EQ(map.offset(), 9U);
}

TEST(Tree, KeepsACopyThatNeedsNothingOfTheOriginal) {
  Arena arena;
  std::string name = "name";
  std::string text = "text";
  Tree kept;
  {
    const Tree items[] = {Tree::string(text, 4), Tree::null(5)};
    const Member members[] = {{name, Tree::list(items, 3)}, {"n", Tree::integer(8, 6)}};
    kept = keep(Tree::map(members, 2), arena);
  }
  name = text = "....";
  ASSERT_EQ(kept["name"].items().size(), 2U);
  EXPECT_EQ(kept["name"].items()[0].as_string(), "text");
  EXPECT_EQ(kept["name"].items()[0].offset(), 4U);
  EXPECT_TRUE(kept["name"].items()[1].is(Tree::Type::Null));
  EXPECT_EQ(kept["n"].as_int(), 8);
}

TEST(Tree, KeepsMemberNamesOnlyOnce) {
  Arena arena;
  const Member member[] = {{"name", Tree::null(0)}};
  const Tree first = keep(Tree::map(member, 0), arena);
  const Tree second = keep(Tree::map(member, 0), arena);
  EXPECT_EQ(first.members()[0].key.data(), second.members()[0].key.data());
}

TEST(Tree, NamesItsTypesForMessages) {
  EXPECT_EQ(type_name(Tree::Type::Missing), "nothing");
  EXPECT_EQ(type_name(Tree::Type::Int), "a number");
  EXPECT_EQ(type_name(Tree::Type::Double), "a number");
  EXPECT_EQ(type_name(Tree::Type::Map), "a map");
}

TEST(SameValue, LooksAtValuesAndNotAtOffsets) {
  EXPECT_TRUE(same_value(Tree::string("a", 1), Tree::string("a", 2)));
  EXPECT_FALSE(same_value(Tree::string("a", 1), Tree::string("b", 1)));
  EXPECT_TRUE(same_value(Tree::integer(1, 0), Tree::number(1.0, 0)));
  EXPECT_FALSE(same_value(Tree::integer(1, 0), Tree::boolean(true, 0)));
  EXPECT_FALSE(same_value(Tree::null(0), Tree()));
  EXPECT_TRUE(same_value(Tree(), Tree()));
}

TEST(SameValue, TellsLargeIntegersApartThatAreOneDouble) {
  EXPECT_FALSE(same_value(Tree::integer(9007199254740993, 0), Tree::integer(9007199254740992, 0)));
}

TEST(SameValue, IgnoresTheOrderOfMembersButNotOfItems) {
  const Tree one = Tree::integer(1, 0);
  const Tree two = Tree::integer(2, 0);
  const Member forth[] = {{"a", one}, {"b", two}};
  const Member back[] = {{"b", two}, {"a", one}};
  const Member other[] = {{"a", two}, {"b", one}};
  EXPECT_TRUE(same_value(Tree::map(forth, 0), Tree::map(back, 0)));
  EXPECT_FALSE(same_value(Tree::map(forth, 0), Tree::map(other, 0)));
  EXPECT_FALSE(same_value(Tree::map(forth, 0), Tree::map(std::span(back).first(1), 0)));
  const Tree list[] = {one, two};
  const Tree tsil[] = {two, one};
  EXPECT_FALSE(same_value(Tree::list(list, 0), Tree::list(tsil, 0)));
}

TEST(SameValue, CountsOnlyTheLastOfRepeatedMembers) {
  const Member repeated[] = {{"a", Tree::integer(1, 0)}, {"a", Tree::integer(2, 0)}};
  const Member single[] = {{"a", Tree::integer(2, 0)}};
  const Member first[] = {{"a", Tree::integer(1, 0)}};
  EXPECT_TRUE(same_value(Tree::map(repeated, 0), Tree::map(single, 0)));
  EXPECT_FALSE(same_value(Tree::map(repeated, 0), Tree::map(first, 0)));
}

}  // namespace
}  // namespace telltale::json
