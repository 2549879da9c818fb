// SPDX-License-Identifier: Apache-2.0
#include "server/objects/keys.h"

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::string_view core_group = "core_";

// "group/plural", of the resource whose storage it is.
std::string storage_of(const Resource& resource) {
  if (!resource.stored_under.empty()) {
    return resource.stored_under.starts_with('/') ? std::string(core_group) + resource.stored_under
                                                  : resource.stored_under;
  }
  return format("{}/{}", resource.group.empty() ? core_group : std::string_view(resource.group),
                resource.plural);
}

std::string_view take(std::string_view& rest) {
  const std::size_t end = rest.find('/');
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return part;
}

}  // namespace

std::string home_of_cluster(std::string_view namespace_name, std::string_view name) {
  return format("{}:{}", namespace_name, name);
}

std::string resource_prefix(std::string_view home, const Resource& resource) {
  return format("{}/{}/", home, storage_of(resource));
}

std::string range_prefix(std::string_view home, const Resource& resource,
                         std::string_view namespace_name) {
  std::string prefix = resource_prefix(home, resource);
  if (!namespace_name.empty()) prefix += format("{}/", namespace_name);
  return prefix;
}

std::string object_key(std::string_view home, const Resource& resource,
                       std::string_view namespace_name, std::string_view name) {
  return format("{}{}/{}", resource_prefix(home, resource), namespace_name, name);
}

std::optional<KeyParts> parts_of(std::string_view key) {
  KeyParts parts;
  parts.home = take(key);
  parts.group = take(key);
  if (parts.group == core_group) parts.group = {};
  parts.plural = take(key);
  parts.namespace_name = take(key);
  parts.name = key;
  if (parts.home.empty() || parts.plural.empty() || parts.name.empty()) return std::nullopt;
  return parts;
}

}  // namespace telltale::server
