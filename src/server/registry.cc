// SPDX-License-Identifier: Apache-2.0
#include "server/registry.h"

#include <algorithm>
#include <tuple>

#include "base/stable_hash.h"
#include "base/text.h"
#include "json/print.h"
#include "server/conversion/version_order.h"

namespace telltale::server {
namespace {

// Enough to tell two registries apart.
class Fingerprint {
 public:
  void add(std::string_view text) { hash_ = stable_hash_part(text, hash_); }
  std::string text() const { return format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = stable_hash_start;
};

std::string fingerprint_of(const std::vector<Registry::ResourcePtr>& resources) {
  Fingerprint fingerprint;
  for (const auto& resource : resources) {
    fingerprint.add(resource->group);
    fingerprint.add(resource->plural);
    fingerprint.add(resource->kind);
    for (const std::string& name : resource->short_names) fingerprint.add(name);
    for (const std::string& name : resource->categories) fingerprint.add(name);
    for (const Version& version : resource->versions) {
      fingerprint.add(version.name);
      fingerprint.add(version.served ? "served" : "kept");
      if (version.openapi) fingerprint.add(json::print(*version.openapi));
    }
  }
  return fingerprint.text();
}

void add_versions(std::vector<GroupVersions>& groups, const Resource& resource) {
  if (groups.empty() || groups.back().group != resource.group) {
    groups.push_back({.group = resource.group, .versions = {}});
  }
  for (const Version& version : resource.versions) {
    std::vector<std::string>& versions = groups.back().versions;
    if (version.served && std::ranges::find(versions, version.name) == versions.end()) {
      versions.push_back(version.name);
    }
  }
}

}  // namespace

Registry::Registry(std::vector<ResourcePtr> resources) : resources_(std::move(resources)) {
  std::ranges::sort(resources_, {}, [](const ResourcePtr& resource) {
    return std::tie(resource->group, resource->plural);
  });
  for (const ResourcePtr& resource : resources_) add_versions(groups_, *resource);
  std::erase_if(groups_, [](const GroupVersions& group) { return group.versions.empty(); });
  for (GroupVersions& group : groups_) std::ranges::sort(group.versions, preferred_version_first);
  fingerprint_ = fingerprint_of(resources_);
}

Registry::ResourcePtr Registry::find(std::string_view group, std::string_view plural) const {
  const auto found = std::ranges::find_if(resources_, [&](const ResourcePtr& resource) {
    return resource->plural == plural && resource->group == group;
  });
  return found == resources_.end() ? nullptr : *found;
}

Registry::ResourcePtr Registry::find_kind(std::string_view group, std::string_view kind) const {
  const auto found = std::ranges::find_if(resources_, [&](const ResourcePtr& resource) {
    return resource->kind == kind && resource->group == group;
  });
  return found == resources_.end() ? nullptr : *found;
}

std::shared_ptr<const Registry> Registry::for_logical_clusters() const {
  std::vector<ResourcePtr> served;
  std::ranges::copy_if(resources_, std::back_inserter(served), &Resource::in_logical_clusters,
                       [](const ResourcePtr& resource) -> const Resource& { return *resource; });
  return std::make_shared<const Registry>(std::move(served));
}

}  // namespace telltale::server
