// SPDX-License-Identifier: Apache-2.0
#include "server/request/endpoint.h"

#include <algorithm>

#include "server/objects/keys.h"

namespace telltale::server {
namespace {

bool has_subresource(const Call& call) {
  const std::string& subresource = call.route.subresource;
  if (subresource.empty()) return true;
  if (call.verb == "watch") return false;
  if (subresource == "status") return call.version->has_status;
  if (subresource == "scale") return call.version->scale.has_value();
  // Accounts of logical clusters have none: who may enter those is said outside.
  if (subresource == "token") {
    return call.route.group.empty() && call.route.resource == "serviceaccounts" &&
           call.route.home == management_home && call.http.method == "POST";
  }
  if (subresource == "binding" || subresource == "eviction") {
    return call.route.group.empty() && call.route.resource == "pods" && call.http.method == "POST";
  }
  if (subresource == "approval") {
    return call.route.group == "certificates.k8s.io" &&
           call.route.resource == "certificatesigningrequests";
  }
  return subresource == "finalize" && call.route.group.empty() &&
         call.route.resource == "namespaces" && call.http.method == "PUT";
}

// Across namespaces there are collections, to be looked at.
bool is_across_namespaces(const Call& call) {
  const auto& verbs = call.resource->verbs;
  return call.route.name.empty() && (call.verb == "list" || call.verb == "watch") &&
         std::ranges::find(verbs, "list") != verbs.end();
}

bool has_scope_of_resource(const Call& call) {
  if (!call.resource->namespaced) return !call.route.inside_namespace;
  if (!call.route.inside_namespace) return is_across_namespaces(call);
  return !call.route.namespace_name.empty();
}

}  // namespace

bool has_endpoint(const Call& call) {
  return call.resource && call.version != nullptr && has_scope_of_resource(call) &&
         has_subresource(call);
}

}  // namespace telltale::server
