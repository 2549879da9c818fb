// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is known about the way to one workload cluster, and the numbers by which it is found out
// (spec cluster-api 4.1). Plain values; who asks and when is said in prober.h and connections.h.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/instant.h"
#include "remote/object_quota.h"

namespace telltale::remote {

// Which Cluster: the namespace and name of its object.
struct ClusterName {
  std::string namespace_name;
  std::string name;

  bool operator==(const ClusterName&) const = default;
  auto operator<=>(const ClusterName&) const = default;
};

// "default/c1".
std::string to_text(const ClusterName& cluster);

// What the prober of one Cluster knows.
struct ConnectionState {
  bool connected = false;
  Instant last_probe = no_time;
  Instant last_success = no_time;
  std::uint32_t consecutive_failures = 0;
  std::string lookup_error = {};  // why Nodes could not be read although it is connected

  bool operator==(const ConnectionState&) const = default;
};

// As an object that judging reads: telltale.dev/v1alpha1, kind RemoteConnection, one line of JSON.
// It says when the last probe succeeded only where that is over: of a connection that stands, the
// last success is always now, so that a healthy cluster's document never changes.
std::string connection_document(const ClusterName& cluster, const ConnectionState& state);

// Which of the Secrets with a Cluster's certificates (-ca, -etcd, -sa, -proxy) exist, as objects of
// the management cluster without their data.
struct CertificateSecrets {
  std::vector<std::string> documents = {};
  bool complete = false;  // all were looked at: what is not named does not exist

  bool operator==(const CertificateSecrets&) const = default;
};

struct ConnectionRules {
  std::chrono::milliseconds probe_every{10'000};
  std::chrono::milliseconds probe_timeout{5'000};
  std::uint32_t failures_max = 5;
  std::chrono::milliseconds connect_again{30'000};
  std::chrono::milliseconds rotated_again{1};  // after a 401
  std::chrono::milliseconds client_timeout{10'000};
  double qps = 20;
  std::uint32_t burst = 30;
  std::size_t connecting_max = 100;  // at the same time
  // How often the certificate Secrets are looked at. While one is missing or could not be read it
  // is sooner, and each time later, up to that.
  std::chrono::milliseconds certificates_every{600'000};
  std::chrono::milliseconds certificates_again{15'000};
  // What is held of one cluster; past that it is cut off, and looked at anew after a while.
  ObjectQuotaLimits quota = {};
  std::chrono::milliseconds cut_off_again{600'000};
};

}  // namespace telltale::remote
