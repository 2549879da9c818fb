// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Machines of one Cluster, added up by the part they play. Kept like Members: one Machine that
// comes, goes or changes costs no walk through the others. Not for threads.

#include "catalog/engine/judge_context.h"
#include "catalog/engine/members.h"

namespace telltale::cluster {

// Machines of a MachinePool say so by a label or their owner; nobody tells UpToDate for them.
bool is_pool_machine(const Object& machine);
// Whether one of the object's owners, controller or not, is the Cluster it belongs to.
bool is_owned_by_cluster(const Object& object);

struct ClusterMembers final : MemberCounts {
  ClusterMembers(const Settings& settings, Instant now)
      : control_plane(settings, now),
        workers(settings, now),
        all(settings, now),
        standalone(settings, now) {}

  void add(const Judged& machine) override;
  void remove(const Judged& machine) override;
  void advance(Instant now) override;

  Members control_plane;
  Members workers;
  Members all;
  Members standalone;  // workers that no set, deployment or pool stands above
};

// The freshly judged Machines that say they belong to the Cluster.
ClusterMembers gather(const JudgeContext& context, const Object& cluster);

}  // namespace telltale::cluster
