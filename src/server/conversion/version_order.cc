// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/version_order.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <tuple>

namespace telltale::server {
namespace {

// Greater is preferred.
using Rank = std::tuple<int, std::uint32_t, std::uint32_t>;  // stability, major, minor

std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || text.front() == '0') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Rank> rank_of(std::string_view version) {
  if (!version.starts_with('v')) return std::nullopt;
  version.remove_prefix(1);
  const std::optional<std::uint32_t> major = take_number(version);
  if (!major) return std::nullopt;
  if (version.empty()) return Rank{3, *major, 0};
  const int stability = version.starts_with("beta") ? 2 : version.starts_with("alpha") ? 1 : 0;
  if (stability == 0) return std::nullopt;
  version.remove_prefix(stability == 2 ? 4 : 5);
  const std::optional<std::uint32_t> minor = take_number(version);
  if (!minor || !version.empty()) return std::nullopt;
  return Rank{stability, *major, *minor};
}

}  // namespace

bool preferred_version_first(std::string_view one, std::string_view other) {
  const std::optional<Rank> one_rank = rank_of(one);
  const std::optional<Rank> other_rank = rank_of(other);
  if (one_rank && other_rank) return *one_rank > *other_rank;
  if (one_rank.has_value() != other_rank.has_value()) return one_rank.has_value();
  return one < other;
}

}  // namespace telltale::server
