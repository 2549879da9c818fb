// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes what a control plane says about one of its Machines.

#include "catalog/controlplane/machine_tables.h"
#include "catalog/engine/condition_writer.h"

namespace telltale::controlplane {

// Visits each table that applies to the Machine with the snapshot that it decides from. Nothing
// where no control plane judges the Machine; nothing about an etcd that others run.
template <class Visit>
void for_each_decision(const MachineSeen& seen, Visit visit) {
  if (!seen.judged) return;
  MachineSeen asked = seen;
  const auto about = [&](std::size_t component) -> const MachineSeen& {
    asked.component = component;
    return asked;
  };
  visit(node_set_table, about(0));
  visit(pod_table<0>, about(0));
  visit(pod_table<1>, about(1));
  visit(pod_table<2>, about(2));
  if (!seen.manages_etcd) return;
  visit(pod_table<3>, about(3));
  visit(etcd_member_table, about(3));
}

void judge_control_plane_machine(const MachineSeen& seen, ConditionWriter& writer);

}  // namespace telltale::controlplane
