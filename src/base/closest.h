// SPDX-License-Identifier: Apache-2.0
#pragma once

// "Did you mean ...?": the known words nearest to one that somebody typed.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace telltale {

// How many single characters must be added, removed or replaced to turn one word into the other.
std::size_t edit_distance(std::string_view left, std::string_view right);

// At most `count` candidates that differ in no more than a third of the word's characters (at least
// one), the nearest first, ties in ascending order. Upper and lower case are the same letter.
std::vector<std::string_view> closest(std::string_view word,
                                      std::span<const std::string_view> candidates,
                                      std::size_t count = 3);

}  // namespace telltale
