// SPDX-License-Identifier: Apache-2.0
#pragma once

// What each built-in kind does that its schema cannot say, as one table.

#include <string_view>

#include "server/resource.h"

namespace telltale::server {

// A bug for kinds that are not built in.
KindBehavior behavior_of(std::string_view group, std::string_view plural);

}  // namespace telltale::server
