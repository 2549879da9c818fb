// SPDX-License-Identifier: Apache-2.0
#pragma once

// How long to leave one object alone after a write failed: a second, then twice as long each time,
// up to five minutes. Without randomness, so that the same run gives the same bytes.

#include <algorithm>

#include "base/instant.h"

namespace telltale {

class Backoff {
 public:
  static constexpr Seconds first{1};
  static constexpr Seconds longest{300};

  void fail(Instant now, Seconds most = longest) {
    delay_ = delay_ == Seconds{} ? first : std::min(most, delay_ * 2);
    until_ = now + delay_;
  }
  void succeed() { *this = {}; }
  // A clock that was set back to before the failure holds nobody up: it might be for hours.
  bool holds(Instant now) const { return is_set(until_) && now < until_ && now >= until_ - delay_; }
  bool failing() const { return delay_ != Seconds{}; }
  Instant until() const { return until_; }

 private:
  Seconds delay_{};
  Instant until_ = no_time;
};

}  // namespace telltale
