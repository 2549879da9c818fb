// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order in which an object lists its conditions: a table of known types, everything else in the
// slot of the readiness gates, equal slots alphabetically. Both dialects' names are in the table.

#include <cstdint>
#include <span>
#include <string_view>

#include "kube/condition.h"

namespace telltale {

// Smaller comes first. Aliases and dialects share a slot: "Deleted" and "Deleting".
std::uint8_t order_slot(std::string_view type);

bool comes_before(std::string_view type, std::string_view other);

// Stable, and without allocating for lists of ordinary length.
void sort_conditions(std::span<Condition> conditions);

}  // namespace telltale
