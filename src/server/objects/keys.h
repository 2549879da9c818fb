// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where objects lie in the store: "home/group/plural/namespace/name". The home is "~" for the
// management cluster and "namespace:name" for a logical cluster; the group of core kinds is
// "core_", which no real group can be called; the namespace is empty for what has none.

#include <optional>
#include <string>
#include <string_view>

#include "server/resource.h"

namespace telltale::server {

inline constexpr std::string_view management_home = "~";

std::string home_of_cluster(std::string_view namespace_name, std::string_view name);

// Everything of a resource, or of it in one namespace (empty: all of them).
std::string resource_prefix(std::string_view home, const Resource& resource);
std::string range_prefix(std::string_view home, const Resource& resource,
                         std::string_view namespace_name);
std::string object_key(std::string_view home, const Resource& resource,
                       std::string_view namespace_name, std::string_view name);

struct KeyParts {
  std::string_view home;
  std::string_view group;
  std::string_view plural;
  std::string_view namespace_name;
  std::string_view name;
};
// Nothing when this is no key of ours.
std::optional<KeyParts> parts_of(std::string_view key);

}  // namespace telltale::server
