// SPDX-License-Identifier: Apache-2.0
#pragma once

// RFC 6902: a list of operations on places (RFC 6901). All of them hold, or none does.

#include <cstddef>

#include "base/result.h"
#include "json/value.h"

namespace telltale::json {

inline constexpr std::size_t patch_operations_max = 10'000;
// What copies may add to a document, text counted by the sixteen bytes; a patch that doubles itself
// is refused.
inline constexpr std::size_t patched_values_max = 1'000'000;
// How deep a patched document may be: what `parse` reads again.
inline constexpr std::size_t patched_depth_max = 100;
// Values looked at, and items shifted by the dozen, in all operations together.
inline constexpr std::size_t patch_work_max = 50'000'000;

// Invalid: the patch is no patch (what and where). Conflict: a `test` failed, or a place is not
// there. TooLarge: a limit. The target is unchanged then. A `test` for null also holds where the
// member is not there, as the API server has it.
[[nodiscard]] Result<Value> json_patch(const Value& target, const Value& patch);

}  // namespace telltale::json
