// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of a Machine's legacy conditions, each from what was seen or judged: its Node, its
// health checks, the components of a control plane on it, and the steps of its deletion. What
// cannot be known stays as the list has it.

#include "catalog/judged.h"
#include "catalog/legacy/list.h"
#include "catalog/machine/seen.h"
#include "convert/dialect.h"

namespace telltale::legacy {

// NodeHealthy.
void set_node(const machine::Seen& seen, LegacyList& list);
// HealthCheckSucceeded and OwnerRemediated.
void set_health_check(const Judged& machine, LegacyList& list);
// APIServerPodHealthy and its like, EtcdMemberHealthy.
void set_components(const Judged& machine, const controlplane::MachineSeen& seen, LegacyList& list);
// PreDrainDeleteHookSucceeded, DrainingSucceeded, VolumeDetachSucceeded,
// PreTerminateDeleteHookSucceeded.
void set_deletion(const Judged& machine, const machine::Seen& seen, const Dialect& dialect,
                  LegacyList& list);

}  // namespace telltale::legacy
