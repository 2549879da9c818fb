// SPDX-License-Identifier: Apache-2.0
#include "catalog/connection.h"

#include "convert/shapes.h"

namespace telltale {

Connection see_connection(const World& world, std::string_view namespace_name,
                          std::string_view cluster_name, Instant now) {
  Connection seen{.last_success = now};
  const Found found =
      world.find({"telltale.dev", "RemoteConnection", namespace_name, cluster_name, {}});
  if (found.object == nullptr) return seen;
  const json::Tree status = found.object->body["status"];
  seen.connected = status["connected"].as_bool(true);
  seen.consecutive_failures = status["consecutiveFailures"].as_int().value_or(0);
  seen.lookup_error = status["lookupError"].as_string("");
  const Instant probed = shapes::time(status["lastProbeSuccessTime"]);
  seen.probing_now = seen.connected && !is_set(probed);
  seen.last_success = seen.probing_now ? now : probed;
  return seen;
}

}  // namespace telltale
