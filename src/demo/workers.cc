// SPDX-License-Identifier: Apache-2.0
#include "demo/workers.h"

#include <utility>

#include "base/text.h"
#include "fleet/identity.h"

namespace telltale::demo {
namespace {

json::ValueMap infrastructure_ref(const ClusterPlan& cluster, std::string_view name) {
  return {{"apiGroup", "infrastructure.cluster.x-k8s.io"},
          {"kind", format("{}MachineTemplate", cluster.provider)},
          {"name", name}};
}

bool has_configs(const SetPlan& set) { return set.pool.empty(); }

json::ValueMap machine_template(const SetPlan& set) {
  const ClusterPlan& cluster = *set.cluster;
  json::ValueMap bootstrap;
  if (has_configs(set)) {
    bootstrap["configRef"] = json::ValueMap{{"apiGroup", "bootstrap.cluster.x-k8s.io"},
                                            {"kind", "KubeadmConfigTemplate"},
                                            {"name", set.deployment}};
  } else {
    bootstrap["dataSecretName"] = set.deployment;
  }
  json::ValueMap metadata{
      {"labels", json::ValueMap{{cluster_label, cluster.name},
                                {"cluster.x-k8s.io/deployment-name", set.deployment}}}};
  if (!set.pool.empty()) metadata["annotations"] = json::ValueMap{{pool_annotation, set.pool}};
  return {{"metadata", std::move(metadata)},
          {"spec",
           json::ValueMap{{"clusterName", cluster.name},
                          {"version", cluster.version},
                          {"bootstrap", std::move(bootstrap)},
                          {"infrastructureRef", infrastructure_ref(cluster, set.template_name)}}}};
}

json::ValueMap owner_spec(const SetPlan& set, std::uint64_t replicas) {
  return {{"clusterName", set.cluster->name},
          {"replicas", replicas},
          {"selector",
           json::ValueMap{{"matchLabels",
                           json::ValueMap{{cluster_label, set.cluster->name},
                                          {"cluster.x-k8s.io/deployment-name", set.deployment}}}}},
          {"template", machine_template(set)}};
}

std::string plane_name(const ClusterPlan& cluster) {
  return format("{}-control-plane", cluster.name);
}

Write plane_write(const ClusterPlan& cluster) {
  Document plane(control_plane_api, "KubeadmControlPlane", cluster.namespace_name,
                 plane_name(cluster));
  plane.label(cluster_label, cluster.name).owner(cluster_api, "Cluster", cluster.name);
  plane.spec(json::ValueMap{
      {"replicas", cluster.control_planes},
      {"version", cluster.version},
      {"kubeadmConfigSpec", kubeadm_spec()},
      {"machineTemplate",
       json::ValueMap{
           {"spec", json::ValueMap{{"infrastructureRef",
                                    infrastructure_ref(cluster, plane_name(cluster))}}}}}});
  plane.status(
      json::ValueMap{{"initialization", json::ValueMap{{"controlPlaneInitialized", true}}}});
  return plane.apply();
}

Write secret_write(const ClusterPlan& cluster, std::string_view purpose) {
  return Document("v1", "Secret", cluster.namespace_name, format("{}-{}", cluster.name, purpose))
      .label(cluster_label, cluster.name)
      .part("type", "cluster.x-k8s.io/secret")
      .apply();
}

Write kubeadm_config_map(const ClusterPlan& cluster) {
  return Document("v1", "ConfigMap", "kube-system", "kubeadm-config")
      .part("data", json::ValueMap{{"ClusterConfiguration",
                                    format("clusterName: {}\nkubernetesVersion: {}\n", cluster.name,
                                           cluster.version)}})
      .apply_within(cluster.home());
}

Write infrastructure_cluster(const ClusterPlan& cluster, const ActorContext& context) {
  return Document(infrastructure_api, format("{}Cluster", cluster.provider), cluster.namespace_name,
                  cluster.name)
      .label(cluster_label, cluster.name)
      .owner(cluster_api, "Cluster", cluster.name)
      .spec(json::ValueMap{})
      .status(json::ValueMap{
          {"ready", true},
          {"initialization", json::ValueMap{{"provisioned", true}}},
          {"conditions",
           json::ValueList{condition({.type = "Ready", .reason = "Ready"}, context.now)}}})
      .apply();
}

}  // namespace

std::string SetPlan::name() const { return format("{}-{}", deployment, hash); }

MachinePlan SetPlan::machine(std::uint64_t index) const {
  const std::string suffix = fleet::name_suffix(number_of(name()), index);
  return {.cluster = cluster,
          .name = format("{}-{}", name(), suffix),
          .deployment = deployment,
          .set = name(),
          .template_name = template_name,
          .pool = pool};
}

std::vector<MachinePlan> SetPlan::machines() const {
  std::vector<MachinePlan> plans;
  for (std::uint64_t index = 0; index < replicas; ++index) plans.push_back(machine(index));
  return plans;
}

Write set_write(const SetPlan& set) {
  Document document(cluster_api, "MachineSet", set.cluster->namespace_name, set.name());
  document.label(cluster_label, set.cluster->name);
  document.label("cluster.x-k8s.io/deployment-name", set.deployment);
  document.owner(cluster_api, "MachineDeployment", set.deployment);
  if (!set.pool.empty()) document.annotation(pool_annotation, set.pool);
  return document.spec(owner_spec(set, set.replicas)).apply();
}

Write deployment_write(const SetPlan& set, std::uint64_t replicas) {
  Document document(cluster_api, "MachineDeployment", set.cluster->namespace_name, set.deployment);
  document.label(cluster_label, set.cluster->name);
  document.owner(cluster_api, "Cluster", set.cluster->name);
  if (!set.pool.empty()) document.annotation(pool_annotation, set.pool);
  json::ValueMap spec = owner_spec(set, replicas);
  spec["rollout"] = json::ValueMap{
      {"strategy",
       json::ValueMap{{"type", "RollingUpdate"},
                      {"rollingUpdate", json::ValueMap{{"maxSurge", 1}, {"maxUnavailable", 0}}}}}};
  return document.spec(std::move(spec)).apply();
}

Write template_write(const ClusterPlan& cluster, std::string_view name) {
  return Document(infrastructure_api, format("{}MachineTemplate", cluster.provider),
                  cluster.namespace_name, name)
      .label(cluster_label, cluster.name)
      .owner(cluster_api, "Cluster", cluster.name)
      .spec(json::ValueMap{{"template", json::ValueMap{{"spec", json::ValueMap{}}}}})
      .apply();
}

Writes workers_writes(const SetPlan& set, const ActorContext& context) {
  const ClusterPlan& cluster = *set.cluster;
  Writes writes{template_write(cluster, set.template_name)};
  if (has_configs(set)) {
    writes.push_back(
        Document(bootstrap_api, "KubeadmConfigTemplate", cluster.namespace_name, set.deployment)
            .label(cluster_label, cluster.name)
            .owner(cluster_api, "Cluster", cluster.name)
            .spec(json::ValueMap{{"template", json::ValueMap{{"spec", json::ValueMap{}}}}})
            .apply());
  }
  writes.push_back(deployment_write(set, set.replicas));
  writes.push_back(set_write(set));
  for (const MachinePlan& machine : set.machines()) {
    append(writes, new_machine_writes(machine, Life::Running, context));
  }
  return writes;
}

MachinePlan control_plane_machine(const ClusterPlan& cluster, std::uint64_t index) {
  const std::string name = plane_name(cluster);
  return {.cluster = &cluster,
          .name = format("{}-{}", name, fleet::name_suffix(number_of(name), index)),
          .template_name = name};
}

Write workload_write(const ClusterPlan& cluster, Wire wire) {
  return Document("telltale.dev/v1alpha1", "LogicalCluster", cluster.namespace_name, cluster.name)
      .spec(json::ValueMap{{"connected", wire == Wire::Connected}})
      .apply();
}

Writes cluster_frame(const ClusterPlan& cluster, const ControlPlaneRef& control_plane,
                     const ActorContext& context) {
  Document document(cluster_api, "Cluster", cluster.namespace_name, cluster.name);
  document.label(cluster_label, cluster.name);
  document.spec(json::ValueMap{
      {"controlPlaneEndpoint",
       json::ValueMap{{"host", format("api.{}.example.com", cluster.name)}, {"port", 6443}}},
      {"controlPlaneRef", json::ValueMap{{"apiGroup", control_plane.group},
                                         {"kind", control_plane.kind},
                                         {"name", control_plane.name}}},
      {"infrastructureRef", json::ValueMap{{"apiGroup", "infrastructure.cluster.x-k8s.io"},
                                           {"kind", format("{}Cluster", cluster.provider)},
                                           {"name", cluster.name}}}});
  document.status(
      json::ValueMap{{"initialization", json::ValueMap{{"infrastructureProvisioned", true},
                                                       {"controlPlaneInitialized", true}}}});
  return {workload_write(cluster, Wire::Connected), document.apply(),
          infrastructure_cluster(cluster, context)};
}

Writes cluster_writes(const ClusterPlan& cluster, const ActorContext& context) {
  const std::string plane = plane_name(cluster);
  Writes writes;
  // Certificates are looked at when a cluster is first within reach.
  for (const std::string_view purpose : {"ca", "etcd", "proxy", "sa"}) {
    writes.push_back(secret_write(cluster, purpose));
  }
  append(writes,
         cluster_frame(cluster, {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", plane},
                       context));
  writes.push_back(template_write(cluster, plane));
  writes.push_back(kubeadm_config_map(cluster));
  writes.push_back(plane_write(cluster));
  for (std::uint64_t index = 0; index < cluster.control_planes; ++index) {
    append(writes,
           new_machine_writes(control_plane_machine(cluster, index), Life::Running, context));
  }
  return writes;
}

}  // namespace telltale::demo
