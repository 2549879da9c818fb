// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bearer tokens that the server knows. Tokens are compared in constant time and never shown.
// Immutable; safe to share between threads.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/access/identities.h"
#include "server/user.h"

namespace telltale::server {

// A cluster within the server: what lies under /clusters/<namespace>/<name>/.
struct LogicalCluster {
  std::string namespace_name;
  std::string name;
  std::string uid;  // of the Cluster it belongs to: one that is made anew gets another token
};

class Tokens {
 public:
  // The cluster secret must not be empty if there are logical clusters.
  Tokens(std::vector<std::pair<std::string, User>> users, std::string cluster_secret)
      : users_(std::move(users)), cluster_secret_(std::move(cluster_secret)) {}
  static Tokens of(const Identities& identities);

  // Nothing when nobody has it.
  std::optional<User> find(std::string_view token) const;

  // The administrator of a logical cluster has a token of its own, which is good nowhere else.
  std::string cluster_token(const LogicalCluster& cluster) const;
  std::optional<User> find(std::string_view token, const LogicalCluster& cluster) const;

 private:
  std::vector<std::pair<std::string, User>> users_;
  std::string cluster_secret_;
};

}  // namespace telltale::server
