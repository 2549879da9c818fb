// SPDX-License-Identifier: Apache-2.0
#pragma once

// What makes a Karpenter NodePool degraded: a registry of contributors, each of which says whether
// it is active, why, and since when. The condition's reason joins those of the active ones, its
// message is that of the one that changed last, and each ends on its own, one TTL after it began.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/karpenter_nodepool/count.h"

namespace telltale::karpenter_nodepool {

// What contributors look at.
struct Evidence {
  Instant now{};
  const DegradedRules& rules;
  const Condition* shown = nullptr;  // Degraded as it stands, while it is True
  const Memory& memory;
  const Tally& tally;
  std::span<const Failure> failures = {};
};

struct Contribution {
  bool active = false;
  std::string_view reason = {};
  std::string message = {};  // empty: what is shown already says it
  Instant changed_at = no_time;
  Instant newest = no_time;  // the newest failure behind it, to tell two apart that began together
};

struct Contributor {
  std::string_view name;
  Contribution (*evaluate)(const Evidence& evidence);
};
std::span<const Contributor> contributors();
std::vector<Contribution> evaluate_all(const Evidence& evidence);

// How long one reason of the condition that is shown holds.
struct Term {
  std::string_view reason = {};
  Instant began = no_time;
  Instant ends = no_time;
};
// One for each reason that is shown, those of contributors that nobody knows included.
std::vector<Term> terms_of(const Condition& shown, const Memory& memory, const DegradedRules& rules,
                           Instant now);

// In the order of the alphabet, each once, joined by commas. What is too long for the API loses
// reasons from its end and says so.
std::string join_reasons(std::vector<std::string_view> reasons);

// Degraded=True as all of them together would have it.
struct Joined {
  std::string reason = {};
  std::string message = {};
  bool grows = false;  // with a reason that is not shown yet
};
Joined join_contributions(const Evidence& evidence, std::span<const Contribution> contributions);

// The clocks of the contributors of a pool that is degraded; one that ended stays stopped until the
// condition is reset, so that failures going on cannot extend it.
std::vector<MemoryClock> clocks_of(const Evidence& evidence,
                                   std::span<const Contribution> contributions);

}  // namespace telltale::karpenter_nodepool
