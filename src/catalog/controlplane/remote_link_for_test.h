// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: every way to a workload cluster, and a plain ladder that says what 4.7 of the
// specification says about it, of the control plane and of each of its Machines alike.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/instant.h"
#include "catalog/controlplane/remote_link.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::controlplane {

inline constexpr Seconds grace = std::chrono::minutes(5);

inline void choose_way(Choices& choose, RemoteLink& seen) {
  using ladders::now;
  seen.initialized = choose.flag();
  seen.connection.connected = choose.flag();
  seen.connection.last_success =
      choose.one_of({no_time, now - Seconds(301), now - Seconds(300), now});
  seen.connection.probing_now = seen.connection.connected && seen.connection.last_success == now;
  seen.connection.consecutive_failures = choose.one_of<std::int64_t>({4, 5});
  seen.initialized_since = choose.one_of({no_time, now - Seconds(400), now - Seconds(20)});
  if (choose.flag()) seen.connection.lookup_error = "boom";
}

// A connection that nobody states a time for succeeds at every instant.
template <class Seen>
Seen move_on(Seen seen, Instant at) {
  seen.now = at;
  if (seen.connection.probing_now) seen.connection.last_success = at;
  return seen;
}

// Nothing when the workload cluster can be asked.
template <class Seen>
std::optional<laws::Told> way_ladder(const Seen& seen, bool reported) {
  const auto& way = seen.connection;
  const auto down = [&] {
    if (way.last_success == no_time) return laws::set_to(Status::Unknown, "ConnectionDown");
    return laws::set_to(Status::Unknown, "ConnectionDown",
                        "Last successful probe at " + format_rfc3339(way.last_success));
  };
  if (!seen.initialized) {
    return laws::set_to(Status::Unknown, "InspectionFailed",
                        "Waiting for Cluster control plane to be initialized");
  }
  if (way.last_success == no_time && way.consecutive_failures < 5) {
    if (reported) return laws::keep();
    return laws::set_to(Status::Unknown, "ConnectionDown", "Remote connection not established yet");
  }
  const Instant base = std::max(way.last_success, seen.initialized_since);
  if (base == no_time || seen.now > base + grace) return down();
  if (!way.connected) return reported ? laws::keep() : down();
  return std::nullopt;
}

}  // namespace telltale::controlplane
