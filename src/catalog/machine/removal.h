// SPDX-License-Identifier: Apache-2.0
#pragma once

// What stands between a Machine and its end: whether its Node is deleted with it, and is emptied
// before, or is left to a cluster that ends as a whole.

#include "base/instant.h"
#include "catalog/engine/judge_context.h"

namespace telltale::machine {

// How long a step may take; zero: as long as it needs.
struct Allowance {
  Seconds timeout{0};
  Instant started = no_time;

  constexpr Instant ends() const {
    return timeout > Seconds(0) && is_set(started) ? started + timeout : no_time;
  }
  constexpr bool over(Instant now) const { return is_set(ends()) && now >= ends(); }
};

struct Removal {
  bool undecided = false;  // the control plane object could not be read
  bool takes_node = true;  // the Cluster stays, and so does its control plane; a Node is known
  bool drain_excluded = false;
  bool detach_excluded = false;
  bool hooks_waited_for = false;  // the wait for pre-terminate hooks began: the Node is empty
  Allowance drain = {};
  Allowance detach = {};
  Allowance node_deletion = {};
  Sight node = Sight::NotCollected;  // the Node that is to be emptied, by its name
};

Removal see_removal(const World& world, const Object& machine, std::string_view node_name);

}  // namespace telltale::machine
