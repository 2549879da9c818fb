// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy status of a KubeadmControlPlane: Ready, CertificatesAvailable, MachinesCreated,
// Available, MachinesSpecUpToDate, Resized, MachinesReady, ControlPlaneComponentsHealthy,
// EtcdClusterHealthy, and counters of Nodes.

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

LegacyStatus control_plane_status(const Kind&, const JudgeContext& context,
                                  const Judged& control_plane, Arena& arena);

}  // namespace telltale::legacy
