// SPDX-License-Identifier: Apache-2.0
#pragma once

// What MachineHealthChecks write on one Machine while it is judged: HealthCheckSucceeded, after the
// tables it may watch and before Ready, which looks at it.

#include "catalog/scene.h"
#include "catalog/voice.h"

namespace telltale::healthcheck {

void judge_health(const Scene& scene, const Object& machine, Voice& voice);

}  // namespace telltale::healthcheck
