// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a human does about a class of failure on a platform: the second half of a condition's
// message, and what `telltale classify` prints as guidance.

#include <string_view>

#include "classify/classify.h"

namespace telltale {

// One sentence in the imperative, without a final period. Empty for None; for Transient it says
// that waiting helps.
std::string_view recovery_for(FailureClass failure, Platform platform);

}  // namespace telltale
