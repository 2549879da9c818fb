// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {

constinit const Kind cluster_deployment_kind{
    .group = hive_group,
    .kind = "ClusterDeployment",
    .root_condition = "Provisioned",
};

}  // namespace telltale
