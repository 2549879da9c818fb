// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that text must have for an expression to match it. One pass over a text finds all words
// of all expressions (words.h), so that RE2 is asked only about those that could match.
//
//   required_words("quotas? (?:met|hit) in [a-z]+")
//       == {{"quota hit in ", "quota met in ", "quotas hit in ", "quotas met in "}}
//
// Only what the patterns use of RE2's language is understood; about anything else nothing is said.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace telltale {

// Shorter words are in every text, so they would not spare us anything.
inline constexpr std::size_t required_word_bytes_min = 3;
// More are not worth their counting.
inline constexpr std::size_t required_clauses_max = 8;

// Text that has none of these words, in small letters and sorted, is not matched.
using WordClause = std::vector<std::string>;

// All of them hold for every text in small letters that the expression, in any case, matches. None:
// nothing is known.
std::vector<WordClause> required_words(std::string_view expression);

}  // namespace telltale
