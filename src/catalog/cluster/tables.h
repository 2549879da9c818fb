// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a Cluster. TopologyReconciled has none: it is the topology controller's word.

#include "catalog/cluster/member_tables.h"
#include "catalog/cluster/reference_tables.h"

namespace telltale::cluster {

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::paused_table);
  visit(rows::probe_table);
  visit(rows::infrastructure_table);
  visit(rows::plane_available_table);
  visit(rows::initialized_table);
  visit(rows::workers_available_table);
  visit(rows::plane_machines_ready_table);
  visit(rows::worker_machines_ready_table);
  visit(rows::plane_machines_up_to_date_table);
  visit(rows::worker_machines_up_to_date_table);
  visit(rows::up_to_date_table);
  visit(rows::scaling_up_table);
  visit(rows::scaling_down_table);
  visit(rows::rolling_out_table);
  visit(rows::remediating_table);
  visit(rows::deleted_table);
  visit(rows::available_table);
}

}  // namespace telltale::cluster
