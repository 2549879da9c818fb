// SPDX-License-Identifier: Apache-2.0
#pragma once

// The way from a control plane to its workload cluster: whether there is anything to ask yet, and
// whether it can be asked now. The rows about it are the same on the control plane and on each of
// its Machines.

#include <array>
#include <string>

#include "base/instant.h"
#include "base/text.h"
#include "catalog/cluster_api/connection.h"
#include "catalog/engine/judge_context.h"
#include "table/table.h"

namespace telltale::controlplane {

struct RemoteLink {
  bool initialized = false;
  Instant initialized_since = no_time;
  Connection connection;
  Seconds grace{0};

  // Grace counts from the later of the last good probe and the control plane's start.
  constexpr Instant grace_base() const {
    return connection.good_until() > initialized_since ? connection.good_until()
                                                       : initialized_since;
  }
  constexpr bool out_of_grace(Instant now) const {
    return !is_set(grace_base()) || now - grace_base() > grace;
  }
};

void see_remote_link(const JudgeContext& context, const Object& control_plane, RemoteLink& link);

std::string grace_evidence(const RemoteLink& link, Instant now);

namespace remote_link {

template <class Seen>
inline constexpr Guard<Seen> initialized{
    .name = "initialized",
    .text = "the control plane is initialized",
    .denial = "the control plane is not initialized",
    .ask = [](const Seen& seen) { return seen.initialized; },
    .evidence =
        [](const Seen& seen) {
          if (!seen.initialized) return std::string("nothing says that it ever worked");
          if (!is_set(seen.initialized_since)) return std::string("Initialized = True");
          return format("Initialized since {}", format_rfc3339(seen.initialized_since));
        }};

template <class Seen>
inline constexpr Guard<Seen> warming_up{
    .name = "warming_up",
    .text = "no probe yet, fewer than 5 failures",
    .denial = "probed before, or 5 failures",
    .ask = [](const Seen& seen) { return seen.connection.not_established(); },
    .evidence = [](const Seen& seen) { return connection_evidence(seen.connection); }};

template <class Seen>
inline constexpr Guard<Seen> grace_over{
    .name = "grace_over",
    .text = "the grace period is over",
    .denial = "the grace period is not over",
    .ask = [](const Seen& seen) { return seen.out_of_grace(seen.now); },
    .at =
        [](const Seen& seen) {
          // A connection that succeeds at every instant never runs out of grace.
          if (seen.connection.probing_now || !is_set(seen.grace_base())) return no_time;
          return seen.grace_base() + seen.grace + Seconds(1);
        },
    .evidence = [](const Seen& seen) { return grace_evidence(seen, seen.now); }};

template <class Seen>
inline constexpr Guard<Seen> disconnected{
    .name = "disconnected",
    .text = "cluster is not connected",
    .denial = "cluster is connected",
    .ask = [](const Seen& seen) { return !seen.connection.connected; },
    .evidence = [](const Seen& seen) { return connection_evidence(seen.connection); }};

template <class Seen>
inline constexpr Guard<Seen> lookup_failed{
    .name = "nodes_lookup_failed",
    .text = "looking up the Nodes failed",
    .denial = "looking up the Nodes worked",
    .ask = [](const Seen& seen) { return !seen.connection.lookup_error.empty(); },
    .evidence = [](const Seen& seen) { return std::string(seen.connection.lookup_error); }};

template <class Seen>
inline constexpr std::array<Word<Seen>, 2> words{{
    {"probe.last_success",
     [](const Seen& seen, std::string& out) {
       const Instant last = seen.connection.last_success;
       if (is_set(last)) append_rfc3339(out, last);
     }},
    {"lookup.error",
     [](const Seen& seen, std::string& out) { out += seen.connection.lookup_error; }},
}};

// `reported` asks whether the control plane itself has said anything about this before.
template <class Seen>
consteval auto rows(Guard<Seen> reported) {
  using enum Act;
  using enum Status;
  // clang-format off
  return std::to_array<Row<Seen>>({
    {!initialized<Seen>,                  Unknown, "InspectionFailed",
        "Waiting for Cluster control plane to be initialized"},
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

}  // namespace remote_link
}  // namespace telltale::controlplane
