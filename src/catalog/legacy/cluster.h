// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy status of a Cluster: Ready, InfrastructureReady, ControlPlaneReady,
// ControlPlaneInitialized, and its phase. TopologyReconciled stays as it is stored.

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

LegacyStatus cluster_status(const Kind&, const JudgeContext& context, const Judged& cluster,
                            Arena& arena);

}  // namespace telltale::legacy
