// SPDX-License-Identifier: Apache-2.0
#pragma once

// RFC 7386: what a patch names is replaced, what it calls null is removed, maps are merged, and
// lists are replaced as a whole.

#include "json/value.h"

namespace telltale::json {

void merge_patch(Value& target, const Value& patch);

}  // namespace telltale::json
