// SPDX-License-Identifier: Apache-2.0
#pragma once

// When an actor acts: what its documents say about time, and which telling of its story this is.

#include <cstdint>
#include <string>

#include "base/instant.h"

namespace telltale::demo {

struct ActorContext {
  Instant now = no_time;
  std::uint64_t round = 0;   // how often the stories were told before
  std::string request = {};  // what a cloud would call the request that just failed
};

}  // namespace telltale::demo
