// SPDX-License-Identifier: Apache-2.0
#pragma once

// Brings a generated fleet into an API server as its owners would: objects first, then the status
// that infrastructure and bootstrap providers write. What Cluster API writes comes without its
// conditions: those are telltale's to write.

#include <cstddef>
#include <string>
#include <vector>

#include "live/clients.h"

namespace telltale::bench {

struct FleetSize {
  std::size_t clusters = 200;
  std::size_t machines_each = 50;

  std::size_t machines() const { return clusters * machines_each; }
};

struct LoadedFleet {
  std::size_t objects = 0;
  // Of the infrastructure of every Machine, as paths, one Cluster after the other.
  std::vector<std::string> infrastructure = {};
};

LoadedFleet load_fleet(Clients& clients, const FleetSize& size);

}  // namespace telltale::bench
