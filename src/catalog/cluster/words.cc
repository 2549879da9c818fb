// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/words.h"

#include "base/text.h"
#include "catalog/cluster/reference_tables.h"

namespace telltale::cluster {
namespace {

std::string count_machines(const Tally& tally, std::string_view noun) {
  return format("{}, {} ready, {} available",
                counted(static_cast<std::size_t>(tally.current), noun), tally.ready,
                tally.available);
}

}  // namespace

void put_unhealthy(const Seen& seen, std::string& out) {
  const std::int64_t count = seen.all_machines.tally.unhealthy;
  if (count == 0) return;
  out += format("{} {} {} not healthy (not to be remediated)", count == 1 ? "Machine" : "Machines",
                seen.unhealthy_names, count == 1 ? "is" : "are");
}

void put_pauses(const Seen& seen, std::string& out) { rows::pauses.collect(seen, out, "", ", "); }

std::string plane_evidence(const Seen& seen) {
  const Referred& plane = seen.control_plane;
  const bool well = plane.sight == Sight::Present && plane.readable && plane.malformed.empty();
  if (!well) return reference::evidence(plane);
  const std::string object = format("{} {}", plane.kind, plane.name);
  if (plane.ready == nullptr) return object + " reports no Available condition";
  return format("{} Available = {} ({})", object, to_text(plane.ready->status),
                plane.ready->reason);
}

std::string machines_evidence(const Seen& seen) {
  if (!seen.machines_collected()) {
    return format("Machines of namespace {} were not collected", seen.namespace_name);
  }
  return format("{}; {}",
                count_machines(seen.control_plane_machines.tally, "control plane Machine"),
                count_machines(seen.worker_machines.tally, "worker Machine"));
}

std::string workers_evidence(const Seen& seen) {
  if (!seen.workers_collected) {
    return format("MachineDeployments of namespace {} were not collected", seen.namespace_name);
  }
  return format("{} reporting Available", counted(seen.available_told, "object"));
}

std::string children_evidence(const Seen& seen) {
  if (!seen.control_plane_collected()) return plane_evidence(seen);
  if (!seen.workers_collected) return workers_evidence(seen);
  if (!scale_collected(seen)) return machines_evidence(seen);
  return format("{} reporting ScalingUp, {} ScalingDown, {} RollingOut",
                counted(seen.scaling_up_told, "object"), seen.scaling_down_told,
                seen.rolling_out_told);
}

std::string descendants_evidence(const Seen& seen) {
  if (!seen.descendants.empty()) return std::string(seen.descendants);
  if (!seen.workers_collected) return workers_evidence(seen);
  return machines_evidence(seen);
}

std::string probe_evidence(const Seen& seen) { return connection_evidence(seen.connection); }

std::string grace_evidence(const Seen& seen) {
  return telltale::grace_evidence(seen.connection, seen.connection.last_success, seen.grace,
                                  seen.now);
}

std::string scale_evidence(const Seen& seen) {
  if (!scale_collected(seen)) return children_evidence(seen);
  return format("{} replicas, {} available, {} desired", seen.down.current, seen.up.current,
                seen.up.desired);
}

}  // namespace telltale::cluster
