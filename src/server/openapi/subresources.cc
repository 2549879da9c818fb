// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/subresources.h"

namespace telltale::server::openapi {

std::vector<Subresource> subresources_of(const Resource& resource, const Version& version) {
  std::vector<Subresource> found;
  if (resource.group.empty() && resource.plural == "namespaces" && !resource.custom()) {
    found.push_back({.name = "finalize", .verbs = {"update"}});
  }
  if (resource.group.empty() && resource.plural == "serviceaccounts" && !resource.custom()) {
    found.push_back({.name = "token", .verbs = {"create"}, .is_token = true});
  }
  if (version.has_status) {
    found.push_back({.name = "status", .verbs = {"get", "patch", "update"}});
  }
  if (version.scale) {
    found.push_back({.name = "scale", .verbs = {"get", "patch", "update"}, .is_scale = true});
  }
  return found;
}

}  // namespace telltale::server::openapi
