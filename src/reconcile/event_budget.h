// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many Events one object may have: a burst, then one every few minutes, as Kubernetes' own
// recorder does. A condition that flaps must not fill the API server.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <absl/container/flat_hash_map.h>

#include "base/hash.h"
#include "base/instant.h"

namespace telltale {

class EventBudget {
 public:
  static constexpr std::int64_t burst = 25;
  static constexpr Seconds refill{300};  // for one more
  static constexpr std::size_t objects_max = 100'000;

  // Takes one, if there is one.
  bool spend(std::string_view object, Instant now);
  // Objects whose budget is full again need not be remembered.
  void sweep(Instant now);
  std::size_t size() const { return spent_.size(); }

 private:
  // The instant at which the budget would be full again says everything.
  absl::flat_hash_map<std::string, Instant, TextHash, std::equal_to<>> spent_;
};

}  // namespace telltale
