// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Cluster from the connection to it, the objects it refers to, and the fresh judgements
// of everything that belongs to it.

#include "catalog/cluster/seen.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/judged.h"

namespace telltale::cluster {

Judged judge(const Object& cluster, const Sheet& sheet, ConditionWriter& writer);

}  // namespace telltale::cluster
