// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a KubeadmControlPlane says about itself, in either version of its API.

#include <cstdint>
#include <string_view>

#include "base/instant.h"
#include "catalog/engine/judge_context.h"
#include "convert/shapes.h"
#include "kube/object.h"
#include "observe/world.h"

namespace telltale::controlplane {

// The label of the Nodes of a control plane, and the key of their taint.
inline constexpr std::string_view control_plane_role = "node-role.kubernetes.io/control-plane";

bool is_control_plane(const Object& object);
// The control plane that owns this Machine; Absent when somebody else or nobody does.
Found owner_of(const World& world, const Object& machine);

// The Cluster by label, else by owner reference: a fresh manifest may carry only one of them.
Found cluster_of(const World& world, const Object& control_plane);
// Where its Nodes and Pods live.
Home home_of(const Object& control_plane);

// etcd runs on the control plane Machines, unless the spec names an external one.
bool manages_etcd(const Object& control_plane);
shapes::Ref machine_template(const Object& control_plane);
Instant rollout_after(const Object& control_plane);
// Zero: certificates never ask for a rollout.
std::int32_t certificates_expiry_days(const Object& control_plane);
// Its own annotation, or its Cluster is paused. A Cluster that was not collected pauses nobody.
bool is_paused(const World& world, const Object& control_plane, const Dialect& dialect);

}  // namespace telltale::controlplane
