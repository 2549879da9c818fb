// SPDX-License-Identifier: Apache-2.0
#pragma once

// The health of all Machines of a control plane in one paragraph: Machines that tell the same story
// share it. Stricter than an aggregation, and in its own words.

#include <span>
#include <string>
#include <string_view>

#include "catalog/controlplane/etcd.h"

namespace telltale::controlplane {

struct Health {
  bool bad = false;
  bool unknown = false;
  bool good = false;
  bool not_collected = false;  // part of it is not known only because it was not collected
  std::string story = {};
};

// Looks at these conditions of each Machine. `errors` concern the control plane as a whole.
Health add_up(Machines machines, std::span<const std::string_view> types,
              std::span<const std::string> errors = {});
// The same, and on each Machine at one condition more, about its Node, where that is a gate of the
// Machine: what the Node lacks is one complaint more, and nothing else.
Health add_up_with_node(Machines machines, std::span<const std::string_view> types,
                        std::string_view node_type, std::span<const std::string> errors);

}  // namespace telltale::controlplane
