// SPDX-License-Identifier: Apache-2.0
#include "report/severity.h"

#include "catalog/groups.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/kinds.h"
#include "catalog/legacy/list.h"
#include "catalog/legacy/stored.h"

namespace telltale {

std::string_view severity_shown(const Object& object, const Condition& condition) {
  if (!is_a(object, hypershift_node_pool_kind)) return {};
  if (condition.type == hypershift_nodepool::progressing) {
    return hypershift_nodepool::severity_of(object, condition);
  }
  return legacy::to_text(legacy::severity_at(object, "status.conditions", condition.type));
}

}  // namespace telltale
