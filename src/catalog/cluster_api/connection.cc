// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/connection.h"

#include "base/text.h"
#include "catalog/kinds.h"
#include "condition/set.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

constexpr std::string_view not_established_yet = "Remote connection not established yet";
constexpr std::string_view last_succeeded_at =
    "Remote connection probe failed, probe last succeeded at ";

// The time that a failed probe's own message tells, ours and upstream's.
Instant success_told_by(std::string_view message) {
  if (!message.starts_with(last_succeeded_at)) return no_time;
  return parse_rfc3339(message.substr(last_succeeded_at.size())).value_or(no_time);
}

Connection from_stored(const Condition& probe, Instant now) {
  Connection seen{.teller = ConnectionSource::StoredCondition,
                  .connected = probe.status == Status::True,
                  .stored = probe.status,
                  .stored_since = probe.last_transition};
  if (seen.connected) {
    seen.probing_now = true;
    seen.last_success = now;
    return seen;
  }
  if (probe.message == not_established_yet) return seen;
  seen.consecutive_failures = probe_failures_max;
  seen.last_success = success_told_by(probe.message);
  return seen;
}

}  // namespace

Connection see_connection(const World& world, std::string_view namespace_name,
                          std::string_view cluster_name, Instant now) {
  const Found found =
      world.find({"telltale.dev", "RemoteConnection", namespace_name, cluster_name, {}});
  if (found.object == nullptr) {
    const Found cluster =
        world.find({cluster_kind.group, cluster_kind.kind, namespace_name, cluster_name, {}});
    const Condition* probe =
        cluster.object == nullptr
            ? nullptr
            : find_condition(shapes::conditions(*cluster.object), "RemoteConnectionProbe");
    if (probe != nullptr) return from_stored(*probe, now);
    return {.teller = ConnectionSource::Nobody, .probing_now = true, .last_success = now};
  }
  const json::Tree status = found.object->body["status"];
  Connection seen{.connected = status["connected"].as_bool(true),
                  .consecutive_failures = status["consecutiveFailures"].as_int().value_or(0),
                  .lookup_error = status["lookupError"].as_string("")};
  const Instant probed = shapes::time(status["lastProbeSuccessTime"]);
  seen.probing_now = seen.connected && !is_set(probed);
  seen.last_success = seen.probing_now ? now : probed;
  return seen;
}

std::string connection_evidence(const Connection& connection) {
  switch (connection.teller) {
    case ConnectionSource::Nobody:
      return "not probed; taken as connected";
    case ConnectionSource::StoredCondition: {
      const std::string status = format("stored {}", to_text(connection.stored));
      if (!is_set(connection.stored_since)) return status;
      return format("{} since {}", status, format_rfc3339(connection.stored_since));
    }
    case ConnectionSource::Prober:
      break;
  }
  const std::string state = connection.connected ? "connected" : "not connected";
  // A prober that succeeds tells no time, so that nothing is news every ten seconds.
  if (connection.probing_now) return format("{}, probes succeed", state);
  const std::string last = is_set(connection.last_success)
                               ? format("last success {}", format_rfc3339(connection.last_success))
                               : std::string("no probe has succeeded");
  return format("{}, {}, {} failures in a row", state, last, connection.consecutive_failures);
}

std::string grace_evidence(const Connection& connection, Instant base, Seconds grace, Instant now) {
  if (connection.probing_now) return connection_evidence(connection);
  if (!is_set(base)) return "no probe has succeeded";
  return format("{} + {} {} now {}", format_rfc3339(base), format_duration(grace),
                base + grace < now ? "<" : ">=", format_rfc3339(now));
}

}  // namespace telltale
