// SPDX-License-Identifier: Apache-2.0
#include "client/backoff.h"

#include <algorithm>

namespace telltale::client {
namespace {

constexpr std::chrono::milliseconds least{1};
constexpr std::chrono::milliseconds most{std::chrono::hours{24}};

}  // namespace

Backoff::Backoff(std::chrono::milliseconds first, std::chrono::milliseconds max, std::uint64_t seed)
    : max_(std::clamp(max, least, most)),
      first_ceiling_(std::min(2 * std::clamp(first, least, most), max_)),
      ceiling_(first_ceiling_),
      rng_(seed) {}

std::chrono::milliseconds Backoff::next() {
  const std::chrono::milliseconds floor = ceiling_ / 2;
  const auto spread = static_cast<std::uint64_t>((ceiling_ - floor).count());
  ceiling_ = std::min(2 * ceiling_, max_);
  return floor + std::chrono::milliseconds{static_cast<std::int64_t>(rng_.below(spread + 1))};
}

}  // namespace telltale::client
