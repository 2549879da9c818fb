// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is read of Secrets: the kubeconfig of a workload cluster, and whether the Secrets with its
// certificates exist. Always by name, one at a time; no error says what is in one.

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "client/transport/transport.h"
#include "http/message.h"
#include "remote/connection.h"

namespace telltale::remote {

inline constexpr std::size_t secret_bytes_max = std::size_t{4} << 20;

client::Outgoing kubeconfig_request(const ClusterName& cluster, std::chrono::milliseconds timeout);
// The kubeconfig that the Secret `<name>-kubeconfig` has under `value`.
[[nodiscard]] Result<std::string> kubeconfig_of(const Result<http::Response>& answer,
                                                const ClusterName& cluster);

// By what the Secrets are for: `<name>-ca` and so on.
inline constexpr std::array<std::string_view, 4> certificate_purposes{"ca", "etcd", "sa", "proxy"};
// Asks for the metadata only: what is not sent cannot leak.
client::Outgoing certificate_request(const ClusterName& cluster, std::string_view purpose,
                                     std::chrono::milliseconds timeout);

// Gathers the answers to the four requests.
class CertificateLook {
 public:
  void add(std::size_t purpose, const Result<http::Response>& answer);
  bool over() const { return answered_ == certificate_purposes.size(); }
  // What exists, in the order of the purposes.
  CertificateSecrets found() const;

 private:
  std::array<std::string, certificate_purposes.size()> documents_ = {};  // empty: none
  std::size_t answered_ = 0;
  bool complete_ = true;
};

}  // namespace telltale::remote
