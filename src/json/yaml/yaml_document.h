// SPDX-License-Identifier: Apache-2.0
#pragma once

// A whole document as YAML that every reader takes for the same document: members in ascending
// order, strings quoted where they would become something else, numbers as JSON writes them.

#include <cstddef>
#include <string>

#include "json/value.h"

namespace telltale::json {

// Ends with a line break. `indent`: of all lines but the first, for what goes on where a line
// stands.
std::string yaml_document(const Value& value, std::size_t indent = 0);

}  // namespace telltale::json
