// SPDX-License-Identifier: Apache-2.0
#pragma once

// What happens to the living fleet, and when. A story is a list of beats; a beat is something that
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

struct Beat {
  Seconds at{0};  // since the round began
  std::string_view says = {};
  Writes (*writes)(const ActorContext&) = nullptr;
};

struct Story {
  std::string_view name = {};
  std::span<const Beat> beats = {};  // in the order of time
};

// How long a round is: everybody is well again before the next one.
inline constexpr Seconds round_length{110};

std::span<const Story> stories();
// The beats of all stories, in the order in which they are told.
std::vector<Beat> all_beats();

// Whatever stories bring into the world, in whatever state an end in the middle left it.
Writes leftover_removal();

}  // namespace telltale::demo
