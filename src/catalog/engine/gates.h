// SPDX-License-Identifier: Apache-2.0
#pragma once

// Feature gates: what is said about a cluster, never what is judged. `check`, `why`, `get` and
// `tree` judge whatever the gates say. Of a condition whose gate is off, drivers that live on a
// cluster write nothing, tell nothing (no Event, no log line, no history) and show no metric; the
// verdict stays, since it is telltale's own.
//
//   const auto gates = parse_gates("NodePoolProgressingCondition=true");

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/judged.h"
#include "catalog/kind_data.h"
#include "kube/object.h"

namespace telltale {

struct GateFacts {
  std::string_view name;
  bool Gates::* value;
  // The condition that it is about.
  std::string_view group;
  std::string_view kind;
  std::string_view type;
};
std::span<const GateFacts> all_gates();

// "NodePoolProgressingCondition=true, NodePoolDegradedCondition=false"
std::string to_text(const Gates& gates);

// "A=true,B=false"; blanks around words do not matter, and of two words about one gate the last
// counts. What is not named keeps its value of `standard`.
[[nodiscard]] Result<Gates> parse_gates(std::string_view text, const Gates& standard = {});

// Whether the gate of this condition is on, or it has none.
bool says(const Gates& gates, const Object& object, std::string_view type);

// What is said of an object: the judgement without conditions whose gate is off. Stands on the
// judgement, which outlives it.
class Spoken {
 public:
  Spoken(const Gates& gates, const Judged& judged);
  Spoken(const Spoken&) = delete;
  Spoken& operator=(const Spoken&) = delete;

  const Judged& judged() const { return judged_; }

 private:
  std::vector<Condition> kept_ = {};
  Judged judged_;
};

// Whether conditions may be written to this node pool: its gate is on, and its definition keeps
// them. Without a definition at hand it is taken for one that does. A gate that is off removes
// nothing.
bool writes(const Gates& gates, const Object& pool, const Object* definition);

// Whether the definition of Karpenter's NodePools keeps status.failedLaunches. Where it does not,
// writing the count would never end: it is pruned, and differs again.
bool keeps_failed_launches(const Object* definition);

}  // namespace telltale
