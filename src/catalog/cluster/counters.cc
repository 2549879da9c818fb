// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/counters.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "catalog/cluster/seen.h"
#include "convert/control_plane.h"
#include "convert/shapes.h"

namespace telltale::cluster {
namespace {

std::int32_t narrow(std::int64_t number) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(number, 0, INT32_MAX));
}

void add(Count& sum, Count more) {
  if (more) sum = narrow(std::int64_t{sum.value_or(0)} + *more);
}

void add(Counters& sum, const Counters& more) {
  add(sum.desired, more.desired);
  add(sum.replicas, more.replicas);
  add(sum.ready, more.ready);
  add(sum.available, more.available);
  add(sum.up_to_date, more.up_to_date);
}

Counters with_unavailable(Counters counters) {
  counters.unavailable = {};
  if (counters.desired && counters.available) {
    counters.unavailable = std::max(0, *counters.desired - *counters.available);
  }
  return counters;
}

Counters read_half(json::Tree half) {
  return {.replicas = shapes::small_number(half["replicas"]),
          .ready = shapes::small_number(half["readyReplicas"]),
          .available = shapes::small_number(half["availableReplicas"]),
          .up_to_date = shapes::small_number(half["upToDateReplicas"]),
          .desired = shapes::small_number(half["desiredReplicas"]),
          .unavailable = shapes::small_number(half["unavailableReplicas"])};
}

Count wanted_by(const Object& object) {
  return shapes::small_number(object.body["spec"]["replicas"]);
}

Counters counters_of(const Judged& child) {
  Counters counters = child.counters;
  counters.desired = wanted_by(*child.object);
  return counters;
}

// Machines that nobody scales: each one that exists is wanted.
Counters counters_of(const Tally& machines) {
  if (machines.current == 0) return {};
  return {.replicas = narrow(machines.current),
          .ready = narrow(machines.ready),
          .available = narrow(machines.available),
          .up_to_date = narrow(machines.up_to_date),
          .desired = narrow(machines.current)};
}

Counters count_control_plane(const Seen& seen, const Child& control_plane, const Tally& machines) {
  if (seen.stands_alone()) return counters_of(machines);
  if (control_plane.object == nullptr) return {};
  if (control_plane.judged != nullptr) return counters_of(*control_plane.judged);
  const shapes::ControlPlaneFacts facts = shapes::control_plane(*control_plane.object);
  return {.replicas = facts.replicas,
          .ready = facts.ready,
          .available = facts.available,
          .up_to_date = facts.up_to_date,
          .desired = facts.desired};
}

Counters count_workers(const Children& children, const Tally& standalone) {
  Counters sum;
  for (const auto* group : {&children.pools, &children.deployments, &children.sets}) {
    for (const Child& child : *group) add(sum, counters_of(*child.judged));
  }
  add(sum, counters_of(standalone));
  return sum;
}

// What those who are being deleted counted as wanted, and no longer is.
std::int64_t given_up(const Children& children) {
  std::int64_t sum = 0;
  const auto give_up = [&](const Child& child) {
    if (child.object != nullptr && child.object->deleting()) {
      sum += wanted_by(*child.object).value_or(0);
    }
  };
  give_up(children.control_plane);
  for (const auto* group : {&children.pools, &children.deployments, &children.sets}) {
    std::ranges::for_each(*group, give_up);
  }
  return sum;
}

using Half = std::pair<Count, Count>;  // wanted and there

Scale compare(std::initializer_list<Half> halves, std::int64_t given_up) {
  Scale scale;
  for (const auto& [desired, current] : halves) {
    if (!desired) continue;
    if (!current) return {};
    scale.counted = true;
    scale.desired += *desired;
    scale.current += *current;
  }
  scale.desired = std::max<std::int64_t>(0, scale.desired - given_up);
  return scale;
}

}  // namespace

ClusterCounters stored_cluster_counters(const Object& cluster) {
  const json::Tree status = cluster.body["status"];
  const auto half = [&](std::string_view name) {
    const json::Tree preview = status["v1beta2"][name];
    return read_half(preview ? preview : status[name]);
  };
  return {.control_plane = half("controlPlane"), .workers = half("workers")};
}

ClusterCounters count(const Object& cluster, const Seen& seen, const Children& children,
                      const ClusterMembers& machines) {
  ClusterCounters counters = stored_cluster_counters(cluster);
  const bool machines_missing = seen.stands_alone() && !seen.plane_machines_collected;
  if (seen.control_plane_collected() && !machines_missing) {
    const Tally& tally = machines.control_plane.tally();
    counters.control_plane =
        with_unavailable(count_control_plane(seen, children.control_plane, tally));
  }
  if (seen.workers_collected) {
    counters.workers = with_unavailable(count_workers(children, machines.standalone.tally()));
  }
  return counters;
}

void see_scale(const ClusterCounters& counters, const Children& children, Seen& seen) {
  const Counters& plane = counters.control_plane;
  const Counters& workers = counters.workers;
  const std::int64_t less = given_up(children);
  seen.up = compare({{plane.desired, plane.available}, {workers.desired, workers.available}}, less);
  seen.down = compare({{plane.desired, plane.replicas}, {workers.desired, workers.replicas}}, less);
  if (!seen.deleting) return;
  seen.up.desired = 0;
  seen.down.desired = 0;
}

}  // namespace telltale::cluster
