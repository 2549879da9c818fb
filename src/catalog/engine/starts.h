// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stage zero of every pass: when the control plane of each Cluster first worked, which its Machines
// lean on before the Cluster itself is judged.

#include "catalog/engine/judge_context.h"

namespace telltale {

ControlPlaneStarts control_plane_starts(const World& world, const Settings& settings, Instant now);

}  // namespace telltale
