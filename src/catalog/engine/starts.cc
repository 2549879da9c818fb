// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/starts.h"

#include "catalog/cluster/start.h"
#include "catalog/kinds.h"

namespace telltale {

ControlPlaneStarts control_plane_starts(const World& world, const Settings& settings, Instant now) {
  ControlPlaneStarts starts;
  for (const Object& object : world.objects()) {
    if (!is_of(cluster_kind, object)) continue;
    starts[&object] = cluster::control_plane_start(world, object, settings, now);
  }
  return starts;
}

}  // namespace telltale
