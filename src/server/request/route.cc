// SPDX-License-Identifier: Apache-2.0
#include "server/request/route.h"

#include <algorithm>
#include <array>
#include <vector>

#include "server/objects/keys.h"

namespace telltale::server {
namespace {

using Parts = std::vector<std::string_view>;

// An empty part in the middle ("/api//v1") is kept, so that it matches nothing.
Parts path_parts(std::string_view path) {
  Parts parts;
  path.remove_prefix(path.starts_with('/') ? 1 : 0);
  while (path.ends_with('/')) path.remove_suffix(1);
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    parts.push_back(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
  }
  return parts;
}

void drop_front(Parts& parts, std::size_t count) {
  parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count));
}

// The rest behind the version: [watch] [namespaces NS] RESOURCE [NAME [SUBRESOURCE]].
void route_objects(Route& route, Parts parts) {
  if (!parts.empty() && parts.front() == "watch") {
    route.watch_prefix = true;
    drop_front(parts, 1);
  }
  const bool about_namespaces = parts.size() <= 2 || parts[2] == "status" || parts[2] == "finalize";
  if (parts.size() >= 2 && parts[0] == "namespaces" && !about_namespaces) {
    route.inside_namespace = true;
    route.namespace_name = parts[1];
    drop_front(parts, 2);
  }
  if (parts.empty() || parts.size() > 3) return;
  if (std::ranges::any_of(parts, &std::string_view::empty)) return;
  route.what = Route::What::Objects;
  route.resource = parts[0];
  if (parts.size() > 1) route.name = parts[1];
  if (parts.size() > 2) route.subresource = parts[2];
  // As authorization has it, a namespace lies in itself.
  const bool about_one_namespace =
      route.group.empty() && route.resource == "namespaces" && !route.name.empty();
  if (about_one_namespace && !route.inside_namespace) route.namespace_name = route.name;
}

void route_core(Route& route, Parts parts) {
  if (parts.size() == 1) {
    route.what = Route::What::Versions;
    return;
  }
  route.version = parts[1];
  if (parts.size() == 2) {
    route.what = Route::What::Resources;
    return;
  }
  drop_front(parts, 2);
  route_objects(route, std::move(parts));
}

void route_groups(Route& route, Parts parts) {
  if (parts.size() == 1) {
    route.what = Route::What::Groups;
    return;
  }
  route.group = parts[1];
  if (parts.size() == 2) {
    route.what = Route::What::Group;
    return;
  }
  route.version = parts[2];
  if (parts.size() == 3) {
    route.what = Route::What::Resources;
    return;
  }
  drop_front(parts, 3);
  route_objects(route, std::move(parts));
}

constexpr std::array<std::string_view, 6> fixed{"version", "healthz", "livez",
                                                "readyz",  "metrics", "telltale"};

}  // namespace

Route route_of(const http::Target& target) {
  Route route{.home = std::string(management_home)};
  if (!target.path.starts_with('/')) return route;
  Parts parts = path_parts(target.path);
  if (parts.size() >= 3 && parts[0] == "clusters" && !parts[1].empty() && !parts[2].empty()) {
    route.cluster_namespace = parts[1];
    route.cluster_name = parts[2];
    route.home = home_of_cluster(parts[1], parts[2]);
    drop_front(parts, 3);
  }
  if (parts.empty()) {
    route.what = Route::What::Root;
  } else if (parts[0] == "api") {
    route_core(route, std::move(parts));
  } else if (parts[0] == "apis") {
    route_groups(route, std::move(parts));
  } else if (parts[0] == "openapi") {
    route.what = Route::What::OpenApi;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      route.rest += (i == 1 ? "" : "/") + std::string(parts[i]);
    }
  } else if (std::ranges::find(fixed, parts[0]) != fixed.end()) {
    route.what = Route::What::Fixed;
    for (const std::string_view part : parts) route.rest += "/" + std::string(part);
  }
  return route;
}

std::optional<std::string> verb_of(std::string_view method, const Route& route,
                                   const http::Target& target) {
  if (method == "GET" || method == "HEAD") {
    const std::string_view watch = target.parameter("watch");
    const bool watching = target.has("watch") && watch != "false" && watch != "0";
    if (route.watch_prefix || (watching && (route.name.empty()))) return "watch";
    return route.name.empty() ? "list" : "get";
  }
  if (route.watch_prefix) return std::nullopt;
  if (method == "POST") return "create";
  if (method == "PUT") return "update";
  if (method == "PATCH") return "patch";
  if (method == "DELETE") return route.name.empty() ? "deletecollection" : "delete";
  return std::nullopt;
}

}  // namespace telltale::server
