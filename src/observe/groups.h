// SPDX-License-Identifier: Apache-2.0
#pragma once

// A one-to-many index in two flat arrays: the members of group g stand side by side. Eight bytes a
// member and four a group, where a map of vectors would take a hundred.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace telltale {

class Groups {
 public:
  struct Pair {
    std::uint32_t group;
    std::uint32_t member;
  };

  Groups() = default;

  // `less` orders members within a group.
  template <class Less>
  Groups(const std::vector<Pair>& pairs, std::uint32_t groups, Less less)
      : starts_(pairs.empty() ? 0 : groups + 1, 0), members_(pairs.size()) {
    if (pairs.empty()) return;  // A relation that nobody has costs nothing.
    for (const Pair& pair : pairs) ++starts_[pair.group + 1];
    for (std::uint32_t g = 0; g < groups; ++g) starts_[g + 1] += starts_[g];
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (const Pair& pair : pairs) members_[next[pair.group]++] = pair.member;
    for (std::uint32_t g = 0; g < groups; ++g) {
      const auto first = members_.begin() + starts_[g];
      const auto last = members_.begin() + starts_[g + 1];
      if (!std::is_sorted(first, last, less)) std::sort(first, last, less);
    }
  }

  std::span<const std::uint32_t> of(std::uint32_t group) const {
    if (starts_.empty() || group >= starts_.size() - 1) return {};
    return std::span(members_).subspan(starts_[group], starts_[group + 1] - starts_[group]);
  }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> members_;
};

}  // namespace telltale
