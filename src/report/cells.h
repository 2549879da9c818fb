// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a JSONPath found, as text: in a cell of a table, as the API server prints it there, and in
// plain, as kubectl's -o jsonpath does.

#include <string>

#include "base/instant.h"
#include "json/tree/tree.h"
#include "report/columns.h"

namespace telltale {

// Empty for what is missing, null or of another type than the column.
std::string cell_text(ColumnType type, const json::Tree& value, Instant now);

// Strings and numbers as they are, lists and maps as JSON with ascending names; nothing when there
// is nothing.
std::string value_text(const json::Tree& value);

}  // namespace telltale
