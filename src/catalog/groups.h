// SPDX-License-Identifier: Apache-2.0
#pragma once

// The API groups of the projects whose objects are judged beside Cluster API's. Two of them have a
// kind NodePool, so a kind alone does not say whose it is.

#include <string_view>

#include "kube/object.h"

namespace telltale {

inline constexpr std::string_view cluster_api_group = "cluster.x-k8s.io";
inline constexpr std::string_view hypershift_group = "hypershift.openshift.io";
inline constexpr std::string_view karpenter_group = "karpenter.sh";
inline constexpr std::string_view hive_group = "hive.openshift.io";
inline constexpr std::string_view own_group = "telltale.dev";

inline bool is_a(const Object& object, std::string_view group, std::string_view kind) {
  return object.key.kind == kind && object.key.group == group;
}

}  // namespace telltale
