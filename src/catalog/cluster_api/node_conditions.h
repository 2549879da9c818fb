// SPDX-License-Identifier: Apache-2.0
#pragma once

// The conditions of a Node that a Machine's NodeHealthy sums up, in the order in which it tells
// them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "condition/priority.h"

namespace telltale {

inline constexpr std::size_t node_conditions_max = 32;

struct NodeCondition {
  std::string type = {};
  Polarity polarity = Polarity::Negative;
  // Every kubelet reports it: one that is missing is not yet known. Others count where reported.
  bool expected = false;

  bool operator==(const NodeCondition&) const = default;
};
using NodeConditions = std::vector<NodeCondition>;

// Ready, MemoryPressure, DiskPressure, PIDPressure; the proposal also NetworkUnavailable.
const NodeConditions& upstream_node_conditions();
const NodeConditions& proposed_node_conditions();

// "Ready,KernelDeadlock,Certified=True": Ready is good when True, every other one when False,
// unless it says otherwise. Each type once; blanks around words do not matter.
[[nodiscard]] Result<NodeConditions> parse_node_conditions(std::string_view text);

// The same as text, as parse_node_conditions reads it.
std::string to_text(const NodeConditions& conditions);

}  // namespace telltale
