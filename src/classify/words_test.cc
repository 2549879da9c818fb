// SPDX-License-Identifier: Apache-2.0
#include "classify/words.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

using Hits = std::set<std::pair<std::size_t, std::size_t>>;  // number, end

Hits hits(const std::vector<std::string>& words, std::string_view text) {
  Hits hits;
  const WordTree tree(words);
  WordFinder(tree.nodes()).find(text, [&](std::size_t number, std::size_t end) {
    EXPECT_TRUE(hits.emplace(number, end).second) << "told twice";
  });
  return hits;
}

TEST(WordFinder, FindsWordsInsideOfWords) {
  EXPECT_EQ(hits({"he", "she", "hers", "his"}, "ushers"), (Hits{{0, 4}, {1, 4}, {2, 6}}));
}

TEST(WordFinder, FindsEveryOccurrence) {
  EXPECT_EQ(hits({"aa"}, "aaaa"), (Hits{{0, 2}, {0, 3}, {0, 4}}));
}

TEST(WordFinder, TakesBytesThatAreInNoWord) {
  EXPECT_EQ(hits({"ab"},
                 "a\xff"
                 "ab\x80"),
            (Hits{{0, 4}}));
  EXPECT_EQ(hits({"ab"}, ""), Hits{});
  EXPECT_EQ(hits({}, "ab"), Hits{});
}

RC_GTEST_PROP(WordFinderLaws, FindsWhatAPlainSearchFinds, ()) {
  const auto letters = rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c'));
  const std::string text = *letters;
  const std::set<std::string> distinct = *rc::gen::container<std::set<std::string>>(
      rc::gen::suchThat(letters, [](const std::string& word) { return !word.empty(); }));
  const std::vector<std::string> words(distinct.begin(), distinct.end());
  Hits expected;
  for (std::size_t number = 0; number < words.size(); ++number) {
    for (std::size_t at = text.find(words[number]); at != std::string::npos;
         at = text.find(words[number], at + 1)) {
      expected.emplace(number, at + words[number].size());
    }
  }
  RC_ASSERT(hits(words, text) == expected);
}

}  // namespace
}  // namespace telltale
