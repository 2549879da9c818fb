// SPDX-License-Identifier: Apache-2.0
#pragma once

// Available on Cluster: a summary of what stands on the Cluster itself, availability gates
// included.

#include <vector>

#include "catalog/cluster/seen.h"
#include "catalog/engine/condition_writer.h"
#include "condition/summary.h"

namespace telltale::cluster {

// Whose spec lists the gates: the Cluster's own, or its ClusterClass where the Cluster has no list.
const Object* gate_holder(const World& world, const Object& cluster);

// The conditions that Available rests on, in the order of its message, in the dialect's names.
// A connection that nobody ever probed is taken as good.
inline constexpr std::string_view may_be_missing[] = {"RemoteConnectionProbe"};
std::vector<SummaryType> available_types(const Sheet& sheet, const Dialect& dialect);

Condition judge_available(ConditionWriter& writer, const Object& cluster, const Sheet& sheet);

}  // namespace telltale::cluster
