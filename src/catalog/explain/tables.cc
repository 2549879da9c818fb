// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/tables.h"

#include <utility>

#include "catalog/cluster/tables.h"
#include "catalog/cluster/verdict.h"
#include "catalog/clusterdeployment/tables.h"
#include "catalog/clusterdeployment/verdict_table.h"
#include "catalog/controlplane/machine_tables.h"
#include "catalog/controlplane/tables.h"
#include "catalog/controlplane/verdict.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/tables.h"
#include "catalog/hypershift_nodepool/tables.h"
#include "catalog/hypershift_nodepool/verdict_table.h"
#include "catalog/karpenter_nodepool/tables.h"
#include "catalog/karpenter_nodepool/verdict_table.h"
#include "catalog/machine/tables.h"
#include "catalog/machine/verdict_table.h"
#include "catalog/machinedeployment/tables.h"
#include "catalog/machinedeployment/verdict.h"
#include "catalog/machinepool/tables.h"
#include "catalog/machinepool/verdict.h"
#include "catalog/machineset/tables.h"
#include "catalog/machineset/verdict.h"

namespace telltale {

namespace {

// Visits every table with the group that its kind belongs to, in the order of the printed list.
template <class Visit>
void for_each_table_of_all(Visit visit) {
  const auto of = [&](std::string_view group) {
    return [&visit, group](const auto& table) { visit(group, table); };
  };
  cluster::for_each_table(of(cluster_api_group));
  clusterdeployment::for_each_table(of(hive_group));
  controlplane::for_each_table(of(cluster_api_group));
  machine::for_each_table(of(cluster_api_group));
  controlplane::for_each_machine_table(of(cluster_api_group));
  healthcheck::for_each_table(of(cluster_api_group));
  machinedeployment::for_each_table(of(cluster_api_group));
  machinepool::for_each_table(of(cluster_api_group));
  machineset::for_each_table(of(cluster_api_group));
  hypershift_nodepool::for_each_table(of(hypershift_group));
  karpenter_nodepool::for_each_table(of(karpenter_group));
}

// The tables of verdicts, in the order of the kinds.
std::vector<TablePage> verdict_pages() {
  return {page_of(cluster::verdict_table),
          page_of(clusterdeployment::verdict_rows::verdict_table),
          page_of(controlplane::verdict_table),
          page_of(machine::verdict_rows::verdict_table),
          page_of(machinedeployment::verdict_table),
          page_of(machinepool::verdict_table),
          page_of(machineset::verdict_table),
          page_of(hypershift_nodepool::verdict_rows::verdict_table),
          page_of(karpenter_nodepool::verdict_rows::verdict_table)};
}

}  // namespace

std::vector<TablePage> all_tables() {
  std::vector<TablePage> pages;
  for_each_table_of_all(
      [&](std::string_view, const auto& table) { pages.push_back(page_of(table)); });
  for (TablePage& page : verdict_pages()) pages.push_back(std::move(page));
  return pages;
}

bool has_table(std::string_view group, std::string_view kind, std::string_view condition) {
  // controlplane.cluster.x-k8s.io and the like are Cluster API's as well.
  const std::string_view family = group.ends_with(cluster_api_group) ? cluster_api_group : group;
  bool found = false;
  for_each_table_of_all([&](std::string_view of_group, const auto& table) {
    found = found || (table.condition == condition && table.kind == kind && of_group == family);
  });
  return found;
}

}  // namespace telltale
