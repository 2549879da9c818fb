// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which API server to talk to, and as whom: kubeconfig files as kubectl finds, merges and reads
// them, the service account of a Pod, and the kubeconfig in a workload cluster's Secret.
//
//   auto access = find_access({.context = "prod"}, process_surroundings());

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "client/kubeconfig/credentials.h"
#include "http/client/client_call.h"

namespace telltale::client {

// Whom to act as instead of oneself.
struct Impersonation {
  std::string user = {};
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::vector<std::pair<std::string, std::vector<std::string>>> extra = {};  // by name
  bool operator==(const Impersonation&) const = default;
};

// Everything needed to talk to one server as one user.
struct Access {
  http::Origin origin = {};  // without a client certificate: the Login has it
  Login login = {};
  Impersonation as = {};
  std::string namespace_name = "default";
  std::string context = {};  // for people: what it was taken from; empty in a Pod
  std::string cluster = {};
  std::string user = {};
  std::string telltale_url =
      {};  // where the telltale of that cluster answers; empty: it is not said
  bool operator==(const Access&) const = default;
};

// What flags choose. Empty: as the kubeconfig says.
struct AccessFlags {
  std::string kubeconfig = {};  // one file instead of $KUBECONFIG and ~/.kube/config
  std::string context = {};
  std::string cluster = {};
  std::string user = {};
  std::string namespace_name = {};
  std::string as_user = {};
  std::string as_uid = {};
  std::vector<std::string> as_groups = {};
};

// What the process finds around itself.
struct Surroundings {
  std::function<std::optional<std::string>(const std::string& name)> variable = {};
  std::string service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";
};
Surroundings process_surroundings();

// --kubeconfig; else the files of $KUBECONFIG, merged; else ~/.kube/config; else, where none of
// them exists, the service account of the Pod we run in. NotFound, with what to do, when there is
// nothing of all this.
[[nodiscard]] Result<Access> find_access(const AccessFlags& flags, const Surroundings& around);

// The service account of the Pod; NotFound outside of one.
[[nodiscard]] Result<Access> service_account_access(const Surroundings& around);

// The kubeconfig of a Secret, its current context. The writer of the Secret must not make us read
// files or run programs: a kubeconfig that needs them is Invalid. `name` is for errors.
[[nodiscard]] Result<Access> parse_kubeconfig(std::string_view text, std::string_view name);

}  // namespace telltale::client
