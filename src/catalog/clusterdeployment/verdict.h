// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on one ClusterDeployment, from its five conditions.

#include "catalog/clusterdeployment/seen.h"
#include "catalog/judged.h"
#include "catalog/settings.h"

namespace telltale::clusterdeployment {

void decide_verdict(Judged& judged, const Seen& seen, const Settings& settings);

}  // namespace telltale::clusterdeployment
