// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/starts.h"

#include "catalog/cluster/start.h"

namespace telltale {

ControlPlaneStarts control_plane_starts(const World& world, const Settings& settings, Instant now) {
  ControlPlaneStarts starts;
  for (const Object& object : world.objects()) {
    if (object.key.kind != "Cluster" || object.key.group != "cluster.x-k8s.io") continue;
    if (!object.key.home.is_management()) continue;
    starts[&object] = cluster::control_plane_start(world, object, settings, now);
  }
  return starts;
}

}  // namespace telltale
