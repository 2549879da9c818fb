// SPDX-License-Identifier: Apache-2.0
#pragma once

// The status of a judged object as it would stand after a write, at each stage of the API's
// evolution. It is written once, as v1beta2 with its compatibility struct, and converted from there
// like any other object, so what is shown of two stages can never disagree.
//
//   stage                    new conditions             legacy ones, counters of Nodes, phase
//   v1beta1                  experimentalConditions     on top
//   v1beta2                  conditions                 backCompatibilty
//   v1beta2-after-removal    conditions                 gone
//
// The upstream dialect has v1beta2.conditions, deprecated.v1beta1, and keeps the phase on top.
// Other fields of the stored status stay.

#include <optional>
#include <string_view>

#include "base/arena.h"
#include "base/result.h"
#include "catalog/engine/judge_context.h"
#include "catalog/judged.h"
#include "convert/conversion.h"
#include "json/tree/tree.h"

namespace telltale {

// The judged world, and the stage to show; nothing: that of the object's own version.
struct Staging {
  const JudgeContext& context;
  std::optional<convert::Stage> stage = {};
};

struct StagedStatus {
  std::string_view api_version = {};
  json::Tree status = {};
};

// Text that had to be made lives in `arena`. Invalid: the object's version has no stages.
[[nodiscard]] Result<StagedStatus> staged_status(const Judged& judged, const Staging& staging,
                                                 Arena& arena);

}  // namespace telltale
