// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/tokens.h"

#include "base/check.h"
#include "base/text.h"
#include "http/tls/certificates.h"
#include "server/access/rbac/policy.h"

namespace telltale::server {

std::optional<User> Tokens::find(std::string_view token, Instant now) const {
  // All of them are compared, so that the time tells nothing about which one came close.
  const User* found = nullptr;
  for (const KnownToken& known : known_) {
    const bool same = http::equal_in_constant_time(known.token, token);
    if (same && !known.token.empty() && now < known.ends) found = &known.user;
  }
  if (found == nullptr) return {};
  return *found;
}

std::string Tokens::cluster_token(const LogicalCluster& cluster) const {
  check(!cluster_secret_.empty(), "tokens of logical clusters are made from a secret");
  return "telltale-" + http::keyed_hash(cluster_secret_, format("{}/{}/{}", cluster.namespace_name,
                                                                cluster.name, cluster.uid));
}

std::optional<User> Tokens::find(std::string_view token, const LogicalCluster& cluster) const {
  if (!http::equal_in_constant_time(cluster_token(cluster), token)) return {};
  return User{.name = format("system:logical-cluster:{}/{}", cluster.namespace_name, cluster.name),
              .groups = {std::string(masters_group)}};
}

}  // namespace telltale::server
