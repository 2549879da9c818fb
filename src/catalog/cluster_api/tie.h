// SPDX-License-Identifier: Apache-2.0
#pragma once

// What ties a Machine to its Node, the same for everybody who speaks about either in one report:
// the provider ID, taken over from its infrastructure once that is provisioned, and the Node that
// has it, whether the Machine's status names it already or not.

#include <string_view>

#include "observe/world.h"

namespace telltale {

struct Tie {
  std::string_view provider_id = {};
  std::string_view node_name = {};  // empty: no Node is known yet
};

Tie tie_of(const World& world, const Object& machine);

}  // namespace telltale
