// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which tree an object belongs to. Objects that share an anchor are judged together: a Cluster with
// all its members and its workload cluster, a hosted cluster with its control plane namespace, a
// Karpenter pool with its claims, a namespace of Hive. An object without an anchor is common: a
// template or a class that any tree may refer to.

#include <string>
#include <string_view>
#include <vector>

#include "kube/object.h"

namespace telltale {

// Events about these are evidence; about others nobody asks.
std::vector<std::string_view> kinds_with_events();

// "capi/default/c1"; two for what ties two trees together.
std::vector<std::string> anchors_of(const Object& object);

// The tree of a Cluster, and of everything in that workload cluster.
std::string anchor_of_cluster(std::string_view namespace_name, std::string_view name);

// The tree of one judged object that names no other.
std::string anchor_of_itself(const Key& key);

}  // namespace telltale
