// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bearer tokens that the server keeps. Tokens are compared in constant time and never shown.
// Immutable; safe to share between threads.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "server/access/identity/user.h"

namespace telltale::server {

// A cluster within the server: what lies under /clusters/<namespace>/<name>/.
struct LogicalCluster {
  std::string namespace_name;
  std::string name;
  std::string uid;  // of the Cluster it belongs to: one that is made anew gets another token
};

struct KnownToken {
  std::string token;
  User user;
  Instant ends = Instant::max();  // from then on nobody has it
};

class Tokens {
 public:
  // The cluster secret must not be empty if there are logical clusters.
  Tokens(std::vector<KnownToken> known, std::string cluster_secret)
      : known_(std::move(known)), cluster_secret_(std::move(cluster_secret)) {}

  // Nothing when nobody has it now.
  std::optional<User> find(std::string_view token, Instant now) const;

  // The administrator of a logical cluster has a token of its own, which is good nowhere else.
  std::string cluster_token(const LogicalCluster& cluster) const;
  std::optional<User> find(std::string_view token, const LogicalCluster& cluster) const;

 private:
  std::vector<KnownToken> known_;
  std::string cluster_secret_;
};

}  // namespace telltale::server
