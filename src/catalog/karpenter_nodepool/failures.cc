// SPDX-License-Identifier: Apache-2.0
#include "catalog/karpenter_nodepool/failures.h"

#include <algorithm>
#include <tuple>

#include "catalog/groups.h"
#include "convert/shapes.h"

namespace telltale::karpenter_nodepool {
namespace {

// Since when a step is tried: since its condition stands, which begins with the claim.
Instant start_of(const Object& claim, const Condition* step) {
  const bool known = step != nullptr && is_set(step->last_transition);
  return known ? step->last_transition : claim.created;
}

bool is_done(const Condition* step) { return step != nullptr && step->status == Status::True; }

// A claim without the condition has launched if it has an instance.
bool has_launched(const Object& claim, const Condition* launched) {
  if (launched != nullptr) return is_done(launched);
  return !claim.body["status"]["providerID"].as_string("").empty();
}

void take_earlier(Deadline& deadline, std::string_view reason, Instant start, Seconds patience) {
  if (!is_set(start)) return;
  const Instant at = start + patience;
  if (!is_set(deadline.at) || at < deadline.at) deadline = {reason, at};
}

void look_at(const Object& claim, const DegradedRules& rules, Instant now, Claims& claims) {
  const Condition* registered = find_condition(shapes::conditions(claim), "Registered");
  if (is_done(registered)) {
    const Instant since = start_of(claim, registered);
    if (since <= now) claims.newest_success = std::max(claims.newest_success, since);
    return;
  }
  const Deadline deadline = deadline_of(claim, rules);
  if (!is_set(deadline.at)) return;
  const Instant tried_until = claim.deleting() ? std::min(claim.deleted, now) : now;
  if (tried_until >= deadline.at) {
    const std::string_view uid = claim.uid.empty() ? claim.key.name : claim.uid;
    claims.failures.push_back({&claim, uid, deadline.reason, deadline.at});
  } else if (!claim.deleting()) {
    wake_by(claims.next_failure, deadline.at, now);
  }
}

// A hand-made dump may hold two claims of one UID: the earlier failure counts.
void keep_each_once(std::vector<Failure>& failures) {
  const auto by_uid = [](const Failure& one) { return std::tuple(one.uid, one.at); };
  std::ranges::sort(failures, {}, by_uid);
  const auto again = std::ranges::unique(failures, {}, &Failure::uid);
  failures.erase(again.begin(), again.end());
  std::ranges::sort(failures, {}, [](const Failure& one) { return std::tuple(one.at, one.uid); });
}

}  // namespace

Deadline deadline_of(const Object& claim, const DegradedRules& rules) {
  const Conditions conditions = shapes::conditions(claim);
  const Condition* launched = find_condition(conditions, "Launched");
  const Condition* registered = find_condition(conditions, "Registered");
  Deadline deadline;
  if (is_done(registered)) return deadline;
  if (!has_launched(claim, launched)) {
    take_earlier(deadline, launch_failure, start_of(claim, launched), rules.launch_timeout);
  }
  take_earlier(deadline, registration_failure, start_of(claim, registered), rules.registration_ttl);
  return deadline;
}

bool belongs_to(const Object& claim, const Object& pool) {
  // Where the pool's own UID was left out, its name has to do.
  if (pool.uid.empty()) return true;
  for (const OwnerRef& owner : claim.owners) {
    if (owner.kind != "NodePool" || owner.group != karpenter_group) continue;
    if (owner.uid == pool.uid || (owner.uid.empty() && owner.name == pool.key.name)) return true;
  }
  return false;
}

Claims look_at_claims(const JudgeContext& context, const Object& pool) {
  Claims claims;
  const World& world = context.world;
  for (const std::uint32_t index : of_kind(world, world.belonging_to(pool), "NodeClaim")) {
    const Object& claim = world.objects()[index];
    if (claim.key.group != karpenter_group || !belongs_to(claim, pool)) continue;
    look_at(claim, context.settings.degraded, context.now, claims);
  }
  keep_each_once(claims.failures);
  return claims;
}

}  // namespace telltale::karpenter_nodepool
