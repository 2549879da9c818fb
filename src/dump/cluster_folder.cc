// SPDX-License-Identifier: Apache-2.0
#include "dump/cluster_folder.h"

#include <vector>

#include "base/text.h"

namespace telltale::dump {

std::optional<ClusterFolder> find_cluster_folder(std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : split(path, '/')) {
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  // Behind "clusters" come the namespace, the name, and at least the file itself.
  for (std::size_t behind = parts.size(); behind >= 4; --behind) {
    const std::size_t at = behind - 4;
    if (parts[at] != "clusters") continue;
    return ClusterFolder{std::string(parts[at + 1]), std::string(parts[at + 2])};
  }
  return std::nullopt;
}

}  // namespace telltale::dump
