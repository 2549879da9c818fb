// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which etcd, and how to be known to it: what was typed becomes endpoints and a login.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/etcd/etcd_client.h"
#include "store/stores.h"

namespace telltale::store {

struct EtcdTarget {
  std::vector<std::string> endpoints;  // "host:port"
  EtcdLogin login = {};
};

// Reads the files. Invalid for what would be sent in the clear over a network, or would have no
// effect: certificates without TLS, a password without a user.
[[nodiscard]] Result<EtcdTarget> read_etcd_target(std::string_view where, const EtcdAccess& access);

}  // namespace telltale::store
