// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows about a connection to the workload cluster that does not stand yet, or stands no longer:
// nothing new can be known, so what is known stands until a grace period is over. Every condition
// that rests on the workload cluster has them: those about the Node of a Machine, and those that a
// control plane sets on itself and on its Machines.
//
// A Seen that uses them has `now`, its `connection` and `grace`, `grace_base()` from which that
// counts, and `disconnected()`.

#include <array>
#include <string>

#include "base/instant.h"
#include "catalog/cluster_api/connection.h"
#include "table/table.h"

namespace telltale::lost_connection {

// clang-format off
template <class Seen>
inline constexpr Guard<Seen> warming_up{"warming_up",
    "no probe yet, fewer than 5 failures", "probed before, or 5 failures",
    [](const Seen& seen) { return seen.connection.not_established(); },
    {.evidence = [](const Seen& seen) { return connection_evidence(seen.connection); }}};

template <class Seen>
inline constexpr Guard<Seen> grace_over{"grace_over",
    "the grace period is over", "the grace period is not over",
    [](const Seen& seen) { return is_over(seen.grace, seen.grace_base(), seen.now); },
    {.at = [](const Seen& seen) {
       // A connection that succeeds at every instant never runs out of grace.
       if (seen.connection.probing_now || !is_set(seen.grace_base())) return no_time;
       return seen.grace_base() + seen.grace + Seconds(1);
     },
     .evidence = [](const Seen& seen) {
       return grace_evidence(seen.connection, seen.grace_base(), seen.grace, seen.now);
     }}};

template <class Seen>
inline constexpr Guard<Seen> disconnected{"disconnected",
    "cluster is not connected", "cluster is connected",
    [](const Seen& seen) { return seen.disconnected(); },
    {.evidence = [](const Seen& seen) { return connection_evidence(seen.connection); }}};
// clang-format on

template <class Seen>
inline constexpr Word<Seen> last_success{"probe.last_success",
                                         [](const Seen& seen, std::string& out) {
                                           const Instant last = seen.connection.last_success;
                                           if (is_set(last)) append_rfc3339(out, last);
                                         }};

// `reported` asks whether the condition that is decided has been told before.
template <class Seen>
consteval auto rows(Guard<Seen> reported) {
  using enum Act;
  using enum Status;
  // clang-format off
  return std::to_array<Row<Seen>>({
    // guard                              status   reason
    //     message
    {warming_up<Seen> && !reported,       Unknown, "ConnectionDown",
        "Remote connection not established yet"},
    {warming_up<Seen> && reported,        Keep,
        "Last known status stands until the first probes have been tried"},
    {grace_over<Seen>,                    Unknown, "ConnectionDown",
        "Last successful probe at {probe.last_success}"},
    {disconnected<Seen> && !reported,     Unknown, "ConnectionDown",
        "Last successful probe at {probe.last_success}"},
    {disconnected<Seen> && reported,      Keep,
        "Last known status stands until the grace period is over"},
  });
  // clang-format on
}

}  // namespace telltale::lost_connection
