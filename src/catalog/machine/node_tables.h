// SPDX-License-Identifier: Apache-2.0
#pragma once

// NodeHealthy and NodeReady on Machine: is the Node behind this Machine well, and is it ready?
// The two share every row except those about a Node that was found. Row numbers are the seed's,
// 1 to 14; the two rows that keep the last known status are 3b and 5b.

#include <array>

#include "catalog/cluster_api/lost_connection.h"
#include "catalog/cluster_api/may_write.h"
#include "catalog/machine/guards.h"
#include "catalog/machine/words.h"
#include "table/table.h"

namespace telltale::machine::node {

using enum Act;
using enum Status;

// clang-format off

// 1 and 2. The rows of lost_connection.h follow, 3 to 5b.
inline constexpr auto cluster_rows = std::to_array<Row<Seen>>({
  // guard                        status   reason
  //     message
  {!infra_ready,                  Unknown, "InspectionFailed",
      "Waiting for Cluster status.initialization.infrastructureProvisioned to be true"},
  {!plane_ready,                  Unknown, "InspectionFailed",
      "Waiting for Cluster control plane to be initialized"},
});

// 6.
inline constexpr auto lookup_row = std::to_array<Row<Seen>>({
  {lookup_failed,                 Unknown, "InternalError",
      "Please check controller logs for errors"},
});

// 7 to 9.
inline constexpr auto health_rows = std::to_array<Row<Seen>>({
  {node_healthy,                  True,    "Healthy"},
  {node_unhealthy,                False,   "Unhealthy",
      "{node.issues}"},
  {node_unknown,                  Unknown, "Unknown",
      "{node.issues}"},
});

// In the place of those three, on NodeReady.
inline constexpr auto ready_rows = std::to_array<Row<Seen>>({
  {node_found,                    Mirror,
      "the Node's own Ready condition", may_write::node_ready},
});

// 10 to 14.
inline constexpr auto missing_rows = std::to_array<Row<Seen>>({
  {deleting && has_node_ref,      False,   "Deleted",
      "Node {node.name} has been deleted"},
  {deleting && !has_node_ref,     Unknown, "DoesNotExist",
      "Node does not exist"},
  {has_node_ref,                  False,   "Deleted",
      "Node {node.name} has been deleted while the Machine still exists"},
  {has_provider_id,               Unknown, "InspectionFailed",
      "Waiting for a Node with spec.providerID {provider_id} to exist"},
  {otherwise,                     Unknown, "InspectionFailed",
      "Waiting for {infra.kind} to report spec.providerID"},
});
// clang-format on

}  // namespace telltale::machine::node

namespace telltale::machine {

inline constexpr Table node_healthy_table{
    concat(node::cluster_rows, lost_connection::rows(health_reported), node::lookup_row,
           node::health_rows, node::missing_rows),
    "Machine", "NodeHealthy", all_words};

inline constexpr Table node_ready_table{
    concat(node::cluster_rows, lost_connection::rows(ready_reported), node::lookup_row,
           node::ready_rows, node::missing_rows),
    "Machine", "NodeReady", all_words};

}  // namespace telltale::machine
