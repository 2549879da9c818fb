// SPDX-License-Identifier: Apache-2.0
#pragma once

// A context for tests in which nothing failed yet: the first of 2026.

#include "demo/actor_context.h"

namespace telltale::demo {

inline const ActorContext new_year{.now = Instant(Seconds(1'767'225'600))};

}  // namespace telltale::demo
