// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one KubeadmControlPlane: its own trouble, or that of a Machine it cannot do
// without.

#include "catalog/controlplane/seen.h"
#include "catalog/judged.h"

namespace telltale::controlplane {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings);

}  // namespace telltale::controlplane
