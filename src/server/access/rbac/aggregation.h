// SPDX-License-Identifier: Apache-2.0
#pragma once

// ClusterRoles that are the sum of others: an aggregationRule selects ClusterRoles by their labels,
// and the role has their rules instead of its own. Sums of sums count, circles included.

#include <span>
#include <vector>

#include "json/value.h"
#include "server/access/rbac/rule.h"

namespace telltale::server {

bool is_aggregate(const json::Value& cluster_role);

// What the role allows: its own rules, or those that it adds up. `objects` may hold anything; only
// the ClusterRoles in it count. Ordered by the names of the roles that the rules come from.
PolicyRules effective_rules(const json::Value& cluster_role, std::span<const json::Value> objects);

// The aggregates whose written `rules` are no longer what they add up to, with the new rules: what
// the server writes after a ClusterRole has changed, so that people can read what they have.
std::vector<json::Value> stale_aggregates(std::span<const json::Value> objects);

}  // namespace telltale::server
