// SPDX-License-Identifier: Apache-2.0
#pragma once

// Gives one judgement text of its own, so that it can be replaced by the next one without a trace.
// Used where a world is judged again and again.

#include <cstddef>
#include <memory>

#include "catalog/judged.h"

namespace telltale {

// Copies the conditions, the counters and the cause into one block and points the judgement there.
// The judgement lives as long as the block.
[[nodiscard]] std::unique_ptr<std::byte[]> keep_text(Judged& judged);

}  // namespace telltale
