// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one Karpenter NodePool: it follows Degraded, then Ready, which is Karpenter's own.

#include "catalog/judged.h"
#include "catalog/settings.h"

namespace telltale::karpenter_nodepool {

void decide_verdict(Judged& judged, const Settings& settings, Instant now);

}  // namespace telltale::karpenter_nodepool
