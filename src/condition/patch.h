// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a writer changed, as operations that can be repeated on a list somebody else has changed
// meanwhile. Types the writer owns always win; for all others disagreement is a conflict.
//
//   auto patch = make_patch(before, conditions.view());
//   auto merged = apply(*patch, latest, {.owned = my_types, .now = clock.now()}, arena);

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "condition/set.h"
#include "kube/condition.h"

namespace telltale {

struct PatchOperation {
  enum class Kind : std::uint8_t { Add, Change, Remove };

  Kind kind = Kind::Add;
  Condition before = {};  // of Change and Remove
  Condition after = {};   // of Add and Change
};

using ConditionPatch = std::vector<PatchOperation>;

// Empty when nothing differs; then there is nothing to send. TooLarge for lists that no API server
// can have stored (stored_conditions_max).
[[nodiscard]] Result<ConditionPatch> make_patch(Conditions before, Conditions after);

enum class Overwrite : std::uint8_t { Owned, Everything };

struct PatchOptions {
  std::span<const std::string_view> owned = {};
  Overwrite overwrite = Overwrite::Owned;
  Instant now = no_time;  // for conditions that carry no time of their own
};

// The merged list, in order; it views `latest` where nothing changed. Conflict when somebody else
// meant something different, TooLarge when the list would pass 32 conditions.
[[nodiscard]] Result<ConditionSet> apply(const ConditionPatch& patch, Conditions latest,
                                         const PatchOptions& options, Arena& arena);

}  // namespace telltale
