// SPDX-License-Identifier: Apache-2.0
#pragma once

// Equal as JSON has it: 1 and 1.0 are the same number, the order of members does not matter.

#include "json/value.h"

namespace telltale::json {

bool equal_values(const Value& one, const Value& other);

}  // namespace telltale::json
