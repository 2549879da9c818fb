// SPDX-License-Identifier: Apache-2.0
#pragma once

// What v1beta1 would still say about an object: conditions with a severity, counters that count
// Nodes, a phase. v1beta2 carries it in its compatibility struct until v1beta1 is removed. Computed
// after judging, from the judged world, and only for whoever asks: `check` never does.
//
//   const LookBack look(world, settings, now, judgement);
//   const LegacyStatus status = legacy_status(look.context(), judged, arena);

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "catalog/engine/look_back.h"
#include "catalog/judged.h"
#include "catalog/kinds.h"
#include "catalog/machine/node_copy.h"
#include "condition/legacy.h"

namespace telltale {

// As in v1beta1, whose meaning they have. Absent: neither computed nor stored.
struct LegacyCounters {
  std::optional<std::int32_t> ready = {};      // replicas whose Node is ready
  std::optional<std::int32_t> available = {};  // for minReadySeconds
  std::optional<std::int32_t> unavailable = {};
  std::optional<std::int32_t> updated = {};
  std::optional<std::int32_t> fully_labeled = {};  // of a MachineSet

  bool operator==(const LegacyCounters&) const = default;
};

// The contract's one-way fields, which v1beta1 called `ready`. Absent: nobody has said.
struct Latches {
  std::optional<bool> bootstrap = {};
  std::optional<bool> infrastructure = {};
  std::optional<bool> control_plane = {};

  bool operator==(const Latches&) const = default;
};

struct LegacyStatus {
  LegacyConditions conditions = {};  // "Ready" first, then by type
  LegacyCounters counters = {};
  std::string_view phase = {};     // empty: the kind has none
  Instant last_updated = no_time;  // when the phase last changed; Machine
  Latches latches = {};
  machine::NodeCopy copy = {};  // of a Machine
};

// Of a paused object all of it is as stored, and so is every part that cannot be known. Text that
// had to be made lives in `arena`.
LegacyStatus legacy_status(const JudgeContext& context, const Judged& judged, Arena& arena);

// What must be read for this beyond what judging needs: of the kind itself, and of what its status
// is computed from.
std::vector<MoreFields> legacy_fields();

}  // namespace telltale
