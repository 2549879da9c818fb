// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is true at one revision, page by page, as bytes for the way from a running server to a
// backup. Every row carries its sum (row_sum.h), so that what was damaged on the way is no data.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/current_state.h"

namespace telltale::store {

// A page ends with the row that passes this.
inline constexpr std::size_t snapshot_page_bytes = std::size_t{4} << 20;

struct SnapshotCursor {
  Revision at = 0;         // 0: as of now; pages that follow name what the first one showed
  std::string after = {};  // only keys greater than this one
};

// Gone when that revision is no longer remembered: begin anew.
[[nodiscard]] Result<Page> snapshot_page(const CurrentState& present, const SnapshotCursor& cursor);

std::string to_bytes(const Page& page);
// Invalid for anything that to_bytes did not make.
[[nodiscard]] Result<Page> page_from_bytes(std::string_view bytes);

}  // namespace telltale::store
