// SPDX-License-Identifier: Apache-2.0
#include "catalog/kind.h"

#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {

constinit const Kind machine_kind{
    .group = cluster_api_group,
    .kind = "Machine",
    .root_condition = "Ready",
};

}  // namespace telltale
