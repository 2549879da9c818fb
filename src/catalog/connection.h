// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the prober of one Cluster knows about the way to its workload cluster. Where nobody states
// it, the cluster is connected and the last probe succeeded at this very instant.

#include <cstdint>
#include <string_view>

#include "base/instant.h"
#include "observe/world.h"

namespace telltale {

// So many probes may fail in a row before a connection that never stood counts as down.
inline constexpr std::int64_t probe_failures_max = 5;

struct Connection {
  bool connected = true;
  bool probing_now = true;  // nobody stated a time: the last success is always this instant
  Instant last_success = no_time;
  std::int64_t consecutive_failures = 0;
  std::string_view lookup_error = {};

  // Somebody has only just begun to look: nothing may be concluded yet.
  constexpr bool not_established() const {
    return !is_set(last_success) && consecutive_failures < probe_failures_max;
  }
};

Connection see_connection(const World& world, std::string_view namespace_name,
                          std::string_view cluster_name, Instant now);

}  // namespace telltale
