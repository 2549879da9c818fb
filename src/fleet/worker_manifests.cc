// SPDX-License-Identifier: Apache-2.0
#include "fleet/manifests.h"

// What owns worker Machines: MachineDeployment, MachineSet and the templates they refer to.

#include "base/text.h"
#include "fleet/owner_conditions.h"

namespace telltale::fleet {

namespace {

constexpr std::string_view owner_status_fields =
    "f:status{.,f:availableReplicas,f:conditions{.,[Available]{.,f:status,f:type},[MachinesReady]{"
    ".,f:status,f:type},[ScalingUp]{.,f:status,f:type},[Paused]{.,f:status,f:type}},"
    "f:observedGeneration,f:readyReplicas,f:replicas,f:selector,f:upToDateReplicas}";

Label cluster_label(const ObjectBuilder& builder) {
  return {"cluster.x-k8s.io/cluster-name", builder.setting().cluster.name};
}

void write_selector(ObjectBuilder& builder, std::span<const Label> labels) {
  builder.out.map("selector", [&] { builder.labels("matchLabels", labels); });
}

void write_template(ObjectBuilder& builder, const DeploymentPlan& deployment, const SetPlan& set,
                    std::span<const Label> labels) {
  json::Writer& out = builder.out;
  out.map("template", [&] {
    out.map("metadata", [&] { builder.labels("labels", labels); });
    out.map("spec", [&] {
      out.map("bootstrap", [&] {
        builder.reference("configRef",
                          {Group::Bootstrap, "KubeadmConfigTemplate", deployment.name});
      });
      out.field("clusterName", builder.setting().cluster.name);
      builder.reference("infrastructureRef",
                        {Group::Infrastructure, "DockerMachineTemplate", set.infra_template});
      out.field("version", set.version);
    });
  });
}

// "a=b,c=d", as the scale subresource wants it.
std::string selector_text(std::span<const Label> labels) {
  std::vector<std::string> parts;
  for (const Label& label : labels) parts.push_back(format("{}={}", label.key, label.value));
  return join(parts, ",");
}

std::vector<Label> deployment_selector(const ObjectBuilder& builder,
                                       const DeploymentPlan& deployment) {
  return {cluster_label(builder), {"cluster.x-k8s.io/deployment-name", deployment.name}};
}

std::string_view max_unavailable_text(const ObjectBuilder& builder,
                                      const DeploymentPlan& deployment) {
  return builder.setting().arena.keep(format("{}%", deployment.max_unavailable_percent));
}

void write_rolling_update(ObjectBuilder& builder, const DeploymentPlan& deployment) {
  json::Writer& out = builder.out;
  const auto strategy = [&] {
    out.map("rollingUpdate", [&] {
      out.field("maxSurge", 1);
      if (deployment.max_unavailable_percent == 0) {
        out.field("maxUnavailable", 0);
      } else {
        out.field("maxUnavailable", max_unavailable_text(builder, deployment));
      }
    });
    out.field("type", "RollingUpdate");
  };
  if (!builder.setting().v1beta2()) return out.map("strategy", strategy);
  out.map("rollout", [&] { out.map("strategy", strategy); });
}

Condition legacy_ready(std::string_view type, Instant since) {
  return {
      .type = type, .status = Status::True, .reason = "", .message = {}, .last_transition = since};
}

}  // namespace

void write_machine_set(ObjectBuilder& builder, const DeploymentPlan& deployment, const SetPlan& set,
                       const Gathered& machines) {
  json::Writer& out = builder.out;
  Setting const& setting = builder.setting();
  std::vector<Label> labels = deployment_selector(builder, deployment);
  labels.push_back({"machine-template-hash", set.hash});
  const bool current = set.age == SetPlan::Age::Current;
  const std::string desired = std::to_string(current ? deployment.replicas() : 0);
  const std::string revision =
      std::to_string(current ? deployment.sets.size() : deployment.sets.size() - 1);
  Metadata metadata;
  metadata.self = {Group::Core, "MachineSet", set.name};
  metadata.created = set.created;
  metadata.generation = owner_generation;
  metadata.labels = labels;
  metadata.annotations = {{"machinedeployment.clusters.x-k8s.io/desired-replicas", desired},
                          {"machinedeployment.clusters.x-k8s.io/revision", revision}};
  metadata.owner = {Group::Core, "MachineDeployment", deployment.name};
  metadata.finalizer = "cluster.x-k8s.io/machineset";
  metadata.managed = {{"manager", "status", set.created + Seconds{600}, owner_status_fields}};
  builder.object(metadata, [&] {
    out.map("spec", [&] {
      out.field("clusterName", setting.cluster.name);
      out.field("replicas", set.machines.size());
      write_selector(builder, labels);
      write_template(builder, deployment, set, labels);
    });
    out.map("status", [&] {
      const Condition legacy[] = {
          legacy_ready("Ready", set.created), legacy_ready("MachinesCreated", set.created),
          legacy_ready("MachinesReady", set.created), legacy_ready("Resized", set.created)};
      const std::vector<Condition> conditions = set_conditions(setting, set, machines);
      builder.worlds({.conditions = conditions,
                      .legacy = legacy,
                      .fields = [&] { builder.counters(machines.tally); },
                      .legacy_fields =
                          [&] {
                            out.field("availableReplicas", machines.tally.available);
                            out.field("fullyLabeledReplicas", machines.tally.replicas);
                            out.field("readyReplicas", machines.tally.ready);
                          }});
      out.field("observedGeneration", owner_generation);
      out.field("replicas", machines.tally.replicas);
      out.field("selector", selector_text(labels));
    });
  });
}

void write_machine_deployment(ObjectBuilder& builder, const DeploymentPlan& deployment,
                              const Gathered& machines, std::span<const Condition> conditions) {
  json::Writer& out = builder.out;
  const Setting& setting = builder.setting();
  const Tally& tally = machines.tally;
  const std::vector<Label> selector = deployment_selector(builder, deployment);
  const std::string revision = std::to_string(deployment.sets.size());
  Metadata metadata;
  metadata.self = {Group::Core, "MachineDeployment", deployment.name};
  metadata.created = deployment.created;
  metadata.generation = generation(deployment);
  metadata.labels = {cluster_label(builder)};
  metadata.annotations = {{"machinedeployment.clusters.x-k8s.io/revision", revision}};
  metadata.owner = {Group::Core, "Cluster", setting.cluster.name};
  metadata.finalizer = "cluster.x-k8s.io/machinedeployment";
  metadata.managed = {
      {"manager", "status", deployment.current().created + Seconds{600}, owner_status_fields}};
  builder.object(metadata, [&] {
    out.map("spec", [&] {
      out.field("clusterName", setting.cluster.name);
      out.field("replicas", deployment.replicas());
      write_rolling_update(builder, deployment);
      write_selector(builder, selector);
      write_template(builder, deployment, deployment.current(), selector);
    });
    out.map("status", [&] {
      const Condition legacy[] = {legacy_ready("Ready", deployment.created),
                                  legacy_ready("Available", deployment.created),
                                  legacy_ready("MachineSetReady", deployment.created)};
      const bool phase_is_old = setting.v1beta2() && !setting.upstream();
      builder.worlds({.conditions = conditions,
                      .legacy = legacy,
                      .fields = [&] { builder.counters(tally); },
                      .legacy_fields =
                          [&] {
                            out.field("availableReplicas", tally.available);
                            if (phase_is_old) out.field("phase", "Running");
                            out.field("readyReplicas", tally.ready);
                            out.field("unavailableReplicas", tally.replicas - tally.available);
                            out.field("updatedReplicas", tally.up_to_date);
                          }});
      out.field("observedGeneration", generation(deployment));
      if (!phase_is_old) out.field("phase", "Running");
      out.field("replicas", tally.replicas);
      out.field("selector", selector_text(selector));
    });
  });
}

void write_docker_machine_template(ObjectBuilder& builder, std::string_view name,
                                   std::string_view version, Instant created) {
  json::Writer& out = builder.out;
  Metadata metadata;
  metadata.self = {Group::Infrastructure, "DockerMachineTemplate", name};
  metadata.created = created;
  metadata.labels = {cluster_label(builder)};
  metadata.owner = {Group::Core, "Cluster", builder.setting().cluster.name};
  builder.object(metadata, [&] {
    out.map("spec", [&] {
      out.map("template", [&] {
        out.map("spec", [&] { out.field("customImage", node_image(builder, version)); });
      });
    });
  });
}

void write_kubeadm_config_template(ObjectBuilder& builder, const DeploymentPlan& deployment) {
  json::Writer& out = builder.out;
  Metadata metadata;
  metadata.self = {Group::Bootstrap, "KubeadmConfigTemplate", deployment.name};
  metadata.created = deployment.created;
  metadata.labels = {cluster_label(builder)};
  metadata.owner = {Group::Core, "Cluster", builder.setting().cluster.name};
  builder.object(metadata, [&] {
    out.map("spec", [&] {
      out.map("template", [&] {
        out.key("spec");
        write_join_spec(builder);
      });
    });
  });
}

}  // namespace telltale::fleet
