// SPDX-License-Identifier: Apache-2.0
#pragma once

// A whole document as YAML that every reader takes for the same document: members in ascending
// order, strings quoted where they would become something else, numbers as JSON writes them.

#include <string>

#include "json/value.h"

namespace telltale::json {

// Ends with a line break.
std::string yaml_document(const Value& value);

}  // namespace telltale::json
