// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything about judging that people may choose: the dialect, the grace periods, and how long
// each kind of trouble may last before a human is needed.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/instant.h"
#include "catalog/cluster_api/node_conditions.h"
#include "convert/dialect.h"

namespace telltale {

// How long "not yet good" counts as Working. Past it, the verdict is Stuck.
struct Patience {
  Seconds machine_without_node = std::chrono::minutes(20);  // since the Machine was created
  Seconds machine_not_ready = std::chrono::minutes(10);     // since the failing condition turned
  Seconds deletion_stage = std::chrono::minutes(15);        // each stage on its own
  Seconds owner_not_ready = std::chrono::minutes(45);       // sets, deployments, pools, Clusters
  Seconds missing_template = std::chrono::minutes(5);
};

// When HyperShift's Progressing turns from "at work" to a failure, and back.
struct ProgressingRules {
  // How long each class of failure must have been seen.
  Seconds missing_resources = std::chrono::minutes(5);
  Seconds quota_exceeded = std::chrono::minutes(15);
  Seconds insufficient_capacity = std::chrono::minutes(30);
  Seconds provider_failed = std::chrono::minutes(30);
  Seconds deployment_failed = std::chrono::minutes(45);
  Seconds controller_error = std::chrono::minutes(15);

  Seconds absence = std::chrono::minutes(5);      // for how long a class is gone before it is over
  Seconds look_again = std::chrono::minutes(5);   // while a failure is shown
  Seconds recovering = std::chrono::minutes(10);  // how long Recovering says so
  Seconds dwell = std::chrono::minutes(1);        // at least between two turns of the status
};

// When Karpenter's NodePool is Degraded.
struct DegradedRules {
  std::int32_t failures = 3;
  Seconds launch_timeout = std::chrono::minutes(5);
  Seconds registration_ttl = std::chrono::minutes(15);  // time-out, window and time to recover
  Seconds heartbeat = std::chrono::minutes(5);
  bool reset_on_success = false;  // a node that registers sets the count back
  bool clear_on_success = false;  // and clears Degraded=True
};

// What becomes of Hive's old conditions that the five new ones tell (clusterdeployment/mapping.h).
enum class HiveConditions : std::uint8_t {
  New,   // those that nobody writes any more are retired: remembered, and taken off the object
  Both,  // the five are written, the old ones left alone
  Old,   // nothing is written on ClusterDeployments, they are only judged
};

constexpr std::optional<HiveConditions> parse_hive_conditions(std::string_view word) {
  if (word == "new") return HiveConditions::New;
  if (word == "both") return HiveConditions::Both;
  if (word == "old") return HiveConditions::Old;
  return std::nullopt;
}

constexpr std::string_view to_text(HiveConditions which) {
  switch (which) {
    case HiveConditions::New:
      return "new";
    case HiveConditions::Both:
      return "both";
    case HiveConditions::Old:
      break;
  }
  return "old";
}

struct ProvisioningRules {
  Seconds dns_timeout = std::chrono::minutes(10);  // how long Hive waits for a managed DNS zone
  HiveConditions conditions = HiveConditions::Both;
  Seconds retire_after = std::chrono::minutes(10);  // since anybody else wrote an old condition
};

struct Settings {
  Dialect dialect = proposal_dialect();
  Seconds remote_conditions_grace = std::chrono::minutes(5);
  // How long a Cluster may be out of reach; without one, as long as the dialect's documents say.
  std::optional<Seconds> remote_connection_grace = {};
  Patience patience;
  ProgressingRules progressing = {};
  DegradedRules degraded = {};
  ProvisioningRules provisioning = {};
  // What NodeHealthy sums up, in the proposal's dialect; nothing: what its documents say. In
  // upstream's dialect it is always upstream's.
  std::optional<NodeConditions> node_conditions = {};

  const NodeConditions& summed_up_of_nodes() const {
    if (dialect.name == DialectName::Upstream) return upstream_node_conditions();
    return node_conditions ? *node_conditions : proposed_node_conditions();
  }

  Seconds connection_grace() const {
    const Seconds customary(dialect.name == DialectName::Proposal ? 40 : 50);
    return remote_connection_grace.value_or(customary);
  }
};

}  // namespace telltale
