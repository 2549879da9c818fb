// SPDX-License-Identifier: Apache-2.0
#pragma once

// When the control plane of a Cluster first worked. Its Machines lean on the answer and are judged
// before the Cluster; so the table of ControlPlaneInitialized is asked twice and says the same.

#include "catalog/cluster/seen.h"
#include "catalog/engine/judge_context.h"

namespace telltale::cluster {

// The part of the sheet that ControlPlaneInitialized rests on; needs no other judgement. Returns
// the control plane object, or nothing.
const Object* see_start(const World& world, const Object& cluster, const Settings& settings,
                        Seen& seen);

// What ControlPlaneInitialized will be on this Cluster, and since when.
ControlPlaneStart control_plane_start(const World& world, const Object& cluster,
                                      const Settings& settings, Instant now);

// ControlPlaneInitialized as it stands, wherever this version keeps it; nothing: nowhere.
const Condition* stored_initialized(const Object& cluster);

}  // namespace telltale::cluster
