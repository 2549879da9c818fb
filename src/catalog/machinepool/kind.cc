// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {

constinit const Kind machine_pool_kind{
    .group = cluster_api_group,
    .kind = "MachinePool",
    .root_condition = "Available",
};

}  // namespace telltale
