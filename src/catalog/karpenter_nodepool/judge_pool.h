// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Karpenter NodePool: Degraded, how many launches failed, the verdict, and what to
// remember.

#include "base/arena.h"
#include "catalog/karpenter_nodepool/seen.h"
#include "catalog/karpenter_nodepool/tables.h"
#include "catalog/scene.h"
#include "catalog/voice.h"

namespace telltale::karpenter_nodepool {

Judged judge(const Scene& scene, const Object& pool, Voice& voice);

// Visits the table with the snapshot that judge() decides from.
template <class Visit>
void for_each_decision(const Scene& scene, const Object& pool, Visit visit) {
  Arena texts;
  const Sheet sheet = observe(scene, pool, texts);
  visit(rows::degraded_table, sheet.seen);
}

}  // namespace telltale::karpenter_nodepool
