// SPDX-License-Identifier: Apache-2.0
#pragma once

// A pool and what stands behind it in the namespace of its control plane: the MachineDeployment or
// MachineSet that makes its Machines, all its MachineSets, and the Machines.

#include <string>
#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/hypershift_nodepool/operation.h"
#include "classify/platform.h"

namespace telltale::hypershift_nodepool {

// Reconciliation that somebody has suspended.
struct Pause {
  bool by_condition = false;  // ReconciliationActive is False
  bool for_good = false;      // spec.pausedUntil is true
  Instant until = no_time;    // spec.pausedUntil is a date

  bool holds(Instant now) const {
    return by_condition || for_good || (is_set(until) && now < until);
  }
};

struct Facts {
  const Object* pool = nullptr;
  std::string place = {};  // the namespace of the control plane
  Platform platform = Platform::Any;
  bool automated = true;
  bool in_place = false;         // upgraded in place: a MachineSet instead of a MachineDeployment
  bool waits_for_human = false;  // old machines go when somebody deletes them
  Pause pause = {};

  // The version that spec.release.image stands for, where that and not a condition tells that
  // another one is being rolled out.
  std::string_view target = {};
  Found workload = {};         // the MachineDeployment, or the MachineSet of an in-place pool
  bool desired_known = true;   // what is desired could be read
  bool anything_found = true;  // something was collected in the namespace of the control plane
  std::vector<const Object*> machines = {};  // by name, deleting ones included
  std::vector<const Object*> sets = {};      // by name, without those that are deleting
  Work work = {};

  Conditions conditions() const;
  // Nothing about this pool may be concluded: what its Machines do was not collected.
  bool lacks_data() const;
};

Facts gather(const JudgeContext& context, const Object& pool);

// Some list of the Machine says so.
bool has_node(const Object& machine);
bool is_ready(const Object& machine);
// When it became ready, or at the earliest did; no_time: it is not.
Instant ready_since(const Object& machine);

// A False condition of the pool that was written for an older spec.
bool is_stale(const Object& pool, const Condition& condition);

}  // namespace telltale::hypershift_nodepool
