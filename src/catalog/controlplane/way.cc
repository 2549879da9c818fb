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

std::string connection_evidence(const Way& way) {
  const Connection& seen = way.connection;
  const std::string last = is_set(seen.last_success)
                               ? format("last success {}", format_rfc3339(seen.last_success))
                               : std::string("no probe has succeeded");
  return format("{}, {}, {} failures in a row", seen.connected ? "connected" : "not connected",
                last, seen.consecutive_failures);
}

std::string grace_evidence(const Way& way, Instant now) {
  if (!is_set(way.grace_base())) return "no probe has succeeded";
  const Instant ends = way.grace_base() + way.grace;
  return format("{} + {} {} now {}", format_rfc3339(way.grace_base()), format_duration(way.grace),
                ends < now ? "<" : ">=", format_rfc3339(now));
}

}  // namespace telltale::controlplane
