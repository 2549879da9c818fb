// SPDX-License-Identifier: Apache-2.0
#pragma once

// The list of all transition tables, for printing and for tests that go over every one.

#include <vector>

#include "table/page.h"

namespace telltale {

std::vector<TablePage> all_tables();

}  // namespace telltale
