// SPDX-License-Identifier: Apache-2.0
#pragma once

// The verdict on a Cluster: its own trouble, or that of something below it.

#include "catalog/cluster/seen.h"

namespace telltale::cluster {

void decide_verdict(Judged& judged, const Sheet& sheet, const Settings& settings);

}  // namespace telltale::cluster
