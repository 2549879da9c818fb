// SPDX-License-Identifier: Apache-2.0
#include "client/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace telltale::client {
namespace {

constexpr double nanoseconds_per_second = 1e9;
// So that the sum of many small fills counts as the token it was meant to be.
constexpr double rounding = 1e-9;
// Nobody waits longer for one token, however small the rate.
constexpr std::chrono::nanoseconds wait_max = std::chrono::hours{1};

}  // namespace

TokenBucket::TokenBucket(double qps, std::uint32_t burst)
    : per_nanosecond_(qps > 0 ? qps / nanoseconds_per_second : 0),
      size_(std::max(burst, std::uint32_t{1})),
      tokens_(size_) {}

void TokenBucket::fill(std::chrono::nanoseconds elapsed) {
  if (!started_) filled_at_ = elapsed;
  started_ = true;
  if (elapsed <= filled_at_) return;
  const auto passed = static_cast<double>((elapsed - filled_at_).count());
  tokens_ = std::min(size_, tokens_ + passed * per_nanosecond_);
  filled_at_ = elapsed;
}

std::chrono::nanoseconds TokenBucket::wait(std::chrono::nanoseconds elapsed) {
  if (per_nanosecond_ <= 0) return std::chrono::nanoseconds{0};
  fill(elapsed);
  if (tokens_ >= 1 - rounding) return std::chrono::nanoseconds{0};
  const double missing = std::ceil((1 - tokens_) / per_nanosecond_);
  if (missing >= static_cast<double>(wait_max.count())) return wait_max;
  return std::chrono::nanoseconds{static_cast<std::int64_t>(missing)};
}

std::chrono::nanoseconds TokenBucket::take(std::chrono::nanoseconds elapsed) {
  const std::chrono::nanoseconds missing = wait(elapsed);
  if (missing.count() == 0) tokens_ = std::max(0.0, tokens_ - 1);
  return missing;
}

}  // namespace telltale::client
