// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every part of the loop works with. The Controller owns all of it, and all of it outlives the
// parts. Parts live on the loop's thread: what they are told on other threads they post to the
// inbox first.

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/clock.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "kube/object.h"
#include "live/inbox.h"

namespace telltale::live {

struct LoopParts {
  client::Api& api;
  client::Scheduler& scheduler;
  const Clock& clock;
  std::uint64_t seed = 0;
  Inbox& inbox;                                         // of the loop's thread
  std::function<void(std::string_view line)> log = {};  // any thread
  // An object, as it is now, for judging. Loop's thread.
  std::function<void(std::string_view document, const Home& home)> put = {};
  // Something that the first judgement waits for has come. Loop's thread.
  std::function<void()> on_progress = {};
};

}  // namespace telltale::live
