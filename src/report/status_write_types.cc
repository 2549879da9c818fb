// SPDX-License-Identifier: Apache-2.0
#include "report/status_write_types.h"

#include "catalog/cluster/tables.h"
#include "catalog/clusterdeployment/tables.h"
#include "catalog/controlplane/machine_tables.h"
#include "catalog/controlplane/tables.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/tables.h"
#include "catalog/hypershift_nodepool/tables.h"
#include "catalog/karpenter_nodepool/tables.h"
#include "catalog/machine/tables.h"
#include "catalog/machinedeployment/tables.h"
#include "catalog/machinepool/tables.h"
#include "catalog/machineset/tables.h"

namespace telltale {
namespace {

// All tables that speak about objects of this group; their kind says the rest. Two groups have a
// kind NodePool.
template <class Visit>
void visit_tables(std::string_view group, Visit visit) {
  if (group == hypershift_group) return hypershift_nodepool::for_each_table(visit);
  if (group == karpenter_group) return karpenter_nodepool::for_each_table(visit);
  if (group == hive_group) return clusterdeployment::for_each_table(visit);
  if (!group.ends_with(cluster_api_group)) return;
  machine::for_each_table(visit);
  controlplane::for_each_machine_table(visit);
  healthcheck::for_each_table(visit);
  machineset::for_each_table(visit);
  machinedeployment::for_each_table(visit);
  machinepool::for_each_table(visit);
  controlplane::for_each_table(visit);
  cluster::for_each_table(visit);
}

}  // namespace

bool computes(const Object& object, std::string_view type, const Dialect& dialect) {
  const std::string_view kind = object.key.kind;
  const std::string_view known = Dialect::canonical_type(kind, type);
  if (!dialect.writes(kind, known) || dialect.type(kind, known) != type) return false;
  bool found = false;
  visit_tables(object.key.group, [&](const auto& table) {
    found = found || (table.condition == known && table.kind == kind);
  });
  return found;
}

bool only_telltale_writes(const Object& object, std::string_view type) {
  if (is_a(object, hypershift_group, "NodePool")) return type == "Progressing";
  if (is_a(object, karpenter_group, "NodePool")) return type == "Degraded";
  return is_a(object, hive_group, "ClusterDeployment") && type == "DeprovisionError";
}

}  // namespace telltale
