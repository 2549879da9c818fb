// SPDX-License-Identifier: Apache-2.0
#pragma once

// What happens to the living fleet, and when. A story is a list of steps; a step is something that
// actors write at its time of every round. All stories leave the fleet as they found it, so that
// they can be told again.
//
//   {12s, "prod-us: a kubelet falls silent", node_dies}

#include <span>
#include <string_view>
#include <vector>

#include "demo/actor_context.h"
#include "demo/document.h"

namespace telltale::demo {

struct StoryStep {
  Seconds at{0};  // since the round began
  std::string_view says = {};
  Writes (*writes)(const ActorContext&) = nullptr;
};

struct Story {
  std::string_view name = {};
  std::span<const StoryStep> steps = {};  // in the order of time
};

// How long a round is: everybody is well again before the next one.
inline constexpr Seconds round_length{110};

std::span<const Story> stories();
// The steps of all stories, in the order in which they are told.
std::vector<StoryStep> all_steps();

// Whatever stories bring into the world, in whatever state an end in the middle left it.
Writes leftover_removal();

}  // namespace telltale::demo
