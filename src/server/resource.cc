// SPDX-License-Identifier: Apache-2.0
#include "server/resource.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"

namespace telltale::server {

const Version* Resource::version(std::string_view name) const {
  const auto found = std::ranges::find_if(
      versions, [&](const Version& version) { return version.served && version.name == name; });
  return found == versions.end() ? nullptr : &*found;
}

const Version& Resource::storage() const {
  const auto found = std::ranges::find_if(versions, &Version::storage);
  check(found != versions.end(), "a resource has a storage version");
  return *found;
}

std::string Resource::api_version(std::string_view version) const {
  return group.empty() ? std::string(version) : format("{}/{}", group, version);
}

std::string Resource::qualified() const {
  return group.empty() ? plural : format("{}.{}", plural, group);
}

}  // namespace telltale::server
