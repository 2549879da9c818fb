// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {

constinit const Kind hypershift_node_pool_kind{
    .group = hypershift_group,
    .kind = "NodePool",
    .root_condition = "Progressing",
};

}  // namespace telltale
