// SPDX-License-Identifier: Apache-2.0
#pragma once

// The workload clusters of the fleet: which of them this replica connects to
// (remote/connections.h), and what comes from there. Each Cluster has a RemoteConnection in its
// tree from the beginning, so that nothing claims that a probe succeeded where nobody connects. On
// the loop's thread, which connections reach by the inbox.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "live/leases/shares.h"
#include "live/loop_parts.h"
#include "live/loop_status.h"
#include "reconcile/tree_index.h"
#include "remote/connections.h"

namespace telltale::live {

struct WorkloadClusterParts {
  TreeIndex& trees;
  const Shares& shares;
  LoopStatus& status;  // is told how connections are
};

class WorkloadClusters {
 public:
  WorkloadClusters(const LoopParts& loop, const WorkloadClusterParts& parts)
      : loop_(loop), parts_(parts) {}

  // Connects from now on; while the loop's thread does not run. Without it nobody connects.
  void start(const remote::Dial& dial, const remote::ConnectionRules& rules);
  // When it returns nothing is called any more. After the loop's thread.
  void stop();

  // Any thread. Nothing for a cluster that is not connected to from here.
  std::optional<remote::ConnectionState> state_of(const remote::ClusterName& cluster) const;

  // The loop's thread. A Cluster object, as it is now; and one that is gone.
  void note(const Object& cluster);
  void forget(const Object& cluster);
  // Which clusters are ours may be another question now.
  void share_changed() { wants_changed_ = true; }
  // Says which clusters are wanted, if that changed.
  void want_if_changed();
  remote::Connections::Figures figures() const;

 private:
  struct Cluster {
    bool provisioned = false;
    std::string tree = {};
  };

  remote::ConnectionSink sink();
  bool is_known(const remote::ClusterName& cluster) const { return clusters_.contains(cluster); }
  void put_connection(const remote::ClusterName& cluster, const remote::ConnectionState& state);
  void certificates_seen(const remote::ClusterName& cluster,
                         const remote::CertificateSecrets& secrets);

  const LoopParts& loop_;
  const WorkloadClusterParts parts_;
  std::map<remote::ClusterName, Cluster> clusters_;
  bool wants_changed_ = false;
  mutable std::mutex mutex_;  // of the pointer, which stop() takes away from state_of()
  std::unique_ptr<remote::Connections> connections_;
};

}  // namespace telltale::live
