// SPDX-License-Identifier: Apache-2.0
#pragma once

// Clusters within the server. A LogicalCluster object declares one; its Nodes and Pods are then
// served under /clusters/<namespace>/<name>/, to whoever has the kubeconfig that the server puts
// into the Secret <name>-kubeconfig. One whose spec.connected is false does not answer at all: its
// connections end as if a cable were cut. Safe to share between threads.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "json/value.h"
#include "server/access/identity/tokens.h"
#include "store/store.h"

namespace telltale::server {

inline constexpr std::string_view logical_clusters_group = "telltale.dev";
inline constexpr std::string_view logical_clusters_version = "v1alpha1";
inline constexpr std::string_view logical_clusters_plural = "logicalclusters";

struct LogicalState {
  LogicalCluster cluster;
  bool connected = true;
};

class LogicalClusters {
 public:
  explicit LogicalClusters(store::Store& store);

  // Nothing when there is no such cluster.
  std::optional<LogicalState> find(std::string_view namespace_name, std::string_view name) const;
  std::vector<LogicalState> all() const;
  // Told the home of a cluster that was cut off or deleted.
  void on_cut(std::function<void(const std::string& home)> tell);

 private:
  void follow(std::span<const store::Change> changes);

  mutable std::mutex mutex_;
  std::map<std::string, LogicalState> states_;  // by key
  std::function<void(const std::string&)> cut_;
  store::CurrentState::Subscription subscription_;
};

// The Secret that holds the kubeconfig of a logical cluster, as Cluster API names and labels it.
json::Value kubeconfig_secret(const LogicalCluster& cluster, const std::string& kubeconfig);

}  // namespace telltale::server
