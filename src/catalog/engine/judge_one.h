// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one object: look, decide, conclude. What a pass over a whole world and a standing one that
// changes have in common.

#include <span>
#include <string_view>

#include "catalog/cluster/members.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/engine/judge_context.h"
#include "catalog/engine/members.h"
#include "catalog/healthcheck/totals.h"

namespace telltale {

// Without a verdict where a MachineHealthCheck may have a say in it: that needs all Machines.
Judged judge_machine(const JudgeContext& context, const Object& machine, ConditionWriter& writer);
// The second look at those, once all Machines were counted.
void conclude_machine(const JudgeContext& context, const healthcheck::Totals& totals,
                      Judged& machine, ConditionWriter& writer);

Judged judge_set(const JudgeContext& context, const Object& set, const Members& machines,
                 ConditionWriter& writer);
Judged judge_deployment(const JudgeContext& context, const Object& deployment,
                        const Members& machines, ConditionWriter& writer);
Judged judge_pool(const JudgeContext& context, const Object& pool, const Members& machines,
                  ConditionWriter& writer);
Judged judge_control_plane(const JudgeContext& context, const Object& control_plane,
                           const Members& machines, ConditionWriter& writer);
Judged judge_cluster(const JudgeContext& context, const Object& cluster,
                     const cluster::ClusterMembers& machines, ConditionWriter& writer);

// HyperShift's or Karpenter's: the group tells.
Judged judge_node_pool(const JudgeContext& context, const Object& pool, ConditionWriter& writer);

// The owners between Machines and Clusters, level by level: those of a later level lean on those of
// an earlier one.
struct OwnerKind {
  std::string_view kind;
  Members (*gather)(const JudgeContext& context, const Object& owner);
  Judged (*judge)(const JudgeContext& context, const Object& owner, const Members& machines,
                  ConditionWriter& writer);
};
std::span<const OwnerKind> owner_kinds();

}  // namespace telltale
