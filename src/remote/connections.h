// SPDX-License-Identifier: Apache-2.0
#pragma once

// The way into workload clusters: for each Cluster that has an infrastructure, its kubeconfig
// Secret is read by name, the connection is probed (spec cluster-api 4.1), and of the cluster only
// what tables need is watched: Nodes, control plane Pods, the kubeadm-config ConfigMap. Thousands
// of clusters share the threads of one transport; nothing here blocks, and no probe time is ever
// written to the API.
//
//   Connections connections(parts, rules, sink);
//   connections.want({{"default", "c1"}, {"default", "c2"}});   // whenever that set changes

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"
#include "remote/connection.h"

namespace telltale::remote {

// Told on threads of the transport or the scheduler, one at a time per Cluster; must not block. No
// lock is held meanwhile. Objects of workload clusters carry no annotations: their home is the
// Cluster that is named beside them. What was known when a connection ended stays known until the
// next one has listed the kind anew.
struct ConnectionSink {
  // At first (never probed), then when it connects, disconnects, fails or succeeds again; not at
  // every probe of a healthy cluster. Deciding by time is the judge's (wakes), so a success that
  // merely renews is told only when asked for with `state_of`, except that a failing cluster tells
  // every probe.
  std::function<void(const ClusterName&, const ConnectionState&)> on_state = {};
  // A LIST of this kind ("Node", "Pod", "ConfigMap") begins: what it does not name is gone.
  std::function<void(const ClusterName&, std::string_view kind)> on_list = {};
  std::function<void(const ClusterName&, std::string_view document)> on_object = {};
  std::function<void(const ClusterName&, std::string_view document)> on_deleted = {};
  // Of this kind everything is known.
  std::function<void(const ClusterName&, std::string_view kind)> on_synced = {};
  // Nothing is known any more of any kind: the cluster shows more than is held of one.
  std::function<void(const ClusterName&)> on_forgotten = {};
  // Takes the place of what was told before. Their home is the management cluster.
  std::function<void(const ClusterName&, const CertificateSecrets&)> on_certificate_secrets = {};
  std::function<void(std::string_view line)> on_log = {};
};

// Makes the transport of a workload cluster from the kubeconfig of its Secret. Called on threads of
// the management transport; must not block. What its errors say is not repeated anywhere, because
// it may quote the kubeconfig. The transport is destroyed on the scheduler's thread.
using Dial = std::function<Result<std::unique_ptr<client::Transport>>(std::string_view kubeconfig)>;

// All of them outlive the Connections.
struct ConnectionParts {
  // Where the Secrets are. Best an Api of its own: in one that writes, reading waits behind writes.
  client::Api& management;
  client::Scheduler& scheduler;
  const Clock& clock;
  Dial dial;
  std::uint64_t seed = 0;
};

// Safe to share between threads.
class Connections {
 public:
  Connections(const ConnectionParts& parts, const ConnectionRules& rules, ConnectionSink sink);
  // When it returns nothing is called any more. Not from within the sink, and not while holding a
  // lock that the sink wants.
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // Level-based: clusters that are not named any more are let go, new ones are connected, both a
  // moment later: nothing is told on the caller's thread. What is just being told of a cluster that
  // is let go may still arrive.
  void want(std::vector<ClusterName> clusters);
  // Nothing for a cluster that is not wanted.
  std::optional<ConnectionState> state_of(const ClusterName& cluster) const;

  struct Figures {
    std::size_t wanted = 0;
    std::size_t connected = 0;
    std::uint64_t probes = 0;  // attempts to connect included
    std::uint64_t failures = 0;
  };
  Figures figures() const;

 private:
  class Registry;
  std::unique_ptr<Registry> registry_;
};

}  // namespace telltale::remote
