// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/discovery.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/text.h"
#include "http/tls/digest.h"
#include "server/openapi/subresources.h"
#include "server/openapi/word_list.h"

namespace telltale::server {
namespace {

// The built-in groups by priority; all others follow by name.
constexpr std::array<std::string_view, 19> first_groups{"apiregistration.k8s.io",
                                                        "apps",
                                                        "events.k8s.io",
                                                        "authentication.k8s.io",
                                                        "authorization.k8s.io",
                                                        "autoscaling",
                                                        "batch",
                                                        "certificates.k8s.io",
                                                        "networking.k8s.io",
                                                        "policy",
                                                        "rbac.authorization.k8s.io",
                                                        "storage.k8s.io",
                                                        "admissionregistration.k8s.io",
                                                        "apiextensions.k8s.io",
                                                        "scheduling.k8s.io",
                                                        "coordination.k8s.io",
                                                        "node.k8s.io",
                                                        "discovery.k8s.io",
                                                        "flowcontrol.apiserver.k8s.io"};

std::vector<const GroupVersions*> named_groups(const Registry& registry) {
  std::vector<const GroupVersions*> groups;
  for (const GroupVersions& group : registry.groups()) {
    if (!group.group.empty()) groups.push_back(&group);
  }
  std::ranges::sort(groups, {}, [](const GroupVersions* group) {
    const std::string_view name = group->group;
    return std::pair(std::ranges::find(first_groups, name) - first_groups.begin(), name);
  });
  return groups;
}

const GroupVersions* find_group(const Registry& registry, std::string_view group) {
  const auto& groups = registry.groups();
  const auto found = std::ranges::find(groups, group, &GroupVersions::group);
  return found == groups.end() ? nullptr : &*found;
}

json::Value version_entry(std::string_view group, std::string_view version) {
  return json::ValueMap{{"groupVersion", format("{}/{}", group, version)}, {"version", version}};
}

json::ValueMap group_entry(const GroupVersions& group) {
  json::ValueList versions;
  for (const std::string& version : group.versions) {
    versions.push_back(version_entry(group.group, version));
  }
  return {{"name", group.group},
          {"preferredVersion", version_entry(group.group, group.versions.front())},
          {"versions", std::move(versions)}};
}

// Built-in kinds tell their verbs by the alphabet, custom ones in the order that is their default.
json::ValueList verbs_of(const Resource& resource) {
  std::vector<std::string> verbs = resource.verbs;
  if (!resource.custom()) std::ranges::sort(verbs);
  return openapi::word_list(verbs);
}

// Which version is stored, in few letters; clients only ask whether it has changed.
std::string storage_version_hash(const Resource& resource) {
  // Events are stored as those of the core group.
  const std::string_view group =
      resource.stored_under.starts_with('/') ? std::string_view{} : resource.group;
  const std::string named = format("{}/{}/{}", group, resource.storage().name, resource.kind);
  return to_base64(http::sha256(named).substr(0, 8));
}

json::Value resource_entry(const Resource& resource) {
  json::ValueMap entry{{"name", resource.plural},
                       {"singularName", resource.singular},
                       {"namespaced", resource.namespaced},
                       {"kind", resource.kind},
                       {"verbs", verbs_of(resource)}};
  if (!resource.short_names.empty()) entry["shortNames"] = openapi::word_list(resource.short_names);
  if (!resource.categories.empty()) entry["categories"] = openapi::word_list(resource.categories);
  const bool is_stored = resource.behavior == nullptr || !resource.behavior->review;
  if (is_stored) entry["storageVersionHash"] = storage_version_hash(resource);
  return entry;
}

json::Value subresource_entry(const Resource& resource, const openapi::Subresource& part) {
  json::ValueMap entry{{"name", format("{}/{}", resource.plural, part.name)},
                       {"singularName", ""},
                       {"namespaced", resource.namespaced},
                       {"kind", part.kind.empty() ? std::string_view(resource.kind) : part.kind},
                       {"verbs", openapi::word_list(part.verbs)}};
  // The core group is named by its version alone.
  if (!part.group.empty()) entry["group"] = part.group;
  if (!part.group.empty()) entry["version"] = part.version;
  return entry;
}

// Built-in kinds leave group and version to where they stand.
json::Value response_kind(const Resource& resource, const Version& version) {
  if (!resource.custom()) {
    return json::ValueMap{{"group", ""}, {"version", ""}, {"kind", resource.kind}};
  }
  return json::ValueMap{
      {"group", resource.group}, {"version", version.name}, {"kind", resource.kind}};
}

json::Value discovered_subresource(const Resource& resource, const Version& version,
                                   const openapi::Subresource& part) {
  const json::Value other =
      json::ValueMap{{"group", part.group}, {"version", part.version}, {"kind", part.kind}};
  return json::ValueMap{
      {"subresource", part.name},
      {"responseKind", part.kind.empty() ? response_kind(resource, version) : other},
      {"verbs", openapi::word_list(part.verbs)}};
}

json::Value discovered_resource(const Resource& resource, const Version& version) {
  json::ValueMap entry{{"resource", resource.plural},
                       {"responseKind", response_kind(resource, version)},
                       {"scope", resource.namespaced ? "Namespaced" : "Cluster"},
                       {"singularResource", resource.singular},
                       {"verbs", verbs_of(resource)}};
  if (!resource.short_names.empty()) entry["shortNames"] = openapi::word_list(resource.short_names);
  if (!resource.categories.empty()) entry["categories"] = openapi::word_list(resource.categories);
  json::ValueList parts;
  for (const openapi::Subresource& part : openapi::subresources_of(resource, version)) {
    parts.push_back(discovered_subresource(resource, version, part));
  }
  if (!parts.empty()) entry["subresources"] = std::move(parts);
  return entry;
}

json::Value discovered_version(const Registry& registry, const GroupVersions& group,
                               std::string_view name, DiscoveryVersion dialect) {
  json::ValueList resources;
  for (const Registry::ResourcePtr& resource : registry.resources()) {
    const Version* version = resource->group == group.group ? resource->version(name) : nullptr;
    if (version != nullptr) resources.push_back(discovered_resource(*resource, *version));
  }
  json::ValueMap entry{{"version", name}, {"resources", std::move(resources)}};
  if (dialect == DiscoveryVersion::V2) entry["freshness"] = "Current";
  return entry;
}

json::Value discovered_group(const Registry& registry, const GroupVersions& group,
                             DiscoveryVersion dialect) {
  json::ValueMap metadata{{"creationTimestamp", nullptr}};
  if (!group.group.empty()) metadata["name"] = group.group;
  json::ValueList versions;
  for (const std::string& version : group.versions) {
    versions.push_back(discovered_version(registry, group, version, dialect));
  }
  return json::ValueMap{{"metadata", std::move(metadata)}, {"versions", std::move(versions)}};
}

}  // namespace

json::Value api_versions(std::string_view server_address) {
  json::ValueMap address{{"clientCIDR", "0.0.0.0/0"}, {"serverAddress", server_address}};
  return json::ValueMap{{"kind", "APIVersions"},
                        {"versions", json::ValueList{"v1"}},
                        {"serverAddressByClientCIDRs", json::ValueList{std::move(address)}}};
}

json::Value api_group_list(const Registry& registry) {
  json::ValueList groups;
  for (const GroupVersions* group : named_groups(registry)) groups.push_back(group_entry(*group));
  return json::ValueMap{
      {"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}};
}

std::optional<json::Value> api_group(const Registry& registry, std::string_view group) {
  const GroupVersions* found = group.empty() ? nullptr : find_group(registry, group);
  if (found == nullptr) return std::nullopt;
  json::ValueMap answer = group_entry(*found);
  answer["kind"] = "APIGroup";
  answer["apiVersion"] = "v1";
  return answer;
}

std::optional<json::Value> api_resource_list(const Registry& registry, std::string_view group,
                                             std::string_view version) {
  const GroupVersions* found = find_group(registry, group);
  if (found == nullptr || std::ranges::find(found->versions, version) == found->versions.end()) {
    return std::nullopt;
  }
  json::ValueList resources;
  for (const Registry::ResourcePtr& resource : registry.resources()) {
    const Version* served = resource->group == group ? resource->version(version) : nullptr;
    if (served == nullptr) continue;
    resources.push_back(resource_entry(*resource));
    for (const openapi::Subresource& part : openapi::subresources_of(*resource, *served)) {
      resources.push_back(subresource_entry(*resource, part));
    }
  }
  const std::string name = group.empty() ? std::string(version) : format("{}/{}", group, version);
  json::ValueMap answer{
      {"kind", "APIResourceList"}, {"groupVersion", name}, {"resources", std::move(resources)}};
  if (!group.empty()) answer["apiVersion"] = "v1";  // The core group is older than the field.
  return answer;
}

json::Value aggregated_discovery(const Registry& registry, DiscoveryPart part,
                                 DiscoveryVersion version) {
  json::ValueList items;
  if (part == DiscoveryPart::Named) {
    for (const GroupVersions* group : named_groups(registry)) {
      items.push_back(discovered_group(registry, *group, version));
    }
  } else if (const GroupVersions* core = find_group(registry, "")) {
    items.push_back(discovered_group(registry, *core, version));
  }
  const std::string_view name = version == DiscoveryVersion::V2 ? "v2" : "v2beta1";
  return json::ValueMap{{"kind", "APIGroupDiscoveryList"},
                        {"apiVersion", format("apidiscovery.k8s.io/{}", name)},
                        {"metadata", json::ValueMap{}},
                        {"items", std::move(items)}};
}

json::Value root_paths(const Registry& registry) {
  std::vector<std::string> paths{"/api",    "/apis",        "/apis/",      "/healthz",
                                 "/livez",  "/metrics",     "/openapi/v2", "/openapi/v3",
                                 "/readyz", "/openapi/v3/", "/version"};
  for (const GroupVersions& group : registry.groups()) {
    const std::string path = group.group.empty() ? "/api" : format("/apis/{}", group.group);
    if (!group.group.empty()) paths.push_back(path);
    for (const std::string& version : group.versions) {
      paths.push_back(format("{}/{}", path, version));
    }
  }
  std::ranges::sort(paths);
  return json::ValueMap{{"paths", openapi::word_list(paths)}};
}

}  // namespace telltale::server
