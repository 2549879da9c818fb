// SPDX-License-Identifier: Apache-2.0
#pragma once

// Objects of a workload cluster do not say which cluster they come from. Dumps put them into
// folders clusters/<namespace>/<name>/, and this is how the name is found again.

#include <optional>
#include <string>
#include <string_view>

namespace telltale::dump {

struct ClusterFolder {
  std::string cluster_namespace;
  std::string cluster_name;

  bool operator==(const ClusterFolder&) const = default;
};

// Of several such folders around a file the innermost counts.
std::optional<ClusterFolder> find_cluster_folder(std::string_view path);

}  // namespace telltale::dump
