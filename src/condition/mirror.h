// SPDX-License-Identifier: Apache-2.0
#pragma once

// One object's condition shown on another: a Cluster shows whether its control plane is available.
// Generation is left to the target's set(); the time travels along.
//
//   mirror(control_plane, {.type = "Available", .into = "ControlPlaneAvailable"}, arena);

#include <optional>
#include <string_view>

#include "base/arena.h"
#include "kube/condition.h"

namespace telltale {

// What a reader of foreign conditions writes where a legacy one has no reason.
inline constexpr std::string_view no_reason_reported = "NoReasonReported";

struct MirrorOptions {
  std::string_view type = {};  // as the source calls it
  std::string_view into = {};  // as the target calls it; empty: the same
  // Status, reason and message while the source does not report; nothing: Unknown, NotYetReported.
  std::optional<Condition> fallback = std::nullopt;
  // Stands in for NoReasonReported, which says nothing useful about a condition that is True.
  std::string_view reason_when_true = {};
};

Condition mirror(Conditions source, const MirrorOptions& options, Arena& arena);

}  // namespace telltale
