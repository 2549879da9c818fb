// SPDX-License-Identifier: Apache-2.0
#pragma once

// Finds the place that made simdjson reject a text as a whole: it says what was wrong, not where.
// Only run on broken texts, so it may take its time.

#include <string_view>

#include "json/tree/read_error.h"

namespace telltale::json {

ReadError explain_broken_text(std::string_view text);

}  // namespace telltale::json
