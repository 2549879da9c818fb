// SPDX-License-Identifier: Apache-2.0
#pragma once

// All resources that the server serves at one moment. A new one is made whenever a definition
// changes; requests keep the one they began with. Immutable; safe to share between threads.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/resource.h"

namespace telltale::server {

struct GroupVersions {
  std::string group;
  std::vector<std::string> versions;  // the preferred one first
};

class Registry {
 public:
  using ResourcePtr = std::shared_ptr<const Resource>;

  explicit Registry(std::vector<ResourcePtr> resources);

  // Sorted by group and plural.
  const std::vector<ResourcePtr>& resources() const { return resources_; }
  ResourcePtr find(std::string_view group, std::string_view plural) const;
  ResourcePtr find_kind(std::string_view group, std::string_view kind) const;
  // Every group with a served version, by name, the core group ("") included.
  const std::vector<GroupVersions>& groups() const { return groups_; }
  // What of it a logical cluster serves.
  std::shared_ptr<const Registry> for_logical_clusters() const;
  // Changes with any schema or name in it, and is the same for the same content.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  std::vector<ResourcePtr> resources_;
  std::vector<GroupVersions> groups_;
  std::string fingerprint_;
};

}  // namespace telltale::server
