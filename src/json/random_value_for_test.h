// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random JSON values for property tests, drawn from a seed.

#include <string>

#include "base/rng.h"
#include "json/value.h"

namespace telltale::json {

inline std::string random_text(Rng& rng) {
  constexpr const char* pieces[] = {"a", "b",        "c",    "\"", "\\", "\n",
                                    "/", "\xC3\xA4", "\x01", " ",  "{",  "]"};
  std::string text;
  for (std::uint64_t left = rng.below(6); left > 0; --left) text += pieces[rng.below(12)];
  return text;
}

inline Value random_value(Rng& rng, unsigned depth = 0) {
  switch (rng.below(depth < 5 ? 8 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return rng.one_in(2);
    case 2:
      return static_cast<std::int64_t>(rng.next() >> 12);
    case 3:
      return static_cast<std::int64_t>(rng.below(100)) - 50;
    case 4:
      return static_cast<double>(rng.below(1'000'000)) / 1024.0;
    case 5:
      return ValueString(random_text(rng));
    case 6: {
      ValueList list;
      for (std::uint64_t left = rng.below(5); left > 0; --left) {
        list.push_back(random_value(rng, depth + 1));
      }
      return list;
    }
    default: {
      ValueMap map;
      for (std::uint64_t left = rng.below(5); left > 0; --left) {
        map[random_text(rng)] = random_value(rng, depth + 1);
      }
      return map;
    }
  }
}

}  // namespace telltale::json
