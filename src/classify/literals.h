// SPDX-License-Identifier: Apache-2.0
#pragma once

// Expressions that are only a way of writing down a few fixed texts, such as "quotas? (?:met|hit)".
// Most patterns are, and fixed texts are found much faster than expressions (words.h).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace telltale {

// What may not stand beside a text for it to count.
enum class Edge : std::uint8_t {
  Any,     // everything may
  Word,    // no letter, digit or underscore: RE2's \b
  Letter,  // no letter or digit
};

struct Literals {
  std::vector<std::string> texts = {};  // in small letters
  Edge before = Edge::Any;
  Edge after = Edge::Any;

  bool operator==(const Literals&) const = default;
};

// More texts than this are better left to RE2.
inline constexpr std::size_t literals_max = 64;

// The texts that an expression in any case stands for; nothing if they cannot be listed.
std::optional<Literals> literals_of(std::string_view expression);
// A text, as long as there is, that is in everything the expression matches, but for the case of
// letters. Found by a glance, unlike required_words.h: it costs nothing beside asking RE2. Empty:
// we do not see one. It lives as long as the expression.
std::string_view literal_within(std::string_view expression);
// Whether the text from `begin` to `end` has edges like these.
bool edges_hold(std::string_view text, std::size_t begin, std::size_t end, Edge before, Edge after);

}  // namespace telltale
