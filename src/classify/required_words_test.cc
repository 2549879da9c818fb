// SPDX-License-Identifier: Apache-2.0
#include "classify/required_words.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <re2/re2.h>

#include "base/letters.h"
#include "classify/corpus_for_test.h"
#include "classify/fold.h"
#include "classify/literals.h"
#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using Clauses = std::vector<WordClause>;

TEST(RequiredWords, AreWhatMustBeThere) {
  EXPECT_EQ(required_words("Over Quota"), (Clauses{{"over quota"}}));
  EXPECT_EQ(required_words("quota[^ ]* limits? of [0-9]+"),
            (Clauses{{" limit of ", " limits of "}, {"quota"}}));
  EXPECT_EQ(required_words("(?:subnet|image)[0-9a-f]{2,} (?:gone|lost)"),
            (Clauses{{" gone", " lost"}, {"image", "subnet"}}));
  EXPECT_EQ(required_words("initiali[sz]ing"), (Clauses{{"initialising", "initializing"}}));
  EXPECT_EQ(required_words("\\bfork/exec\\b"), (Clauses{{"fork/exec"}}));
}

TEST(RequiredWords, OfAChoiceAreThoseOfEither) {
  EXPECT_EQ(required_words("abc[0-9]+|[0-9]+def"), (Clauses{{"abc", "def"}}));
  EXPECT_EQ(required_words("abc[0-9]+def|ghi"), (Clauses{{"abc", "ghi"}, {"def", "ghi"}}));
  EXPECT_EQ(required_words("abc|[0-9]+"), Clauses{});
}

TEST(RequiredWords, LeaveOutWhatMayBeAbsent) {
  EXPECT_EQ(required_words("abc(?:def)*ghi"), (Clauses{{"abc"}, {"ghi"}}));
  EXPECT_EQ(required_words("abc(?:def[0-9])?ghi"), (Clauses{{"abc"}, {"ghi"}}));
  EXPECT_EQ(required_words("abc(?:def){0,3}ghi"), (Clauses{{"abc"}, {"ghi"}}));
  EXPECT_EQ(required_words("abc(?:def){1,3}?ghi"), (Clauses{{"abc"}, {"def"}, {"ghi"}}));
  EXPECT_EQ(required_words("abcd?"), (Clauses{{"abc"}}));  // What is in both is enough.
}

TEST(RequiredWords, AreNotShort) {
  EXPECT_EQ(required_words("ab[0-9]"), Clauses{});
  EXPECT_EQ(required_words("(?:ab|cdef)[0-9]"), Clauses{});
  EXPECT_EQ(required_words("^$"), Clauses{});
}

TEST(RequiredWords, SayNothingAboutWhatTheyDoNotUnderstand) {
  for (const std::string_view expression :
       {"(?i)abcd", "(?P<x>abcd)", "abcd[[:alpha:]]", "\\x41bcd", "\\Qabcd\\E", "abcd\xc3\xa9",
        "abcd{x|y", "abcd)", "(abcd", "abcd[x", "*abcd", "\\pNabcd"}) {
    EXPECT_EQ(required_words(expression), Clauses{}) << expression;
  }
}

bool holds(const WordClause& clause, std::string_view text) {
  return std::ranges::any_of(clause, [&](const std::string& word) { return text.contains(word); });
}

// The law that makes it right to ask RE2 about nothing else, for both ways of finding words.
TEST(RequiredWords, AreInEveryTextThatAPatternMatches) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_case_sensitive(false);
  std::vector<std::string> texts;
  for (const LabelledMessage& row :
       read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/sample.tsv")) {
    texts.push_back(readable(row.message));
  }
  std::size_t matched = 0;
  for (const PatternGroup& group : pattern_groups()) {
    for (const Pattern& pattern : group.patterns) {
      for (const Alternative& alternative : alternatives_of(pattern)) {
        const RE2 expression(alternative.expression, options);
        ASSERT_TRUE(expression.ok()) << pattern.name;
        const Clauses clauses = required_words(alternative.expression);
        const std::string literal = lower(literal_within(alternative.expression));
        for (const std::string& text : texts) {
          if (!RE2::PartialMatch(text, expression)) continue;
          ++matched;
          EXPECT_TRUE(text.contains(literal)) << alternative.expression << '\n' << text;
          for (const WordClause& clause : clauses) {
            EXPECT_TRUE(holds(clause, text)) << alternative.expression << '\n' << text;
          }
        }
      }
    }
  }
  EXPECT_GT(matched, 500);
}

}  // namespace
}  // namespace telltale
