// SPDX-License-Identifier: Apache-2.0
#include "fleet/fleet.h"

#include <memory>
#include <string>

#include "base/check.h"
#include "base/text.h"
#include "fleet/identity.h"
#include "fleet/manifests.h"
#include "fleet/object_builder.h"
#include "fleet/owner_conditions.h"
#include "fleet/plan.h"

namespace telltale::fleet {

namespace {

constexpr std::size_t chunk_bytes = 256 * 1024;

std::unique_ptr<json::Writer> make_writer(const FleetOptions& options, std::string& buffer) {
  if (options.format == Format::Yaml) return std::make_unique<json::YamlWriter>(buffer);
  const auto layout =
      options.format == Format::Json ? options.layout : json::JsonWriter::Layout::Compact;
  return std::make_unique<json::JsonWriter>(buffer, layout);
}

// Where finished objects go: a buffer that is handed on when it is full, so that the fleet never
// stands in memory.
class Outlet {
 public:
  Outlet(const FleetOptions& options, const Sink& sink)
      : options_(options), sink_(sink), writer_(make_writer(options, buffer_)) {}

  json::Writer& writer() { return *writer_; }

  void begin() {
    if (options_.format != Format::Json) return;
    writer_->begin_map();
    writer_->field("apiVersion", "v1");
    writer_->key("items");
    writer_->begin_list();
  }

  void object_done() {
    if (buffer_.size() >= chunk_bytes) flush();
  }

  void end() {
    if (options_.format == Format::Json) {
      writer_->end_list();
      writer_->field("kind", "List");
      writer_->end_map();
    }
    if (options_.format == Format::Json || options_.format == Format::Ndjson) buffer_ += '\n';
    flush();
  }

 private:
  void flush() {
    sink_(buffer_);
    buffer_.clear();
  }

  const FleetOptions& options_;
  const Sink& sink_;
  std::string buffer_;
  std::unique_ptr<json::Writer> writer_;
};

class ClusterWriter {
 public:
  ClusterWriter(const FleetOptions& options, const Identity& identity, const ClusterPlan& plan,
                Outlet& outlet)
      : plan_(plan),
        outlet_(outlet),
        setting_{.options = options, .cluster = plan, .arena = arena_},
        builder_(outlet.writer(), identity, setting_),
        machine_setting_{.options = options, .cluster = plan, .arena = machine_arena_},
        machine_builder_(outlet.writer(), identity, machine_setting_) {}

  void write();

 private:
  void write_control_plane_side();
  void write_deployment(const DeploymentPlan& deployment);
  void write_set_side(const DeploymentPlan& deployment, const SetPlan& set,
                      const Gathered& machines);
  void write_machine_side(const MachineView& view);

  const ClusterPlan& plan_;
  Outlet& outlet_;
  Arena arena_;
  Setting setting_;
  ObjectBuilder builder_;
  // What is composed for one Machine is forgotten with it; a Cluster may have a million.
  Arena machine_arena_;
  Setting machine_setting_;
  ObjectBuilder machine_builder_;
  ClusterParts parts_;
};

void ClusterWriter::write() {
  write_docker_cluster(builder_);
  write_control_plane_side();
  for (const DeploymentPlan& deployment : plan_.deployments) write_deployment(deployment);
  const std::vector<Condition> conditions = cluster_conditions(setting_, parts_);
  write_cluster(builder_, parts_.control_plane.tally, parts_.workers.tally, conditions);
  if (!plan_.reachable()) write_remote_connection(builder_);
  outlet_.object_done();
}

void ClusterWriter::write_control_plane_side() {
  parts_.control_plane = gather(setting_, nullptr, nullptr, plan_.control_plane);
  parts_.control_plane_conditions = control_plane_conditions(setting_, parts_.control_plane);
  write_docker_machine_template(builder_, plan_.control_plane_template, plan_.version,
                                plan_.created);
  write_control_plane(builder_, parts_.control_plane.tally, parts_.control_plane_conditions);
  for (const MachinePlan& machine : plan_.control_plane) {
    write_machine_side({.machine = machine, .set = nullptr, .deployment = nullptr});
  }
}

void ClusterWriter::write_deployment(const DeploymentPlan& deployment) {
  Gathered all;
  write_kubeadm_config_template(builder_, deployment);
  for (const SetPlan& set : deployment.sets) {
    const Gathered machines = gather(setting_, &deployment, &set, set.machines);
    write_set_side(deployment, set, machines);
    all.add(machines);
  }
  parts_.deployment_conditions.push_back(deployment_conditions(setting_, deployment, all));
  write_machine_deployment(builder_, deployment, all, parts_.deployment_conditions.back());
  parts_.workers.add(all);
}

void ClusterWriter::write_set_side(const DeploymentPlan& deployment, const SetPlan& set,
                                   const Gathered& machines) {
  write_docker_machine_template(builder_, set.infra_template, set.version, set.created);
  write_machine_set(builder_, deployment, set, machines);
  for (const MachinePlan& machine : set.machines) {
    write_machine_side({.machine = machine, .set = &set, .deployment = &deployment});
  }
}

void ClusterWriter::write_machine_side(const MachineView& view) {
  write_machine(machine_builder_, view);
  write_docker_machine(machine_builder_, view);
  write_kubeadm_config(machine_builder_, view);
  // Nobody can fetch the Nodes of a workload cluster that does not answer.
  if (view.machine.has_node() && plan_.reachable()) write_node(machine_builder_, view);
  machine_arena_.clear();
  outlet_.object_done();
}

Result<void> in_range(std::string_view what, std::size_t value, std::size_t most) {
  if (value >= 1 && value <= most) return {};
  return fail(Error::Kind::Invalid,
              format("{} must be between 1 and {}, not {}", what, most, value));
}

}  // namespace

Result<void> validate(const FleetOptions& options) {
  if (auto held = in_range("the number of clusters", options.clusters, clusters_max); !held) {
    return held;
  }
  if (auto held = in_range("the number of machines", options.machines, machines_max); !held) {
    return held;
  }
  if (options.unhealthy_percent > 100) {
    return fail(Error::Kind::Invalid, format("the unhealthy percentage must be at most 100, not {}",
                                             options.unhealthy_percent));
  }
  return {};
}

void write_fleet(const FleetOptions& options, const Sink& sink) {
  check(validate(options).has_value(), "a fleet is written from valid options");
  const Identity identity(options.seed);
  Outlet outlet(options, sink);
  outlet.begin();
  for (std::size_t index = 0; index < options.clusters; ++index) {
    Arena arena;
    const ClusterPlan plan = plan_cluster(options, index, arena);
    ClusterWriter(options, identity, plan, outlet).write();
  }
  outlet.end();
}

}  // namespace telltale::fleet
