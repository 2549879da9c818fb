// SPDX-License-Identifier: Apache-2.0
#include "catalog/tables.h"

#include "catalog/cluster/tables.h"
#include "catalog/clusterdeployment/tables.h"
#include "catalog/controlplane/machine_tables.h"
#include "catalog/controlplane/tables.h"
#include "catalog/healthcheck/tables.h"
#include "catalog/hypershift_nodepool/tables.h"
#include "catalog/karpenter_nodepool/tables.h"
#include "catalog/machine/tables.h"
#include "catalog/machinedeployment/tables.h"
#include "catalog/machinepool/tables.h"
#include "catalog/machineset/tables.h"

namespace telltale {

std::vector<TablePage> all_tables() {
  std::vector<TablePage> pages;
  const auto add = [&](const auto& table) { pages.push_back(page_of(table)); };
  cluster::for_each_table(add);
  clusterdeployment::for_each_table(add);
  controlplane::for_each_table(add);
  machine::for_each_table(add);
  controlplane::for_each_machine_table(add);
  healthcheck::for_each_table(add);
  machinedeployment::for_each_table(add);
  machinepool::for_each_table(add);
  machineset::for_each_table(add);
  hypershift_nodepool::for_each_table(add);
  karpenter_nodepool::for_each_table(add);
  return pages;
}

}  // namespace telltale
