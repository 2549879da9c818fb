// SPDX-License-Identifier: Apache-2.0
#pragma once

// How errors name things, as data for resource.h: expressions over the text with one kind of blank
// and of quotation mark, in any case. <noun> stands for resource_nouns().

#include <span>
#include <string_view>

namespace telltale {

struct Naming {
  std::string_view kind;  // empty: the first group is the kind, the second the name
  std::string_view expression;
  std::string_view marks = {};  // text without any of these characters cannot match
};

// Alternatives of an expression, the longer names first.
std::string_view resource_nouns();
// Things that are referred to.
std::span<const Naming> reference_expressions();
// What was used up.
std::span<const Naming> quota_expressions();
// What there is too little of, or where.
std::span<const Naming> scarcity_expressions();
// What was not allowed, to whom.
std::span<const Naming> refusal_expressions();

}  // namespace telltale
