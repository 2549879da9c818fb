// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether the control plane has ever worked. Once it has, it stays so, whatever happens to it
// later; what it waits for is therefore read from objects below it and never from its own health.

#include "catalog/settings.h"
#include "observe/world.h"

namespace telltale::controlplane {

struct Latch {
  bool initialized = false;
  // Since when the condition says so; `now` where it says so for the first time.
  Instant since = no_time;
};

Latch initialized(const World& world, const Object& control_plane, const Settings& settings,
                  Instant now);

}  // namespace telltale::controlplane
