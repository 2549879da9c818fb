// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one Machine and everything around it, at one instant. The tables of this folder
// ask questions about this sheet of paper and about nothing else. It is a literal type, so that
// tests can walk every small snapshot, at compile time too.

#include <cstdint>
#include <span>
#include <string_view>

#include "base/instant.h"
#include "catalog/cluster_api/connection.h"
#include "catalog/cluster_api/node_conditions.h"
#include "catalog/controlplane/machine_seen.h"
#include "catalog/engine/judge_context.h"
#include "catalog/machine/removal.h"
#include "catalog/owners/reference.h"
#include "convert/shapes.h"
#include "kube/condition.h"

namespace telltale::machine {

// What asking the workload cluster for the Machine's Node gave.
enum class Lookup : std::uint8_t {
  Found,
  NotFound,
  NotConnected,  // the remote connection is down
  Failed,        // any other trouble, such as two Nodes with one provider ID
  NotCollected,  // the dump holds no Node of this cluster
};

enum class NodeHealth : std::uint8_t { Healthy, Unhealthy, Unknown };

// How the set above the Machine differs from the deployment above that, or the Machine itself from
// its control plane.
struct Rollout {
  bool managed = false;  // there is a MachineDeployment (or control plane) to compare with
  Sight owner = Sight::Absent;
  std::string_view owner_text = {};
  std::string_view version = {};
  std::string_view wanted_version = {};
  bool bootstrap_differs = false;
  std::string_view bootstrap_kind = {};  // empty: plain data secrets are compared
  std::string_view data_secret = {};
  std::string_view wanted_data_secret = {};
  bool infrastructure_differs = false;
  std::string_view infrastructure_kind = {};
  std::string_view failure_domain = {};
  std::string_view wanted_failure_domain = {};
  Instant rollout_after = no_time;
  Instant set_created = no_time;  // of the Machine itself under a control plane

  // Under a control plane only.
  bool by_control_plane = false;
  Instant certificates_due = no_time;  // after this they expire soon
  Sight compared = Sight::Present;     // NotCollected: part of what must be compared is missing
  bool comparable = true;              // all of it could be read
};

struct Seen {
  Instant now{};

  // The Machine itself.
  std::string_view name;
  Instant created{};
  Instant deleted = no_time;
  bool paused_by_annotation = false;
  bool has_node_ref = false;  // its status names a Node, or one with its provider ID is there
  bool node_ref_stored = false;
  std::string_view node_name;
  std::string_view provider_id;
  Seconds min_ready{0};
  std::string_view version;
  std::string_view kubelet_version;
  bool updating_in_place = false;
  std::span<const Label> annotations;
  Instant drain_started = no_time;
  Instant volumes_wait_started = no_time;
  Instant pre_drain_wait_started = no_time;
  Instant pre_terminate_wait_started = no_time;

  // Its Cluster.
  Sight cluster = Sight::Present;
  std::string_view cluster_namespace;
  std::string_view cluster_name;
  bool refers_to_infra = true;     // without infrastructure there is nothing to wait for
  bool paused_by_cluster = false;  // by spec.paused
  bool paused_by_cluster_annotation = false;
  bool infra_provisioned = false;
  std::string_view infra_provisioned_path;  // where its version has that
  Status control_plane_initialized = Status::Unknown;
  Instant control_plane_initialized_since = no_time;

  // The connection to the workload cluster.
  Connection connection;
  Seconds grace{0};

  // Its Node.
  Lookup lookup = Lookup::NotFound;
  std::string_view lookup_trouble;
  const Object* node = nullptr;  // once found
  NodeHealth node_health = NodeHealth::Healthy;
  Conditions node_conditions;
  std::span<const NodeCondition> summed_up;  // of them; nothing: upstream's
  // Whether the stored status has them: each asks for itself. Upstream asks for both together.
  bool ready_reported = false;
  bool health_reported = false;

  Referred bootstrap;
  Referred infrastructure;
  Rollout rollout;
  controlplane::MachineSeen plane;  // what a control plane sees of its own Machine

  Removal removal;  // of a Machine that is being deleted

  // What is stored, and what was judged earlier in the same pass.
  const Condition* stored_deleted = nullptr;
  const Condition* ready = nullptr;

  constexpr bool deleting() const { return is_set(deleted); }
  constexpr bool disconnected() const { return lookup == Lookup::NotConnected; }
  // Grace counts from the later of the last probe and the control plane's start, or a cluster that
  // was initialized minutes after the first probe would go Unknown at once.
  constexpr Instant grace_base() const {
    return connection.good_until() > control_plane_initialized_since
               ? connection.good_until()
               : control_plane_initialized_since;
  }
};

// Copies what the tables need out of the world. Pure: the same world, the same sheet.
Seen observe(const JudgeContext& context, const Object& machine);

}  // namespace telltale::machine
