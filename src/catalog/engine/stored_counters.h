// SPDX-License-Identifier: Apache-2.0
#pragma once

// The counters that an owner of Machines still says about itself when nobody counts: while it is
// paused, or where its dump lacks what they were counted from.

#include "catalog/judged.h"

namespace telltale {

// Those of the new meaning only: per Machine, by condition.
Counters stored_counters(const Object& owner);

}  // namespace telltale
