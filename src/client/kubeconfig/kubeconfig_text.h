// SPDX-License-Identifier: Apache-2.0
#pragma once

// What kubeconfig files say, before anything is chosen from them.

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "client/kubeconfig/kubeconfig.h"

namespace telltale::client {

struct KubeconfigCluster {
  std::string file = {};  // which it stands in, for errors
  std::string server = {};
  std::string server_name = {};
  std::string ca_file = {};
  std::string ca_pem = {};
  std::string proxy_url = {};
  bool skips_verification = false;
  std::string exec_config_json = {};  // what is meant for the credential plugin
  std::string telltale_url = {};      // where the telltale that judges it answers
  bool operator==(const KubeconfigCluster&) const = default;
};

struct KubeconfigUser {
  std::string file = {};
  Login login = {};
  Impersonation as = {};
  bool wants_cluster_information = false;  // its plugin does
  std::string auth_provider = {};          // the name of one; there are none any more
  bool operator==(const KubeconfigUser&) const = default;
};

struct KubeconfigContext {
  std::string file = {};
  std::string cluster = {};
  std::string user = {};
  std::string namespace_name = {};
  bool operator==(const KubeconfigContext&) const = default;
};

struct Kubeconfig {
  std::string current_context = {};
  std::map<std::string, KubeconfigCluster> clusters = {};
  std::map<std::string, KubeconfigUser> users = {};
  std::map<std::string, KubeconfigContext> contexts = {};
  bool operator==(const Kubeconfig&) const = default;
};

// YAML or JSON. Paths in it are seen from `folder`; `file` is for errors. Fields nobody knows are
// passed over; those that hold something else than they should are Invalid:
// "config: users[0].user.token: expected a string, found a number".
[[nodiscard]] Result<Kubeconfig> read_kubeconfig(std::string_view text, const std::string& file,
                                                 const std::string& folder);

// As kubectl does it: the first file that has a name says everything about it.
void merge_kubeconfig(Kubeconfig& into, Kubeconfig later);

}  // namespace telltale::client
