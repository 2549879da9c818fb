// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {

constinit const Kind machine_set_kind{
    .group = cluster_api_group,
    .kind = "MachineSet",
    .root_condition = "MachinesReady",
};

}  // namespace telltale
