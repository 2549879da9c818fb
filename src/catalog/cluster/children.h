// SPDX-License-Identifier: Apache-2.0
#pragma once

// The objects a Cluster is made of, above its Machines: the control plane object, deployments,
// pools and stand-alone sets, with what they say about themselves.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "condition/aggregate.h"

namespace telltale::cluster {

struct Child {
  const Object* object = nullptr;
  const Judged* judged = nullptr;  // nothing: a kind that telltale does not judge
  Conditions conditions = {};      // fresh where it was judged, else as stored
};

struct Children {
  Child control_plane;  // without an object: there is none, or it cannot be seen
  std::vector<Child> deployments;
  std::vector<Child> pools;
  std::vector<Child> sets;  // those that no MachineDeployment stands above
};

Children see_children(const JudgeContext& context, const Object& cluster,
                      const Object* control_plane);

// Which children a merged condition of the Cluster is made of.
enum class Whose : unsigned char {
  Workers,        // deployments and pools
  Rollouts,       // the same, and the control plane
  ReplicaHolders  // the same, and sets
};

// Deployments and sets always count, reporting or not: they will. A kind that may never report the
// condition (control planes of other providers, pools) counts only once it does, or its silence
// would leave the Cluster Unknown for ever.
std::vector<AggregateSource> sources(const Children& children, Whose whose, std::string_view type);

// In the order in which their troubles are told: control plane, deployments, pools, sets.
const Judged* first_with(const Children& children, Verdict verdict);
bool empty(const Children& children);

}  // namespace telltale::cluster
