// SPDX-License-Identifier: Apache-2.0
#pragma once

// The legacy status of a Machine: Ready, BootstrapReady, InfrastructureReady, NodeHealthy, the
// steps of a deletion, and what health checks and control planes say about it.

#include "catalog/legacy/legacy_status.h"

namespace telltale::legacy {

LegacyStatus machine_status(const Kind&, const JudgeContext& context, const Judged& machine,
                            Arena& arena);

}  // namespace telltale::legacy
