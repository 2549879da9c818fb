// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which tree an object belongs to. Objects that share an anchor are judged together: a Cluster with
// all its members and its workload cluster, a hosted cluster with its control plane namespace, a
// Karpenter pool with its claims, a namespace of Hive. An object without an anchor is common: a
// template or a class that any tree may refer to.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kube/object.h"

namespace telltale {

// Events about these are evidence; about others nobody asks.
inline constexpr std::array<std::string_view, 4> kinds_with_events = {
    "MachineSet", "MachinePool", "KubeadmControlPlane", "NodePool"};

// "capi/default/c1"; two for what ties two trees together.
std::vector<std::string> anchors_of(const Object& object);

// The tree of one judged object that names no other.
std::string anchor_of_itself(const Key& key);

}  // namespace telltale
