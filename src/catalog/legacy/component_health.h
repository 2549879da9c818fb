// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the legacy conditions of all Machines of a control plane say together: the most severe
// answer, with the names of those that give it.

#include <optional>
#include <span>
#include <string_view>

#include "catalog/legacy/owned.h"

namespace telltale::legacy {

struct ComponentHealth {
  std::string_view into;                    // the condition on the control plane
  std::span<const std::string_view> types;  // on its Machines
  std::string_view unhealthy;               // reasons
  std::string_view unknown;
  std::string_view note;  // "control plane": whose errors these are
};

// Nothing when no Machine has any of the conditions.
std::optional<LegacyCondition> add_up(const OwnedMachines& owned, const ComponentHealth& health,
                                      Arena& arena);

}  // namespace telltale::legacy
