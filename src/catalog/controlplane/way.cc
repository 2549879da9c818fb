// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/way.h"

#include "catalog/controlplane/initialized.h"
#include "catalog/controlplane/plane.h"

namespace telltale::controlplane {

void see_way(const Scene& scene, const Object& control_plane, Way& way) {
  const Latch latch = initialized(scene.world, control_plane, scene.settings, scene.now);
  const Home home = home_of(control_plane);
  way.initialized = latch.initialized;
  way.initialized_since = latch.since;
  way.connection =
      see_connection(scene.world, home.cluster_namespace, home.cluster_name, scene.now);
  way.grace = scene.settings.remote_conditions_grace;
}

std::string grace_evidence(const Way& way, Instant now) {
  return telltale::grace_evidence(way.connection, way.grace_base(), way.grace, now);
}

}  // namespace telltale::controlplane
