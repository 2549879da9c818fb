// SPDX-License-Identifier: Apache-2.0
#include "base/closest.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace telltale {
namespace {

// The work grows with the product of both lengths; nobody mistypes a longer word by a little.
constexpr std::size_t word_bytes_max = 128;

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& byte : lower) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  }
  return lower;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // row[i] is the distance between what was seen of `left` and the first i characters of `right`.
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t at = 0; at < left.size(); ++at) {
    std::size_t diagonal = std::exchange(row[0], at + 1);
    for (std::size_t i = 1; i <= right.size(); ++i) {
      const std::size_t replaced = diagonal + (left[at] == right[i - 1] ? 0 : 1);
      diagonal = row[i];
      row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
    }
  }
  return row.back();
}

std::vector<std::string_view> closest(std::string_view word,
                                      std::span<const std::string_view> candidates,
                                      std::size_t count) {
  if (word.size() > word_bytes_max) return {};
  const std::string wanted = lower_case(word);
  const std::size_t allowed = std::max<std::size_t>(1, word.size() / 3);
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > word_bytes_max) continue;
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance <= allowed) near.emplace_back(distance, candidate);
  }
  std::ranges::sort(near);
  std::vector<std::string_view> result;
  for (const auto& [distance, candidate] : near) {
    if (result.size() == count) break;
    if (std::ranges::find(result, candidate) == result.end()) result.push_back(candidate);
  }
  return result;
}

}  // namespace telltale
