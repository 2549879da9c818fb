// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a control plane sees of one of its Machines: the Node behind it, the Pods on that Node, and
// whether the workload cluster can be asked at all. Filled in by machine::observe through
// see_machine(), read by the tables in machine_tables.h.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/instant.h"
#include "catalog/controlplane/pods.h"
#include "catalog/controlplane/remote_link.h"
#include "catalog/engine/judge_context.h"

namespace telltale::controlplane {

struct MachineSeen : RemoteLink {
  Instant now{};
  bool judged = false;  // a control plane that is known and not paused owns the Machine

  // The control plane.
  bool manages_etcd = true;
  bool components_reported = false;  // ControlPlaneComponentsHealthy stands in its stored status
  bool etcd_reported = false;        // EtcdClusterHealthy does

  // The Machine.
  bool deleting = false;
  std::string_view node_name;
  std::string_view provider_id;
  std::string_view infrastructure_kind;

  // Its etcd member, where etcd was asked for all of them.
  bool members_asked = false;
  bool members_known = false;
  std::string_view members_error;  // they could not be listed
  bool member_listed = false;
  bool member_learns = false;
  std::uint64_t member_id = 0;
  json::Tree alarms;
  bool member_alarmed = false;
  const Condition* stored_member = nullptr;  // its EtcdMemberHealthy

  // The Node.
  Sight node = Sight::NotCollected;
  bool node_unreachable = false;
  bool node_ready_unknown = false;
  bool node_labelled = false;  // as one of the control plane
  bool node_tainted = false;   // so that nothing else is scheduled on it
  bool taint_wanted = false;
  Sight taint_told = Sight::Present;  // NotCollected: its KubeadmConfig, which says so, is missing

  std::array<Pod, components.size()> pods;
  std::size_t component = 0;  // the one that is asked about

  constexpr const Pod& pod() const { return pods[component]; }
  constexpr bool taint_missing() const { return taint_wanted && !node_tainted; }
};

MachineSeen see_machine(const JudgeContext& context, const Object& machine);

}  // namespace telltale::controlplane
