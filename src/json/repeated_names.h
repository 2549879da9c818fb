// SPDX-License-Identifier: Apache-2.0
#pragma once

// Notices when a map names a member twice. Nearly no map does, so the common case must cost next to
// nothing, and a hostile one must not cost a quadratic search.

#include <cstdint>
#include <string_view>
#include <vector>

#include "json/tree/tree.h"

namespace telltale::json {

class RepeatedNames {
 public:
  // The map's members stand at the end of a longer vector, from `start` on.
  explicit RepeatedNames(std::size_t start) : start_(start) {}

  // To be told each name before its member is appended.
  void note(std::string_view name, const std::vector<Member>& members) {
    const std::uint64_t bit = bit_of(name);
    if ((seen_ & bit) != 0) look_closer(name, members);
    seen_ |= bit;
  }

  // Leaves only the last of repeated members, in place.
  void drop(std::vector<Member>& members) const {
    if (suspected_) drop_suspected(members);
  }

 private:
  static std::uint64_t bit_of(std::string_view name) {
    if (name.empty()) return 1;
    const auto first = static_cast<unsigned char>(name.front());
    const auto last = static_cast<unsigned char>(name.back());
    return std::uint64_t{1} << ((name.size() * 7 + first * 5U + last * 3U) % 64);
  }
  void look_closer(std::string_view name, const std::vector<Member>& members);
  void drop_suspected(std::vector<Member>& members) const;

  std::size_t start_;
  std::uint64_t seen_ = 0;
  bool suspected_ = false;
};

}  // namespace telltale::json
