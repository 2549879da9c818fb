// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is known about the way to one workload cluster. Its prober tells (a RemoteConnection); where
// nobody probes now, what was stored on the Cluster stands; where nothing was ever stored it is
// taken as connected, and nobody claims to have seen that.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "kube/condition.h"
#include "observe/world.h"

namespace telltale {

// So many probes may fail in a row before a connection that never stood counts as down.
inline constexpr std::int64_t probe_failures_max = 5;

// Who says how the connection is.
enum class ConnectionSource : std::uint8_t { Prober, StoredCondition, Nobody };

struct Connection {
  ConnectionSource teller = ConnectionSource::Prober;
  bool connected = true;
  bool probing_now = false;  // nobody stated a time: the last success is always this instant
  Instant last_success = no_time;
  std::int64_t consecutive_failures = 0;
  std::string_view lookup_error = {};
  // Of the stored condition, where that is what tells.
  Status stored = Status::Unknown;
  Instant stored_since = no_time;

  // Somebody has only just begun to look: nothing may be concluded yet.
  constexpr bool not_established() const {
    return !is_set(last_success) && consecutive_failures < probe_failures_max;
  }
  // From when on it may be down: its last success, or else since when it was stored as lost.
  constexpr Instant good_until() const {
    const bool lost = teller == ConnectionSource::StoredCondition && !connected;
    return lost && !is_set(last_success) ? stored_since : last_success;
  }
};

Connection see_connection(const World& world, std::string_view namespace_name,
                          std::string_view cluster_name, Instant now);

// "not connected, last success 2026-01-01T10:00:00Z, 7 failures in a row",
// "stored True since 2026-01-01T10:00:00Z", "not probed; taken as connected".
std::string connection_evidence(const Connection& connection);
// Whether `grace` after `base` is over. A connection that never stood has no grace left to give.
constexpr bool is_over(Seconds grace, Instant base, Instant now) {
  return !is_set(base) || now - base > grace;
}
// The same in words.
std::string grace_evidence(const Connection& connection, Instant base, Seconds grace, Instant now);

}  // namespace telltale
