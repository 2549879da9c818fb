// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whoever pauses a Cluster pauses everything that belongs to it: by spec.paused, and, as the
// proposal has it, by the annotation on the Cluster.

#include <string_view>

#include "convert/dialect.h"
#include "kube/object.h"

namespace telltale {

inline constexpr std::string_view paused_annotation = "cluster.x-k8s.io/paused";

inline bool has_paused_annotation(const Object& object) {
  return object.annotation(paused_annotation) != nullptr;
}

// Of a Cluster: what it does to its own.
inline bool pauses_by_spec(const Object& cluster) {
  return cluster.body["spec"]["paused"].as_bool(false);
}
// Where the spec says it already, the annotation adds nothing.
inline bool pauses_by_annotation(const Object& cluster, const Dialect& dialect) {
  return dialect.annotation_pauses == PauseReach::WholeCluster && !pauses_by_spec(cluster) &&
         has_paused_annotation(cluster);
}

}  // namespace telltale
