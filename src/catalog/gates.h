// SPDX-License-Identifier: Apache-2.0
#pragma once

// Feature gates: what may be written, never what is judged. `check`, `why`, `get` and `tree` judge
// whatever the gates say; drivers that write to a cluster ask writes() before they do. None of them
// is here yet.
//
//   const auto gates = parse_gates("NodePoolProgressingCondition=true");

#include <span>
#include <string_view>

#include "base/result.h"
#include "kube/object.h"

namespace telltale {

struct Gates {
  bool node_pool_progressing = false;  // NodePoolProgressingCondition

  bool operator==(const Gates&) const = default;
};

struct GateFacts {
  std::string_view name;
  bool Gates::* value;
};
std::span<const GateFacts> all_gates();

// "A=true,B=false"; blanks around words do not matter, and of two words about one gate the last
// counts. What is not named keeps its default.
[[nodiscard]] Result<Gates> parse_gates(std::string_view text);

// Whether conditions may be written to this node pool: its gate is on, and its definition keeps
// them. Without a definition at hand it is taken for one that does. A gate that is off removes
// nothing.
bool writes(const Gates& gates, const Object& pool, const Object* definition);

// Whether the definition of Karpenter's NodePools keeps status.failedLaunches. Where it does not,
// writing the count would never end: it is pruned, and differs again.
bool keeps_failed_launches(const Object* definition);

}  // namespace telltale
