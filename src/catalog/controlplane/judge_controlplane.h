// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one KubeadmControlPlane from its freshly judged Machines.

#include "catalog/controlplane/seen.h"
#include "catalog/engine/condition_writer.h"
#include "catalog/judged.h"

namespace telltale::controlplane {

Judged judge(const Object& control_plane, const Sheet& sheet, ConditionWriter& writer);

}  // namespace telltale::controlplane
