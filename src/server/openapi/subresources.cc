// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/subresources.h"

namespace telltale::server::openapi {

std::vector<Subresource> subresources_of(const Resource& resource, const Version& version) {
  std::vector<Subresource> found;
  if (resource.group.empty() && resource.plural == "namespaces" && !resource.custom()) {
    found.push_back({.name = "finalize", .verbs = {"update"}});
  }
  if (resource.group.empty() && resource.plural == "serviceaccounts" && !resource.custom()) {
    found.push_back({.name = "token",
                     .verbs = {"create"},
                     .group = "authentication.k8s.io",
                     .version = "v1",
                     .kind = "TokenRequest"});
  }
  if (resource.group.empty() && resource.plural == "pods" && !resource.custom()) {
    found.push_back({.name = "binding", .verbs = {"create"}, .version = "v1", .kind = "Binding"});
    found.push_back({.name = "eviction",
                     .verbs = {"create"},
                     .group = "policy",
                     .version = "v1",
                     .kind = "Eviction"});
  }
  if (resource.plural == "certificatesigningrequests" && !resource.custom()) {
    found.push_back({.name = "approval", .verbs = {"get", "patch", "update"}});
  }
  const auto add_status = [&] {
    if (version.has_status) {
      found.push_back({.name = "status", .verbs = {"get", "patch", "update"}});
    }
  };
  // Built-in kinds tell theirs by the alphabet.
  if (resource.custom()) add_status();
  if (version.scale) {
    found.push_back({.name = "scale",
                     .verbs = {"get", "patch", "update"},
                     .group = "autoscaling",
                     .version = "v1",
                     .kind = "Scale"});
  }
  if (!resource.custom()) add_status();
  return found;
}

}  // namespace telltale::server::openapi
