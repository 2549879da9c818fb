// SPDX-License-Identifier: Apache-2.0
#pragma once

// Strategic merge patches, which Kubernetes takes for built-in kinds: a merge patch that merges
// lists by key or as sets where the schema says so, with $patch, $deleteFromPrimitiveList,
// $setElementOrder and $retainKeys directives.

#include <cstddef>

#include "base/result.h"
#include "json/value.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

// Items of lists that one patch may make us go through; a patch that names each item once needs no
// more than the object has, three times.
inline constexpr std::size_t merged_items_max = 1'000'000;

// Invalid: a directive that makes no sense, a merge key that is missing. TooLarge: the work.
[[nodiscard]] Result<json::Value> strategic_merge(const json::Value& target,
                                                  const json::Value& patch,
                                                  const Structure& structure);

}  // namespace telltale::schema
