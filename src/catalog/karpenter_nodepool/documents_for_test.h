// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: the documents of a small Karpenter cluster, one bend each. Times are those of one
// day, such as "10:00:00"; an empty one is left out, and so is an empty status.
//
//   stepper.put(text_of(PoolText{.generation = 2}));
//   stepper.put(text_of(ClaimText{.name = "c1", .created = "10:00:00"}));

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace telltale::karpenter_nodepool {

struct ConditionText {
  std::string_view type = {};
  std::string_view status = {};
  std::string_view since = {};
  std::string_view reason = "Any";
  std::string_view message = {};
  std::int64_t generation = 1;
};

struct PoolText {
  std::int64_t generation = 1;
  std::string_view uid = "uid-pool";
  std::string_view deleted = {};
  std::optional<int> failed_launches = {};
  std::optional<int> class_observed = {};
  std::vector<ConditionText> conditions = {};
  std::string_view spec = {};
};

struct ClaimText {
  std::string_view name = {};
  std::string_view created = {};
  std::string_view launched = "Unknown";
  std::string_view launched_since = {};  // empty: since it was created
  std::string_view launched_reason = "LaunchFailed";
  std::string_view message = {};
  std::string_view registered = "Unknown";
  std::string_view registered_since = {};  // empty: since it was created
  std::string_view deleted = {};
  std::string_view uid = {};  // empty: made of its name
  std::string_view owner = "uid-pool";
  std::string_view pool = "default";
  std::string_view provider_id = {};
};

inline std::string time_text(std::string_view clock_time) {
  return format("2026-01-01T{}Z", clock_time);
}

inline std::string field_of(std::string_view name, std::string_view clock_time) {
  return clock_time.empty() ? "" : format(R"(, "{}": "{}")", name, time_text(clock_time));
}

inline std::string text_of(const std::vector<ConditionText>& conditions) {
  std::string text;
  for (const ConditionText& one : conditions) {
    if (one.status.empty()) continue;
    text += format(R"({}{{"type": "{}", "status": "{}", "reason": "{}", "message": "{}",
                         "observedGeneration": {}{}}})",
                   text.empty() ? "" : ", ", one.type, one.status, one.reason, one.message,
                   one.generation, field_of("lastTransitionTime", one.since));
  }
  return text;
}

inline std::string text_of(const PoolText& pool) {
  std::string status;
  if (!pool.conditions.empty()) status += format(R"("conditions": [{}])", text_of(pool.conditions));
  const auto number = [&](std::string_view name, std::optional<int> value) {
    if (value) status += format(R"({}"{}": {})", status.empty() ? "" : ", ", name, *value);
  };
  number("failedLaunches", pool.failed_launches);
  number("nodeClassObservedGeneration", pool.class_observed);
  return format(
      R"({{"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
           "metadata": {{"name": "default", "generation": {}, "uid": "{}"{}}},
           "spec": {{{}"template": {{"spec": {{"nodeClassRef":
             {{"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "main"}}}}}}}},
           "status": {{{}}}}})",
      pool.generation, pool.uid, field_of("deletionTimestamp", pool.deleted), pool.spec, status);
}

inline std::string text_of(const ClaimText& claim) {
  const auto since = [&](std::string_view own) { return own.empty() ? claim.created : own; };
  const std::string uid = claim.uid.empty() ? format("uid-{}", claim.name) : std::string(claim.uid);
  const std::string owner =
      claim.owner.empty()
          ? ""
          : format(R"(, "ownerReferences": [{{"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
                       "name": "default", "uid": "{}"}}])",
                   claim.owner);
  return format(
      R"({{"apiVersion": "karpenter.sh/v1", "kind": "NodeClaim",
           "metadata": {{"name": "{}", "uid": "{}",
                         "labels": {{"karpenter.sh/nodepool": "{}"}}{}{}{}}},
           "status": {{"providerID": "{}", "conditions": [{}]}}}})",
      claim.name, uid, claim.pool, owner, field_of("creationTimestamp", claim.created),
      field_of("deletionTimestamp", claim.deleted), claim.provider_id,
      text_of(std::vector<ConditionText>{{.type = "Launched",
                                          .status = claim.launched,
                                          .since = since(claim.launched_since),
                                          .reason = claim.launched_reason,
                                          .message = claim.message},
                                         {.type = "Registered",
                                          .status = claim.registered,
                                          .since = since(claim.registered_since),
                                          .reason = "NodeNotFound"}}));
}

// A claim whose instance runs, and whose node never comes.
inline ClaimText silent(std::string_view name, std::string_view created) {
  return {.name = name, .created = created, .launched = "True", .launched_reason = "Launched"};
}

inline std::string class_text(int generation) {
  return format(
      R"({{"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass",
           "metadata": {{"name": "main", "generation": {}}}}})",
      generation);
}

inline ConditionText not_degraded(std::string_view since) {
  return {.type = "Degraded", .status = "False", .since = since, .reason = "NotDegraded"};
}
inline ConditionText is_degraded_since(std::string_view since,
                                       std::string_view reason = "NodeRegistrationFailure") {
  return {.type = "Degraded", .status = "True", .since = since, .reason = reason, .message = "old"};
}

}  // namespace telltale::karpenter_nodepool
