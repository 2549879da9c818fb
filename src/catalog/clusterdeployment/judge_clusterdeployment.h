// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judges one Hive ClusterDeployment: the five new conditions and its verdict.

#include "catalog/clusterdeployment/tables.h"
#include "catalog/scene.h"
#include "catalog/voice.h"

namespace telltale::clusterdeployment {

Judged judge(const Scene& scene, const Object& deployment, Voice& voice);

// Visits each table with the snapshot that judging decides from.
template <class Visit>
void for_each_decision(const Scene& scene, const Object& deployment, Visit visit) {
  const Sheet sheet = observe(scene, deployment);
  for_each_table([&](const auto& table) { visit(table, sheet.seen); });
}

}  // namespace telltale::clusterdeployment
