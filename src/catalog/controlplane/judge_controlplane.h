// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one KubeadmControlPlane from its freshly judged Machines.

#include "catalog/controlplane/seen.h"
#include "catalog/judged.h"
#include "catalog/voice.h"

namespace telltale::controlplane {

Judged judge(const Object& control_plane, const Sheet& sheet, Voice& voice);

}  // namespace telltale::controlplane
