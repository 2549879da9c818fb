// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale generate fleet`: a fleet of any size from a seed, as manifests.

#include "fleet/fleet.h"

namespace telltale::cli {

struct GenerateOptions {
  fleet::FleetOptions fleet = {};
};

}  // namespace telltale::cli
