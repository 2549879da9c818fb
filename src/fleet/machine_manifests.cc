// SPDX-License-Identifier: Apache-2.0
#include "fleet/manifests.h"

// A Machine and what belongs to it in the management cluster: DockerMachine and KubeadmConfig.

#include <chrono>

#include "base/text.h"

namespace telltale::fleet {

namespace {

constexpr std::string_view machine_spec_fields =
    "f:metadata{f:finalizers{.,v:\"machine.cluster.x-k8s.io\"},f:labels{f:cluster.x-k8s.io/"
    "cluster-name,f:cluster.x-k8s.io/deployment-name,f:cluster.x-k8s.io/set-name,f:machine-template"
    "-hash},f:ownerReferences{.}},f:spec{f:bootstrap{f:configRef{f:apiGroup,f:kind,f:name},"
    "f:dataSecretName},f:clusterName,f:deletion{f:nodeDeletionTimeoutSeconds},f:infrastructureRef{"
    "f:apiGroup,f:kind,f:name},f:providerID,f:version}";

constexpr std::string_view machine_status_fields =
    "f:status{.,f:addresses,f:conditions{.,[Available]{.,f:status,f:type},[Ready]{.,f:status,"
    "f:type},[BootstrapConfigReady]{.,f:status,f:type},[InfrastructureReady]{.,f:status,f:type},"
    "[NodeHealthy]{.,f:status,f:type},[NodeReady]{.,f:status,f:type},[Paused]{.,f:status,f:type},"
    "[Deleting]{.,f:status,f:type}},f:initialization{.,f:bootstrapDataSecretCreated,"
    "f:infrastructureProvisioned},f:lastUpdated,f:nodeInfo,f:nodeRef{.,f:name},"
    "f:observedGeneration,f:phase}";

constexpr std::string_view machine_child_status_fields =
    "f:status{.,f:conditions{.,[Ready]{.,f:lastTransitionTime,f:message,f:reason,f:status,f:type}},"
    "f:initialization}";

std::vector<Label> machine_labels(ObjectBuilder& builder, const MachineView& view) {
  std::vector<Label> labels = {{"cluster.x-k8s.io/cluster-name", builder.setting().cluster.name}};
  if (view.control_plane()) {
    labels.push_back({"cluster.x-k8s.io/control-plane", ""});
    labels.push_back(
        {"cluster.x-k8s.io/control-plane-name", builder.setting().cluster.control_plane_name});
    return labels;
  }
  labels.push_back({"cluster.x-k8s.io/deployment-name", view.deployment->name});
  labels.push_back({"cluster.x-k8s.io/set-name", view.set->name});
  labels.push_back({"machine-template-hash", view.set->hash});
  return labels;
}

Reference machine_owner(const ObjectBuilder& builder, const MachineView& view) {
  if (!view.control_plane()) return {Group::Core, "MachineSet", view.set->name};
  return {Group::ControlPlane, "KubeadmControlPlane", builder.setting().cluster.control_plane_name};
}

Metadata machine_metadata(ObjectBuilder& builder, const MachineView& view) {
  const MachinePlan& machine = view.machine;
  Metadata metadata;
  metadata.self = {Group::Core, "Machine", machine.name};
  metadata.created = machine.created;
  if (machine.deleting()) metadata.deleted = machine.since;
  metadata.generation = generation(machine);
  metadata.labels = machine_labels(builder, view);
  if (view.control_plane()) {
    metadata.annotations = {{"pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup", ""}};
  }
  metadata.owner = machine_owner(builder, view);
  metadata.finalizer = "machine.cluster.x-k8s.io";
  const std::string_view manager =
      view.control_plane() ? "capi-kubeadmcontrolplane" : "capi-machineset";
  metadata.managed = {{manager, "", machine.created, machine_spec_fields},
                      {"manager", "status", machine.settled, machine_status_fields}};
  return metadata;
}

void write_machine_spec(ObjectBuilder& builder, const MachineView& view) {
  const MachinePlan& machine = view.machine;
  json::Writer& out = builder.out;
  out.map("spec", [&] {
    out.map("bootstrap", [&] {
      builder.reference("configRef", {Group::Bootstrap, "KubeadmConfig", machine.name});
      if (machine.has_bootstrap_data()) out.field("dataSecretName", machine.name);
    });
    out.field("clusterName", builder.setting().cluster.name);
    builder.reference("infrastructureRef", {Group::Infrastructure, "DockerMachine", machine.name});
    if (builder.setting().v1beta2()) {
      out.map("deletion", [&] { out.field("nodeDeletionTimeoutSeconds", 10); });
    } else {
      out.field("nodeDeletionTimeout", "10s");
    }
    if (machine.has_provider_id()) {
      out.field("providerID", provider_id(machine, builder.setting().arena));
    }
    if (view.control_plane()) {
      out.list("readinessGates", [&] {
        for (const std::string_view gate : control_plane_gates) {
          out.map([&] { out.field("conditionType", gate); });
        }
      });
    }
    out.field("version", machine_version(builder, view));
  });
}

void write_addresses(ObjectBuilder& builder, const MachinePlan& machine) {
  if (!machine.has_provider_id()) return;
  const std::string_view address = machine_address(builder, machine.name);
  json::Writer& out = builder.out;
  out.list("addresses", [&] {
    const auto add = [&](std::string_view type, std::string_view value) {
      out.map([&] { out.field("address", value), out.field("type", type); });
    };
    add("Hostname", machine.name);
    add("InternalIP", address);
    add("ExternalIP", address);
    add("InternalDNS", machine.name);
    add("ExternalDNS", machine.name);
  });
}

void write_node_ref(ObjectBuilder& builder, const MachinePlan& machine) {
  if (!machine.had_node()) return;
  builder.out.map("nodeRef", [&] {
    if (!builder.setting().v1beta2()) {
      builder.out.field("apiVersion", "v1");
      builder.out.field("kind", "Node");
    }
    builder.out.field("name", machine.name);
    if (!builder.setting().v1beta2()) {
      builder.out.field(
          "uid", builder.identity().uid("Node", builder.setting().cluster.name, machine.name));
    }
  });
}

void write_initialization(ObjectBuilder& builder, const MachinePlan& machine) {
  json::Writer& out = builder.out;
  if (!builder.setting().v1beta2()) {
    out.field("bootstrapReady", machine.has_bootstrap_data());
    out.field("infrastructureReady", machine.has_provider_id());
    return;
  }
  if (!machine.has_bootstrap_data()) return;
  out.map("initialization", [&] {
    const bool upstream = builder.setting().upstream();
    out.field(upstream ? "bootstrapDataSecretCreated" : "bootstrapSecretCreated", true);
    if (machine.has_provider_id()) out.field("infrastructureProvisioned", true);
  });
}

void write_phase(ObjectBuilder& builder, const MachinePlan& machine) {
  builder.time("lastUpdated", machine.deleting() ? machine.since : machine.settled);
  builder.out.field("phase", phase(machine));
}

void write_machine_status(ObjectBuilder& builder, const MachineView& view) {
  const MachinePlan& machine = view.machine;
  const Setting& setting = builder.setting();
  json::Writer& out = builder.out;
  const bool phase_is_old = setting.v1beta2() && !setting.upstream();
  out.map("status", [&] {
    write_addresses(builder, machine);
    if (view.control_plane()) {
      builder.time("certificatesExpiryDate", machine.created + std::chrono::days{730});
    }
    const std::vector<Condition> conditions = machine_conditions(setting, view);
    const std::vector<Condition> legacy = legacy_machine_conditions(setting, view);
    builder.worlds({.conditions = conditions, .legacy = legacy, .fields = {}, .legacy_fields = [&] {
                      if (phase_is_old) write_phase(builder, machine);
                    }});
    if (machine.deleting()) {
      out.map("deletion", [&] { builder.time("nodeDrainStartTime", machine.since + Seconds{2}); });
    }
    write_initialization(builder, machine);
    if (!phase_is_old) write_phase(builder, machine);
    if (machine.had_node()) {
      out.key("nodeInfo");
      write_system_info(builder, machine.name, machine_version(builder, view));
    }
    write_node_ref(builder, machine);
    out.field("observedGeneration", generation(machine));
  });
}

// What DockerMachine and KubeadmConfig have in common.
Metadata child_metadata(ObjectBuilder& builder, const MachineView& view, const Reference& self) {
  Metadata metadata;
  metadata.self = self;
  metadata.created = view.machine.created;
  metadata.generation = 2;
  metadata.labels = machine_labels(builder, view);
  metadata.owner = {Group::Core, "Machine", view.machine.name};
  metadata.managed = {{"manager", "status", view.machine.settled, machine_child_status_fields}};
  return metadata;
}

// A contract flag: a boolean of its own in v1beta1, a member of status.initialization in v1beta2.
void write_contract(ObjectBuilder& builder, std::string_view name, Status provisioned) {
  const bool done = provisioned == Status::True;
  if (!builder.setting().v1beta2()) return builder.out.field("ready", done);
  builder.out.map("initialization", [&] { builder.out.field(name, done); });
}

void write_child_conditions(ObjectBuilder& builder, const Condition& ready) {
  const std::vector<Condition> conditions(ready.type.empty() ? 0 : 1, ready);
  if (conditions.empty()) return;
  if (builder.setting().v1beta2()) return builder.conditions("conditions", conditions);
  builder.legacy_conditions(conditions);
  builder.out.map("v1beta2", [&] { builder.conditions("conditions", conditions); });
}

Condition child_ready(Instant since) {
  return {.type = "Ready",
          .status = Status::True,
          .reason = "Ready",
          .message = {},
          .last_transition = since,
          .observed_generation = 2};
}

}  // namespace

void write_machine(ObjectBuilder& builder, const MachineView& view) {
  builder.object(machine_metadata(builder, view), [&] {
    write_machine_spec(builder, view);
    write_machine_status(builder, view);
  });
}

void write_docker_machine(ObjectBuilder& builder, const MachineView& view) {
  const MachinePlan& machine = view.machine;
  json::Writer& out = builder.out;
  Metadata metadata =
      child_metadata(builder, view, {Group::Infrastructure, "DockerMachine", machine.name});
  metadata.finalizer = "dockermachine.infrastructure.cluster.x-k8s.io";
  metadata.annotations = {{"cluster.x-k8s.io/cloned-from-groupkind",
                           "DockerMachineTemplate.infrastructure.cluster.x-k8s.io"},
                          {"cluster.x-k8s.io/cloned-from-name",
                           view.control_plane() ? builder.setting().cluster.control_plane_template
                                                : view.set->infra_template}};
  builder.object(metadata, [&] {
    out.map("spec", [&] {
      if (machine.has_provider_id()) out.field("bootstrapped", true);
      out.field("customImage", node_image(builder, machine_version(builder, view)));
      if (machine.has_provider_id()) {
        out.field("providerID", provider_id(machine, builder.setting().arena));
      }
    });
    out.map("status", [&] {
      write_addresses(builder, machine);
      // A DockerMachine that still waits for bootstrap data has not reported anything.
      Condition ready = child_ready(machine.created + Seconds{40});
      if (!machine.has_bootstrap_data()) ready.type = {};
      if (machine.trouble == Trouble::InfrastructureFailed) ready = infrastructure_failure(machine);
      write_child_conditions(builder, ready);
      write_contract(builder, "provisioned",
                     machine.has_provider_id() ? Status::True : Status::False);
    });
  });
}

void write_kubeadm_config(ObjectBuilder& builder, const MachineView& view) {
  const MachinePlan& machine = view.machine;
  json::Writer& out = builder.out;
  const bool created = machine.has_bootstrap_data();
  const Metadata metadata =
      child_metadata(builder, view, {Group::Bootstrap, "KubeadmConfig", machine.name});
  builder.object(metadata, [&] {
    out.key("spec");
    if (view.control_plane()) {
      write_kubeadm_spec(builder);
    } else {
      write_join_spec(builder);
    }
    out.map("status", [&] {
      Condition ready = child_ready(machine.created + Seconds{8});
      if (!created) ready.type = {};
      write_child_conditions(builder, ready);
      if (created) out.field("dataSecretName", machine.name);
      write_contract(builder, "dataSecretCreated", created ? Status::True : Status::False);
      out.field("observedGeneration", 2);
    });
  });
}

std::string_view machine_version(const ObjectBuilder& builder, const MachineView& view) {
  return view.control_plane() ? builder.setting().cluster.version : view.set->version;
}

std::string_view node_image(ObjectBuilder& builder, std::string_view version) {
  return builder.setting().arena.keep(format("kindest/node:{}", version));
}

}  // namespace telltale::fleet
