// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every table of a Machine, in the order in which they are judged.

#include "catalog/machine/deletion_tables.h"
#include "catalog/machine/lifecycle_tables.h"
#include "catalog/machine/node_tables.h"
#include "catalog/machine/reference_tables.h"

namespace telltale::machine {

template <class Visit>
void for_each_table(Visit visit) {
  visit(paused_table);
  visit(bootstrap_config_ready_table);
  visit(infrastructure_ready_table);
  visit(node_ready_table);
  visit(node_healthy_table);
  visit(deleted_table);
  visit(updating_table);
  visit(up_to_date_table);
  visit(ready_table);
  visit(available_table);
}

}  // namespace telltale::machine
