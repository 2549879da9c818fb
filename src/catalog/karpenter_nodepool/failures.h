// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the NodeClaims of one Karpenter NodePool tell: which of them failed, when, and what comes
// next. A claim fails when it does not launch, or its node does not register, in time; one claim is
// one failure. Karpenter deletes a claim at that very moment, so one that is being deleted counts
// if its time was up by then; one that went earlier (drift, a person, no capacity) never failed.

#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"

namespace telltale::karpenter_nodepool {

inline constexpr std::string_view launch_failure = "LaunchFailure";
inline constexpr std::string_view registration_failure = "NodeRegistrationFailure";

// When a claim runs out of time unless something changes, and what that would be called.
struct Deadline {
  std::string_view reason = {};
  Instant at = no_time;  // no_time: never, it has registered or nobody knows since when it tries

  bool operator==(const Deadline&) const = default;
};
Deadline deadline_of(const Object& claim, const DegradedRules& rules);

struct Failure {
  const Object* claim = nullptr;
  std::string_view uid = {};  // the claim's name where it has none
  std::string_view reason = {};
  Instant at = no_time;
};

struct Claims {
  std::vector<Failure> failures = {};  // by time, then UID; each UID once
  Instant next_failure = no_time;      // when a claim that still tries would run out of time
  Instant newest_success = no_time;    // when a node registered last
};
Claims look_at_claims(const JudgeContext& context, const Object& pool);

// Whether the claim is the pool's, and not that of an earlier pool of the same name.
bool belongs_to(const Object& claim, const Object& pool);

}  // namespace telltale::karpenter_nodepool
