// SPDX-License-Identifier: Apache-2.0
#pragma once

// How fast one may ask: a bucket of `burst` tokens that fills at `qps` a second, a token for each
// request. Sans I/O: told the time, it says how long to wait. Not safe to share between threads.

#include <chrono>
#include <cstdint>

namespace telltale::client {

class TokenBucket {
 public:
  // A rate that is not positive is no limit; a bucket holds at least one token.
  TokenBucket(double qps, std::uint32_t burst);

  // Takes a token and answers zero, or takes none and answers how long until there is one.
  // `elapsed` is a Clock's; it may stand still, and steps back count as that.
  std::chrono::nanoseconds take(std::chrono::nanoseconds elapsed);
  // The same without taking.
  std::chrono::nanoseconds wait(std::chrono::nanoseconds elapsed);

 private:
  void fill(std::chrono::nanoseconds elapsed);

  double per_nanosecond_;
  double size_;
  double tokens_;
  std::chrono::nanoseconds filled_at_{};
  bool started_ = false;
};

}  // namespace telltale::client
