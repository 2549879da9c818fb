// SPDX-License-Identifier: Apache-2.0
#pragma once

// The severity that a condition has beside its status, on the kinds whose conditions have one: what
// telltale says of its own, and what others have written of theirs.

#include <string_view>

#include "kube/object.h"

namespace telltale {

// Empty where there is none.
std::string_view severity_shown(const Object& object, const Condition& condition);

}  // namespace telltale
