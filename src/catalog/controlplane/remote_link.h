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
#include "catalog/cluster_api/lost_connection.h"
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
  constexpr bool out_of_grace(Instant now) const { return is_over(grace, grace_base(), now); }
  constexpr bool disconnected() const { return !connection.connected; }
};

void see_remote_link(const JudgeContext& context, const Object& control_plane, RemoteLink& link);

std::string grace_evidence(const RemoteLink& link, Instant now);

namespace remote_link {

// clang-format off
template <class Seen>
inline constexpr Guard<Seen> initialized{"initialized",
    "the control plane is initialized", "the control plane is not initialized",
    [](const Seen& seen) { return seen.initialized; },
    {.evidence = [](const Seen& seen) {
       if (!seen.initialized) return std::string("nothing says that it ever worked");
       if (!is_set(seen.initialized_since)) return std::string("Initialized = True");
       return format("Initialized since {}", format_rfc3339(seen.initialized_since));
     }}};

template <class Seen>
inline constexpr Guard<Seen> lookup_failed{"nodes_lookup_failed",
    "looking up the Nodes failed", "looking up the Nodes worked",
    [](const Seen& seen) { return !seen.connection.lookup_error.empty(); },
    {.evidence = [](const Seen& seen) { return std::string(seen.connection.lookup_error); }}};
// clang-format on

template <class Seen>
inline constexpr std::array<Word<Seen>, 2> words{{
    lost_connection::last_success<Seen>,
    {"lookup.error",
     [](const Seen& seen, std::string& out) { out += seen.connection.lookup_error; }},
}};

// clang-format off
template <class Seen>
inline constexpr auto waiting_row = std::to_array<Row<Seen>>({
  {!initialized<Seen>, Status::Unknown, "InspectionFailed",
      "Waiting for Cluster control plane to be initialized"},
});
// clang-format on

// `reported` asks whether the control plane itself has said anything about this before.
template <class Seen>
consteval auto rows(Guard<Seen> reported) {
  return concat(waiting_row<Seen>, lost_connection::rows(reported));
}

}  // namespace remote_link
}  // namespace telltale::controlplane
