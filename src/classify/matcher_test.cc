// SPDX-License-Identifier: Apache-2.0
#include "classify/matcher.h"

#include <array>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "classify/corpus_for_test.h"
#include "classify/fold.h"
#include "classify/matcher_tables.h"

namespace telltale {
namespace {

const Matcher& whole_matcher() {
  static const Matcher made(pattern_groups());
  return made;
}

std::vector<std::string_view> names(const Found& found) {
  std::vector<std::string_view> names;
  for (const Pattern* pattern : found) {
    if (pattern != nullptr) names.push_back(pattern->name);
  }
  return names;
}

constexpr Pattern codes[] = {{"code", Role::QuotaCode, Shape::Code, "OverQuota"},
                             {"phrase", Role::QuotaPhrase, Shape::Phrase, "over quota"}};
constexpr PatternGroup groups[] = {{{}, codes}};

using Names = std::vector<std::string_view>;

TEST(Matcher, FindsCodesAsWholeTokens) {
  const Matcher matcher(groups);
  EXPECT_EQ(names(matcher.match("overquota", Platform::Any)), Names{"code"});
  EXPECT_EQ(names(matcher.match("{'code':'overquota'}", Platform::Any)), Names{"code"});
  EXPECT_EQ(names(matcher.match("over_overquota_x", Platform::Any)), Names{"code"});
  EXPECT_EQ(names(matcher.match("notoverquota", Platform::Any)), Names{});
  EXPECT_EQ(names(matcher.match("overquotas", Platform::Any)), Names{});
}

TEST(Matcher, FindsPhrasesAnywhere) {
  const Matcher matcher(groups);
  EXPECT_EQ(names(matcher.match("xover quotax", Platform::Any)), Names{"phrase"});
  EXPECT_EQ(names(matcher.match("over quota: overquota", Platform::Any)),
            (Names{"code", "phrase"}));
  EXPECT_EQ(names(matcher.match("", Platform::Any)), Names{});
}

TEST(Matcher, TakesBytesThatAreNoText) {
  const Matcher matcher(groups);
  EXPECT_EQ(names(matcher.match("\xff\xfe"
                                "overquota\xff",
                                Platform::Any)),
            Names{"code"});
}

// Slow, since every pattern is compiled for every row; so only some rows are asked.
TEST(Matcher, SaysTheSameInEveryWayOfAsking) {
  int row_number = 0;
  for (const LabelledMessage& row :
       read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/sample.tsv")) {
    const std::string text = readable(row.message);
    const Found found = whole_matcher().match(text, row.platform);
    EXPECT_EQ(names(found), names(whole_matcher().match_in_passes(text, row.platform))) << row.id;
    if (++row_number % 8 != 0) continue;
    EXPECT_EQ(names(found), names(whole_matcher().match_one_by_one(text, row.platform))) << row.id;
  }
}

RC_GTEST_PROP(MatcherLaws, AsksInPassesWhatItAsksByWords, ()) {
  static const std::vector<LabelledMessage> rows =
      read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/learned.tsv");
  const LabelledMessage one = *rc::gen::elementOf(rows);
  const LabelledMessage other = *rc::gen::elementOf(rows);
  const std::string text = readable(one.message + " " + other.message.substr(0, 40));
  RC_ASSERT(whole_matcher().match(text, Platform::Any) ==
            whole_matcher().match_in_passes(text, Platform::Any));
}

// Expressions are made when they are first asked, whoever asks.
TEST(Matcher, SaysTheSameToThreadsThatAskAtOnce) {
  const std::vector<LabelledMessage> rows =
      read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/sample.tsv");
  const Matcher fresh(pattern_groups(), ready_tables());
  std::array<std::vector<Found>, 4> answers;
  {
    std::vector<std::jthread> threads;
    for (std::vector<Found>& of_thread : answers) {
      threads.emplace_back([&] {
        for (const LabelledMessage& row : rows) {
          of_thread.push_back(fresh.match(readable(row.message), row.platform));
        }
      });
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Found expected = whole_matcher().match(readable(rows[i].message), rows[i].platform);
    for (const std::vector<Found>& of_thread : answers) EXPECT_EQ(of_thread.at(i), expected);
  }
}

TEST(Matcher, LooksOnlyAtThePlatformThatIsAskedFor) {
  static constexpr Platform aws[] = {Platform::AWS};
  static constexpr PatternGroup of_aws[] = {{aws, codes}};
  const Matcher matcher(of_aws);
  EXPECT_EQ(names(matcher.match("overquota", Platform::AWS)), Names{"code"});
  EXPECT_EQ(names(matcher.match("overquota", Platform::GCP)), Names{});
  EXPECT_EQ(names(matcher.match("overquota", Platform::None)), Names{});
}

TEST(Matcher, NamesTheFirstPatternOfTheLists) {
  static constexpr Pattern both[] = {
      {"expression", Role::QuotaCode, Shape::Code, "[a-z]+Quota"},
      {"text", Role::QuotaCode, Shape::Code, "OverQuota"},
      {"later", Role::QuotaCode, Shape::Phrase, "over [a-z]+"},
  };
  static constexpr PatternGroup all[] = {{{}, both}};
  const Matcher matcher(all);
  EXPECT_EQ(names(matcher.match("overquota", Platform::Any)), Names{"expression"});
  EXPECT_EQ(names(matcher.match("over there", Platform::Any)), Names{"later"});
}

}  // namespace
}  // namespace telltale
