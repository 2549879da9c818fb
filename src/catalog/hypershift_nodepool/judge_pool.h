// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one HyperShift NodePool: Progressing, its verdict, and what to remember.

#include "catalog/hypershift_nodepool/tables.h"
#include "catalog/scene.h"
#include "catalog/voice.h"

namespace telltale::hypershift_nodepool {

Judged judge(const Scene& scene, const Object& pool, Voice& voice);

// Visits each table with the snapshot that it decides from.
template <class Visit>
void for_each_decision(const Scene& scene, const Object& pool, Visit visit) {
  Arena texts;
  const Sheet sheet = observe(scene, pool, texts);
  visit(rows::progressing_table, sheet.seen);
}

}  // namespace telltale::hypershift_nodepool
