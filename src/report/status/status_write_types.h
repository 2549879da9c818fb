// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which condition types of an object are telltale's business: the tables know. All others on it are
// foreign, and pass through every write untouched.

#include <string_view>

#include "convert/dialect.h"
#include "kube/object.h"

namespace telltale {

// Whether telltale computes this type on such an object, under this name in this dialect.
bool computes(const Object& object, std::string_view type, const Dialect& dialect);

// Types that telltale has brought, so that one found in a list without owners per item can be
// nobody else's.
bool only_telltale_writes(const Object& object, std::string_view type);

}  // namespace telltale
