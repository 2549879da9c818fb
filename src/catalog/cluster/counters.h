// SPDX-License-Identifier: Apache-2.0
#pragma once

// The replica counters of a Cluster: its control plane and its workers, never mixed. What nobody
// reports is absent, and what somebody stopped reporting is absent again.

#include "catalog/cluster/children.h"
#include "catalog/cluster/members.h"
#include "catalog/judged.h"

namespace telltale::cluster {

struct Seen;

// What a paused or partly dumped Cluster still says, in either version's shape.
ClusterCounters stored_cluster_counters(const Object& cluster);

// Freshly added up; the half whose objects were not collected stays as stored.
ClusterCounters count(const Object& cluster, const Seen& seen, const Children& children,
                      const ClusterMembers& machines);

// Fills in what the scaling conditions compare: what is being deleted wants no replicas at all.
void see_scale(const ClusterCounters& counters, const Children& children, Seen& seen);

}  // namespace telltale::cluster
