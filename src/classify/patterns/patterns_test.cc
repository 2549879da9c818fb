// SPDX-License-Identifier: Apache-2.0
#include "classify/patterns/patterns.h"

#include <set>

#include <gtest/gtest.h>

#include "classify/fold.h"
#include "classify/matcher.h"

namespace telltale {
namespace {

TEST(Patterns, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const PatternGroup& group : pattern_groups()) {
    for (const Pattern& pattern : group.patterns) {
      EXPECT_FALSE(pattern.name.empty());
      EXPECT_TRUE(names.insert(pattern.name).second) << pattern.name;
    }
  }
}

// ".*" would make the automaton keep every beginning it ever saw: 0.5 MB/s instead of hundreds.
TEST(Patterns, LookAtOnePlaceOnly) {
  for (const PatternGroup& group : pattern_groups()) {
    for (const Pattern& pattern : group.patterns) {
      EXPECT_EQ(expression_of(pattern).find(".*"), std::string::npos) << pattern.name;
    }
  }
}

TEST(Patterns, SpellOutTheirWords) {
  const Pattern pattern{"x", Role::MissingPhrase, Shape::Phrase, "<noun> <gone>"};
  EXPECT_EQ(expression_of(pattern).find('<'), std::string::npos);
}

TEST(Patterns, FallApartIntoAlternatives) {
  const Pattern pattern{"x", Role::QuotaCode, Shape::Phrase, "a(?:b|c)|[|]d|e\\|f"};
  const std::vector<Alternative> alternatives = alternatives_of(pattern);
  ASSERT_EQ(alternatives.size(), 3);
  EXPECT_EQ(alternatives[0].expression, "(?:a(?:b|c))");
  EXPECT_EQ(alternatives[0].literals->texts, (std::vector<std::string>{"ab", "ac"}));
  EXPECT_EQ(alternatives[1].expression, "(?:[|]d)");
  EXPECT_FALSE(alternatives[1].literals.has_value());
  EXPECT_EQ(alternatives[2].literals->texts, std::vector<std::string>{"e|f"});
}

TEST(Patterns, CoverEveryPlatformThatProvisionsMachines) {
  std::set<Platform> covered;
  for (const PatternGroup& group : pattern_groups()) {
    covered.insert(group.platforms.begin(), group.platforms.end());
  }
  for (const Platform platform : all_platforms()) {
    EXPECT_EQ(covered.contains(platform), platform != Platform::None) << to_text(platform);
  }
}

bool finds(Role role, std::string_view text) {
  static const Matcher matcher(pattern_groups());
  return matcher.match(readable(text), Platform::Any)[static_cast<std::size_t>(role)] != nullptr;
}

TEST(MissingPhrase, NamesAResourceInManyWays) {
  for (const std::string_view text :
       {"subnet 'a' not found", "Security group sg-1 in project p could not be found",
        "the image id '[ami-1]' does not exist", "unable to find the network x", "no such flavor",
        "StorageClass fast was not found", "image has been deleted"}) {
    EXPECT_TRUE(finds(Role::MissingPhrase, text)) << text;
  }
}

TEST(MissingPhrase, DoesNotReachIntoTheNextSentence) {
  EXPECT_FALSE(finds(Role::MissingPhrase, "network created. Command not found"));
}

}  // namespace
}  // namespace telltale
