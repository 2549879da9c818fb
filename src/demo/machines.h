// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Machine with everything behind it, at each point of its life: bootstrap config, infrastructure
// machine, Node, and the static Pods of a control plane. What Cluster API's controllers, the
// provider, kubeadm and the kubelet would write; conditions of telltale are left to telltale.
//
//   Ordered ──► Launched ──► Running ◄──► Silent
//      │  ▲                     └──► Leaving ──► (removed)
//      ▼  │
//    Refused

#include <cstdint>
#include <string>
#include <string_view>

#include "demo/actor_context.h"
#include "demo/document.h"

namespace telltale::demo {

inline constexpr std::string_view cluster_api = "cluster.x-k8s.io/v1beta2";
inline constexpr std::string_view bootstrap_api = "bootstrap.cluster.x-k8s.io/v1beta2";
inline constexpr std::string_view control_plane_api = "controlplane.cluster.x-k8s.io/v1beta2";
inline constexpr std::string_view infrastructure_api = "infrastructure.cluster.x-k8s.io/v1beta2";

inline constexpr std::string_view cluster_label = "cluster.x-k8s.io/cluster-name";
inline constexpr std::string_view pool_annotation = "hypershift.openshift.io/nodePool";

struct ClusterPlan {
  std::string_view namespace_name = {};
  std::string_view name = {};
  std::string_view version = {};
  std::string_view provider = {};  // "AWS", "Docker": how the kinds of its infrastructure begin
  std::string_view zone = {};
  std::uint64_t control_planes = 0;  // none: the control plane is hosted elsewhere

  std::string home() const;  // "default/edge"
};

struct MachinePlan {
  const ClusterPlan* cluster = nullptr;
  std::string name = {};
  std::string deployment = {};  // empty: of the control plane
  std::string set = {};
  std::string template_name = {};  // what its infrastructure is made from
  std::string pool = {};           // "clusters/np-gpu", of HyperShift

  bool is_control_plane() const { return deployment.empty(); }
  std::string node_name() const;
  std::string provider_id() const;
};

enum class Life : std::uint8_t {
  Ordered,   // asked for; the provider is at work
  Refused,   // the cloud has no quota left
  Launched,  // there is an instance, and no Node yet
  Running,   //
  Silent,    // the kubelet says nothing any more
  Leaving,   // being drained
};

// Everything that is to be written to bring a Machine to this point.
Writes machine_writes(const MachinePlan& plan, Life life, const ActorContext& context);
// The same for one that was not there before.
Writes new_machine_writes(const MachinePlan& plan, Life life, const ActorContext& context);
// The Machine itself, and nothing behind it.
Write machine_write(const MachinePlan& plan, Life life, const ActorContext& context);
Write node_write(const MachinePlan& plan, Life life, const ActorContext& context);
// From Launched to Running: the kubelet registers the Node, and only then the cloud says whose it
// is.
Writes machine_arrival(const MachinePlan& plan, const ActorContext& context);
// Somebody asks for its end: it is drained, and stays until it is removed.
Writes machine_departure(const MachinePlan& plan, const ActorContext& context);
// All that is behind it is gone, and so is it, wherever it was in its life.
Writes machine_removal(const MachinePlan& plan);

// What kubeadm is told on control plane Machines, and what KubeadmControlPlanes want of them.
json::ValueMap kubeadm_spec();

// Numbers in names and addresses: always the same for the same name.
std::uint64_t number_of(std::string_view name);

}  // namespace telltale::demo
