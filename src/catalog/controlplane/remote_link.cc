// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/remote_link.h"

#include "catalog/controlplane/initialized.h"
#include "catalog/controlplane/plane.h"

namespace telltale::controlplane {

void see_remote_link(const JudgeContext& context, const Object& control_plane, RemoteLink& link) {
  const Latch latch = initialized(context.world, control_plane, context.settings, context.now);
  const Home home = home_of(control_plane);
  link.initialized = latch.initialized;
  link.initialized_since = latch.since;
  link.connection =
      see_connection(context.world, home.cluster_namespace, home.cluster_name, context.now);
  link.grace = context.settings.remote_conditions_grace;
}

std::string grace_evidence(const RemoteLink& link, Instant now) {
  return telltale::grace_evidence(link.connection, link.grace_base(), link.grace, now);
}

}  // namespace telltale::controlplane
