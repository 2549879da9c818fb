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
#include "catalog/controlplane/way.h"
#include "catalog/scene.h"

namespace telltale::controlplane {

struct MachineSeen : Way {
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
  const Condition* stored_member = nullptr;  // its EtcdMemberHealthy

  // The Node.
  Sight node = Sight::NotCollected;
  bool node_unreachable = false;
  bool node_ready_unknown = false;

  std::array<Pod, components.size()> pods;
  std::size_t component = 0;  // the one that is asked about

  constexpr const Pod& pod() const { return pods[component]; }
};

MachineSeen see_machine(const Scene& scene, const Object& machine);

}  // namespace telltale::controlplane
