// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write_types.h"

#include "catalog/explain/tables.h"
#include "catalog/groups.h"

namespace telltale {

bool computes(const Object& object, std::string_view type, const Dialect& dialect) {
  const std::string_view kind = object.key.kind;
  const std::string_view known = Dialect::canonical_type(kind, type);
  if (!dialect.writes(kind, known) || dialect.type(kind, known) != type) return false;
  return has_table(object.key.group, kind, known);
}

bool only_telltale_writes(const Object& object, std::string_view type) {
  if (is_a(object, hypershift_group, "NodePool")) return type == "Progressing";
  if (is_a(object, karpenter_group, "NodePool")) return type == "Degraded";
  return is_a(object, hive_group, "ClusterDeployment") && type == "DeprovisionError";
}

}  // namespace telltale
