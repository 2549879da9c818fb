// SPDX-License-Identifier: Apache-2.0
#pragma once

// The health of all Machines of a control plane in one paragraph: Machines that tell the same story
// share it. Stricter than an aggregation, and in its own words.

#include <span>
#include <string>
#include <string_view>

#include "catalog/judged.h"

namespace telltale::controlplane {

struct Health {
  bool bad = false;
  bool unknown = false;
  bool good = false;
  bool not_collected = false;  // part of it is not known only because it was not collected
  std::string story = {};
};

// Looks at these conditions of each Machine. `errors` concern the control plane as a whole.
Health add_up(std::span<const Judged* const> machines, std::span<const std::string_view> types,
              std::span<const std::string> errors = {});

}  // namespace telltale::controlplane
