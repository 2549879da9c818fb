// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was asked of `manifests rbac`: for which way of running, and which of the roles.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/status/status_write.h"

namespace telltale::cli {

enum class RbacRole : std::uint8_t {
  Viewer,
  StatusWriter,
  Events,
  Leases,
  Memory,
  LettingGo,
  Secrets,
  MetricsAuth,
  MetricsReader,
};

struct RbacOptions {
  // Only these; none: everything that such a run needs, with a ServiceAccount to run as.
  std::vector<RbacRole> roles = {};
  std::string namespace_name = "telltale-system";
  // As `run` was told.
  WritePolicy write = WritePolicy::Missing;
  bool events = true;
  bool remote = true;
  std::size_t shards = 0;
};

}  // namespace telltale::cli
