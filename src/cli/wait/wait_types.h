// SPDX-License-Identifier: Apache-2.0
#pragma once

// Conditions that nobody will ever write, because they were typed wrong: said at once, instead of
// after the whole timeout.

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/wait/wait_conditions.h"
#include "json/tree/tree.h"

namespace telltale::cli {

// One object that is waited for; the document is missing where the object is.
struct TypedTarget {
  std::string_view group;
  std::string_view kind;
  json::Tree document = {};
};

// Invalid, with what was probably meant, for a type that is close to one that is known for these
// kinds, and is neither known nor on any of the objects. Anything else may still come: other
// controllers write conditions of their own.
[[nodiscard]] Result<void> check_types(std::span<const Expectation> expectations,
                                       const std::vector<TypedTarget>& targets);

}  // namespace telltale::cli
