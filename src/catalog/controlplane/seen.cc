// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/seen.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"
#include "catalog/cluster_api/creation.h"
#include "catalog/cluster_api/pause.h"
#include "catalog/controlplane/health.h"
#include "catalog/controlplane/machine_tables.h"
#include "catalog/controlplane/plane.h"
#include "catalog/controlplane/pods.h"
#include "catalog/controlplane/preflight.h"
#include "catalog/controlplane/reported_members.h"
#include "catalog/engine/merge_machines.h"
#include "catalog/engine/stored_counters.h"
#include "catalog/names.h"
#include "convert/shapes.h"

namespace telltale::controlplane {
namespace {

constexpr std::size_t texts_max = 12;
constexpr std::size_t names_left_max = 5;

constexpr std::array<std::string_view, 4> component_types = {
    components[0].condition, components[1].condition, components[2].condition,
    components[3].condition};
constexpr std::array<std::string_view, 5> all_types = {component_types[0], component_types[1],
                                                       component_types[2], "EtcdMemberHealthy",
                                                       component_types[3]};

std::string_view keep(Sheet& sheet, std::string text) {
  return sheet.texts.emplace_back(std::move(text));
}

void see_cluster(const JudgeContext& context, const Object& plane, Seen& seen) {
  const Found found = cluster_of(context.world, plane);
  seen.cluster = found.sight;
  seen.cluster_name = home_of(plane).cluster_name;
  if (found.object == nullptr) return;
  const json::Tree spec = found.object->body["spec"];
  seen.paused_by_cluster = pauses_by_spec(*found.object);
  seen.paused_by_cluster_annotation = pauses_by_annotation(*found.object, context.settings.dialect);
  seen.infra_provisioned = shapes::infrastructure_provisioned(*found.object);
  const json::Tree endpoint = spec["controlPlaneEndpoint"];
  seen.endpoint_set =
      !endpoint["host"].as_string("").empty() && endpoint["port"].as_int().value_or(0) != 0;
}

// The Secrets that kubeadm joins new Machines with, by what they are for.
void see_certificates(const World& world, const Object& plane, Sheet& sheet) {
  Seen& seen = sheet.seen;
  std::vector<std::string_view> missing;
  for (const std::string_view purpose : {"ca", "sa", "proxy", "etcd"}) {
    if (purpose == "etcd" && !seen.manages_etcd) continue;
    const std::string name = format("{}-{}", seen.cluster_name, purpose);
    const Found found = world.find({"", "Secret", plane.key.namespace_name, name, {}});
    if (found.sight == Sight::NotCollected) seen.secrets_collected = false;
    if (found.sight == Sight::Absent) missing.push_back(purpose);
  }
  seen.certificates_missing = static_cast<std::int64_t>(missing.size());
  seen.certificates_missing_names = keep(sheet, join(missing, ", "));
  seen.certificates = missing.empty() ? Status::True : Status::False;
  // Before the first Machine works, missing ones are simply made.
  if (!seen.initialized) seen.certificates = Status::True;
  if (!seen.initialized || seen.secrets_collected) return;
  const Condition* stored = find_condition(shapes::conditions(plane), "CertificatesAvailable");
  seen.certificates = stored != nullptr ? stored->status : Status::Unknown;
}

HealthSeen see_health(Health health, bool reported, Sheet& sheet) {
  return {.reported = reported,
          .bad = health.bad,
          .unknown = health.unknown,
          .good = health.good,
          .not_collected = health.not_collected,
          .story = keep(sheet, std::move(health.story))};
}

// Nodes of the control plane that none of its Machines stands behind. While a Machine still waits
// for its Node, a new Node may be that one.
std::vector<std::string> nodes_without_machine(const World& world, const Object& plane,
                                               Machines machines) {
  std::set<std::string_view> known;
  for (const OwnMachine& machine : machines) {
    // One that is on its way out is not waited for.
    if (machine.tie.node_name.empty() && machine.object().deleting()) continue;
    if (machine.tie.node_name.empty()) return {};
    known.insert(machine.tie.node_name);
  }
  std::vector<std::string> errors;
  const Found cluster = cluster_of(world, plane);
  if (cluster.object == nullptr) return errors;
  for (const std::uint32_t index : of_kind(world, world.workload_of(*cluster.object), "Node")) {
    const Object& node = world.objects()[index];
    if (node.label(control_plane_role) == nullptr) continue;
    if (known.contains(node.key.name)) continue;
    errors.push_back(
        format("Control plane Node {} does not have a corresponding Machine", node.key.name));
  }
  return errors;
}

// As etcd itself lists them, or else one for each Machine with a Node. A cluster that cannot be
// reached tells nothing about its members, and neither does a list that could not be had.
void see_members(const World& world, Machines machines, const Object& plane, Sheet& sheet) {
  Seen& seen = sheet.seen;
  const ReportedMembers told = see_told_members(world, home_of(plane));
  const bool reported = find_condition(shapes::conditions(plane), "EtcdClusterHealthy") != nullptr;
  // Until the grace is over, what was last known of the members stands.
  const bool reached = seen.out_of_reach()
                           ? reported
                           : seen.connection.connected && !seen.out_of_grace(seen.now) &&
                                 seen.connection.lookup_error.empty();
  const std::vector<EtcdMember> members = told.asked ? told.members : members_by_machines(machines);
  const bool listed = reached && (told.known() || !told.asked);
  seen.members = see_health(
      add_up(machines, std::span(all_types).subspan(3, 1),
             listed ? members_without_machine(members, machines) : std::vector<std::string>()),
      reported, sheet);
  seen.etcd = count_members(members, machines, seen.now);
  if (!listed) seen.etcd.known = false;
  if (!listed || !told.asked) return;
  const Match match = match_members(members, machines, world, seen.now);
  seen.members_match = match.holds;
  seen.members_match_until = match.until;
}

void see_health_of(const JudgeContext& context, Machines machines, const Object& plane,
                   Sheet& sheet) {
  Seen& seen = sheet.seen;
  const World& world = context.world;
  const Conditions stored = shapes::conditions(plane);
  const auto reported = [&](std::string_view type) {
    return find_condition(stored, type) != nullptr;
  };
  const std::size_t counted = seen.manages_etcd ? components.size() : kubernetes_components;
  const bool tells_of_node = has_type(context.settings.dialect, "Machine", node_set_type);
  seen.components = see_health(add_up_with_node(machines, std::span(component_types).first(counted),
                                                tells_of_node ? node_set_type : std::string_view(),
                                                nodes_without_machine(world, plane, machines)),
                               reported("ControlPlaneComponentsHealthy"), sheet);
  seen.available_reported = reported("Available");
  seen.machines_well = count_well(
      machines, std::span(all_types).first(seen.manages_etcd ? all_types.size() : counted),
      seen.now);
  if (seen.manages_etcd) see_members(world, machines, plane, sheet);
}

void see_obstacles(const JudgeContext& context, const Object& plane, Machines machines,
                   Sheet& sheet) {
  Seen& seen = sheet.seen;
  const Preflight preflight{
      .cluster = cluster_of(context.world, plane).object,
      .version = plane.body["spec"]["version"].as_string(""),
      .certificates_in_doubt = seen.certificates == Status::False ||
                               (seen.certificates == Status::Unknown && seen.secrets_collected),
      .manages_etcd = seen.manages_etcd,
      .looks = !plane.deleting() && seen.infra_provisioned && seen.endpoint_set &&
               (!seen.initialized || (seen.connection.connected && !seen.out_of_grace(seen.now)))};
  const std::int64_t current = seen.tally.current;
  if (current < seen.desired()) {
    seen.blocked_up = keep(sheet, preflight_lines(preflight, machines, Scaling::Up));
    seen.creation_errors = keep(sheet, creation_errors(context.world, plane, "Machine"));
    seen.creation_failed = !seen.creation_errors.empty();
  }
  if (current > seen.desired()) {
    seen.blocked_down = keep(sheet, preflight_lines(preflight, machines, Scaling::Down));
  }
}

// Names of the Cluster's objects of one kind, its control plane Machines left out.
std::string names_left(const World& world, const Object& cluster, std::string_view kind) {
  std::vector<std::string_view> names;
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), kind)) {
    const Object& object = world.objects()[index];
    if (!is_control_plane_machine(object)) names.push_back(object.key.name);
  }
  if (names.empty()) return {};
  return format("* {}: {}", plural(kind), list_names(names, names_left_max));
}

// Only a deletion asks for it: this walks through all Machines of the Cluster.
void see_workers(const World& world, const Object& plane, Sheet& sheet) {
  const Found cluster = cluster_of(world, plane);
  if (!plane.deleting() || sheet.seen.tally.current == 0 || cluster.object == nullptr) return;
  std::vector<std::string> lines;
  for (const std::string_view kind : {"MachinePool", "Machine"}) {
    std::string line = names_left(world, *cluster.object, kind);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  sheet.seen.workers_left = keep(sheet, join(lines, "\n"));
}

void see_counts(const World& world, const Object& plane, const Members& machines, Sheet& sheet) {
  Seen& seen = sheet.seen;
  const Tally& tally = seen.tally;
  sheet.counters = stored_counters(plane);
  // One that says it has Machines, in a dump without any, was dumped without them.
  const Key place{"cluster.x-k8s.io", "Machine", plane.key.namespace_name, {}, {}};
  seen.machines_collected =
      !machines.empty() || world.collected(place) || sheet.counters.replicas.value_or(0) == 0;
  if (!seen.machines_collected) {
    seen.counts_missing = keep(
        sheet, format("Machines of namespace {} were not collected", plane.key.namespace_name));
    return;
  }
  sheet.counters = {.replicas = static_cast<std::int32_t>(tally.current),
                    .ready = static_cast<std::int32_t>(tally.ready),
                    .available = static_cast<std::int32_t>(tally.available),
                    .up_to_date = static_cast<std::int32_t>(tally.up_to_date)};
  seen.current = tally.current;
  seen.available = tally.available;
}

}  // namespace

Members gather(const JudgeContext& context, const Object& control_plane) {
  Members machines(context.settings, context.now);
  const World& world = context.world;
  for (const std::uint32_t index : of_kind(world, world.owned_by(control_plane), "Machine")) {
    if (const Judged* machine = context.judged(index); machine != nullptr) machines.add(*machine);
  }
  return machines;
}

Sheet observe(const JudgeContext& context, const Object& control_plane, const Members& machines) {
  Sheet sheet;
  sheet.machines = &machines;
  sheet.texts.reserve(texts_max);  // So that the views stay valid when the next text is added.
  Seen& seen = sheet.seen;
  const World& world = context.world;
  workers::see(context, control_plane, machines, seen);
  seen.remediator = "KubeadmControlPlane";
  see_cluster(context, control_plane, seen);
  see_remote_link(context, control_plane, seen);
  seen.manages_etcd = manages_etcd(control_plane);
  see_certificates(world, control_plane, sheet);
  see_counts(world, control_plane, machines, sheet);
  const shapes::Ref wanted = machine_template(control_plane);
  if (wanted) {
    const Key key{wanted.group, wanted.kind, control_plane.key.namespace_name, wanted.name, {}};
    seen.infrastructure_source = {world.find(key).sight, wanted.kind};
  }
  std::vector<OwnMachine> own;
  for (const std::uint32_t index : of_kind(world, world.owned_by(control_plane), "Machine")) {
    if (const Judged* machine = context.judged(index); machine != nullptr) {
      own.push_back({machine, tie_of(world, *machine->object)});
    }
  }
  see_health_of(context, own, control_plane, sheet);
  see_obstacles(context, control_plane, own, sheet);
  see_workers(world, control_plane, sheet);
  seen.slow_deletions = keep(sheet, machines.slow_deletions());
  seen.unhealthy_names = keep(sheet, machines.unhealthy_names());
  if (seen.tally.not_up_to_date > 0) seen.rollout = keep(sheet, describe_rollout(machines));
  return sheet;
}

}  // namespace telltale::controlplane
