// SPDX-License-Identifier: Apache-2.0
#pragma once

// Some questions collect instead of decide: every row that holds adds its line, in the order of the
// page. Same guards, same words, same trace as a Table.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "table/guard.h"
#include "table/table.h"
#include "table/words.h"

namespace telltale {

template <class Seen>
struct LineRow {
  When<Seen> when;
  std::string_view text;
};

template <class Seen, std::size_t N>
struct Lines {
  std::span<const Word<Seen>> words;
  std::array<LineRow<Seen>, N> lines{};

  consteval Lines(std::span<const Word<Seen>> known, const LineRow<Seen> (&given)[N])
      : words(known), lines(std::to_array(given)) {
    for (const LineRow<Seen>& line : lines) {
      if (!words::all_known(words, line.text)) a_message_may_only_use_known_words();
    }
  }

  constexpr bool any(const Seen& seen) const {
    for (const LineRow<Seen>& line : lines) {
      if (line.when.answer(seen) == Answer::Yes) return true;
    }
    return false;
  }

  // Appends the lines that hold, each behind `bullet`, with `separator` between them.
  void collect(const Seen& seen, std::string& out, std::string_view bullet,
               std::string_view separator) const {
    bool first = true;
    for (const LineRow<Seen>& line : lines) {
      if (line.when.answer(seen) != Answer::Yes) continue;
      if (!first) out += separator;
      first = false;
      out += bullet;
      out += words::fill(words, line.text, seen);
    }
  }
};

// Lines that are written here, as many as there are.
template <class Seen, std::size_t N>
consteval Lines<Seen, N> lines_of(std::span<const Word<Seen>> known,
                                  const LineRow<Seen> (&lines)[N]) {
  return {known, lines};
}

}  // namespace telltale
