// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a platform documents a class of failure, for people who want more than a sentence.

#include <string_view>

#include "classify/classify.h"

namespace telltale {

// An address; empty for what is no failure and where the platform is not known.
std::string_view documentation_for(FailureClass failure, Platform platform);

}  // namespace telltale
