// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a path asks for. "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1/status"
// names a group, a version, a namespace, a resource, a name and a subresource; "/clusters/ns/c1" in
// front of it names the logical cluster.

#include <optional>
#include <string>
#include <string_view>

#include "http/target.h"

namespace telltale::server {

struct Route {
  enum class What : std::uint8_t {
    Nothing,    // not routed: 404 as text
    Root,       // "/"
    Versions,   // "/api"
    Groups,     // "/apis"
    Group,      // "/apis/G"
    Resources,  // "/api/v1", "/apis/G/V"
    Objects,    // a resource, one object of it, or a subresource
    OpenApi,    // "/openapi/…": `rest` holds what follows
    Fixed,      // "/version", "/healthz", "/metrics", "/telltale/…": `rest` holds the path
  };
  What what = What::Nothing;
  std::string home = {};  // of the store; the management cluster's unless a cluster is named
  std::string cluster_namespace = {};
  std::string cluster_name = {};
  std::string group = {};
  std::string version = {};
  std::string resource = {};
  std::string namespace_name = {};
  std::string name = {};
  std::string subresource = {};
  std::string rest = {};
  bool watch_prefix = false;  // the old way to watch: "/api/v1/watch/…"
  // "namespaces/NS/" stands in front of the resource. A namespace by its own name lies in that
  // namespace for authorization, but its path is not one inside of it.
  bool inside_namespace = false;
};

Route route_of(const http::Target& target);

// The verb that authorization sees: get, list, watch, create, update, patch, delete,
// deletecollection. Nothing for a method that means nothing here.
std::optional<std::string> verb_of(std::string_view method, const Route& route,
                                   const http::Target& target);

}  // namespace telltale::server
