// SPDX-License-Identifier: Apache-2.0
#pragma once

// What API servers say about themselves, in the two ways they have of saying it: one document for
// all groups (APIGroupDiscoveryList, v2 and v2beta1), or a list of groups and one document for each
// group version. Sans I/O.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "client/discovery.h"

namespace telltale::client {

// One version of a group, and what it serves if that is known.
struct GroupVersion {
  std::string group = {};
  std::string version = {};
  std::vector<ServedResource> resources = {};
  bool is_known = false;  // else it must be asked for
  bool is_stale = false;  // the server behind it does not answer

  std::string path() const;  // "/api/v1", "/apis/apps/v1"
};

// As much as one server may serve; the rest is left out.
inline constexpr std::size_t group_versions_max = 10'000;
inline constexpr std::size_t resources_max = 100'000;

// The answer to GET /api or GET /apis, in whichever way it came; each group's preferred version
// comes first.
[[nodiscard]] Result<std::vector<GroupVersion>> read_groups(std::string_view body);
// The answer to GET /api/v1 or /apis/G/V.
[[nodiscard]] Result<std::vector<ServedResource>> read_resources(std::string_view body,
                                                                 const GroupVersion& version);

// Versions of one group stand in order of preference: a resource is found in the first that serves
// it and names the others.
Served merge_versions(const std::vector<GroupVersion>& versions);

}  // namespace telltale::client
