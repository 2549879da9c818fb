// SPDX-License-Identifier: Apache-2.0
#pragma once

// What changed between two states whose history is lost, as changes in order of their revisions.

#include <span>
#include <vector>

#include "store/current_state.h"

namespace telltale::store {

// Both in the order of their keys. What is gone was deleted nobody knows when: at `revision`, that
// of the later state.
std::vector<Change> difference(std::span<const Item> before, std::vector<Item> after,
                               Revision revision);

}  // namespace telltale::store
