// SPDX-License-Identifier: Apache-2.0
#include "classify/resource_expressions.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include "base/letters.h"
#include "classify/corpus_for_test.h"
#include "classify/literals.h"

namespace telltale {
namespace {

std::string spelled_naming(const Naming& naming) {
  std::string text = "(?i)" + std::string(naming.expression);
  constexpr std::string_view sign = "<noun>";
  for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign)) {
    text.replace(at, sign.size(), resource_nouns());
  }
  return text;
}

// Text that lacks them is never shown to RE2.
TEST(ResourceExpressions, MatchOnlyWhereTheirMarksAndTheirLiteralAre) {
  std::vector<LabelledMessage> rows =
      read_corpus(TELLTALE_SOURCE_DIR "/benchmarks/corpus/documented.tsv");
  std::size_t matched = 0;
  for (const auto& list : {reference_expressions(), quota_expressions(), scarcity_expressions(),
                           refusal_expressions()}) {
    for (const Naming& naming : list) {
      const RE2 expression(spelled_naming(naming), RE2::Quiet);
      ASSERT_TRUE(expression.ok()) << naming.expression;
      const std::string literal = lower(literal_within(naming.expression));
      for (const LabelledMessage& row : rows) {
        if (!RE2::PartialMatch(row.message, expression)) continue;
        ++matched;
        EXPECT_TRUE(lower(row.message).contains(literal)) << naming.expression;
        EXPECT_TRUE(naming.marks.empty() ||
                    row.message.find_first_of(naming.marks) != std::string::npos)
            << naming.expression;
      }
    }
  }
  EXPECT_GT(matched, 100);
}

}  // namespace
}  // namespace telltale
