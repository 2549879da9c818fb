// SPDX-License-Identifier: Apache-2.0
#include "demo/machines.h"

#include <chrono>
#include <utility>

#include "base/text.h"
#include "fleet/identity.h"

namespace telltale::demo {
namespace {

constexpr std::string_view components[] = {"kube-apiserver", "kube-controller-manager",
                                           "kube-scheduler", "etcd"};

bool has_instance(Life life) { return life != Life::Ordered && life != Life::Refused; }
bool has_node(Life life) { return has_instance(life) && life != Life::Launched; }

std::string address_of(std::string_view name) {
  const std::uint64_t number = number_of(name);
  return format("10.0.{}.{}", number % 200, 10 + number / 256 % 200);
}

std::string infrastructure_kind(const ClusterPlan& cluster) {
  return format("{}Machine", cluster.provider);
}

json::ValueMap reference(std::string_view api_version, std::string_view kind,
                         std::string_view name) {
  return {
      {"apiGroup", api_version.substr(0, api_version.find('/'))}, {"kind", kind}, {"name", name}};
}

void put_labels(const MachinePlan& plan, Document& document) {
  document.label(cluster_label, plan.cluster->name);
  if (plan.is_control_plane()) {
    document.label("cluster.x-k8s.io/control-plane", "");
    document.label("cluster.x-k8s.io/control-plane-name",
                   format("{}-control-plane", plan.cluster->name));
    return;
  }
  document.label("cluster.x-k8s.io/deployment-name", plan.deployment);
  document.label("cluster.x-k8s.io/set-name", plan.set);
}

Document document_of(const MachinePlan& plan, std::string_view api_version, std::string_view kind) {
  return {api_version, kind, plan.cluster->namespace_name, plan.name};
}

// HyperShift hands its Machines their ignition as a Secret; the others have a KubeadmConfig.
bool has_config(const MachinePlan& plan) { return plan.pool.empty(); }

json::ValueMap machine_spec(const MachinePlan& plan, Life life) {
  json::ValueMap bootstrap{{"dataSecretName", has_config(plan) ? plan.name : plan.deployment}};
  if (has_config(plan)) {
    bootstrap["configRef"] = reference(bootstrap_api, "KubeadmConfig", plan.name);
  }
  json::ValueMap spec{
      {"clusterName", plan.cluster->name},
      {"version", plan.cluster->version},
      {"bootstrap", std::move(bootstrap)},
      {"infrastructureRef",
       reference(infrastructure_api, infrastructure_kind(*plan.cluster), plan.name)}};
  if (has_instance(life)) spec["providerID"] = plan.provider_id();
  return spec;
}

json::ValueMap machine_status(const MachinePlan& plan, Life life, const ActorContext& context) {
  json::ValueMap initialization{{"bootstrapDataSecretCreated", true}};
  if (has_instance(life)) initialization["infrastructureProvisioned"] = true;
  json::ValueMap status{{"initialization", std::move(initialization)}};
  if (has_node(life)) {
    status["nodeRef"] = json::ValueMap{{"name", plan.node_name()}};
    status["nodeInfo"] = json::ValueMap{{"kubeletVersion", plan.cluster->version}};
  }
  if (life == Life::Leaving) {
    status["deletion"] = json::ValueMap{{"nodeDrainStartTime", format_rfc3339(context.now)}};
  }
  // Only whoever asks etcd knows its members, and that is KubeadmControlPlane's controller.
  if (plan.is_control_plane() && has_node(life)) {
    status["conditions"] =
        json::ValueList{condition({.type = "EtcdMemberHealthy", .reason = "Healthy"}, context.now)};
  }
  return status;
}

// What a Machine is made of is there before the Machine, and becomes its own a moment later.
enum class Owned : std::uint8_t { NotYet, Yes };

Write config_write(const MachinePlan& plan, Owned owned, const ActorContext& context) {
  Document document = document_of(plan, bootstrap_api, "KubeadmConfig");
  put_labels(plan, document);
  if (owned == Owned::Yes) document.owner(cluster_api, "Machine", plan.name);
  document.spec(plan.is_control_plane() ? kubeadm_spec() : json::ValueMap{});
  document.status(json::ValueMap{
      {"dataSecretName", plan.name},
      {"initialization", json::ValueMap{{"dataSecretCreated", true}}},
      {"conditions",
       json::ValueList{condition({.type = "Ready", .reason = "Ready"}, context.now)}}});
  return document.apply();
}

std::string vcpu_refusal(const ActorContext& context) {
  return format(
      "failed to create AWSMachine instance: failed to run instance: operation error EC2: "
      "RunInstances, https response error StatusCode: 400, RequestID: {}, api error "
      "VcpuLimitExceeded: You have requested more vCPU capacity than your current vCPU limit of 32 "
      "allows for the instance bucket that the specified instance type belongs to.",
      context.request);
}

json::ValueMap infrastructure_status(Life life, const ActorContext& context) {
  const bool ready = has_instance(life);
  json::ValueMap status{{"ready", ready},
                        {"initialization", json::ValueMap{{"provisioned", ready}}}};
  json::ValueList conditions;
  if (ready) conditions.push_back(condition({.type = "Ready", .reason = "Ready"}, context.now));
  if (life == Life::Refused) {
    const std::string text = vcpu_refusal(context);
    for (const std::string_view type : {"Ready", "InstanceReady"}) {
      conditions.push_back(condition(
          {.type = type, .status = "False", .reason = "InstanceProvisionFailed", .message = text},
          context.now));
    }
  }
  status["conditions"] = std::move(conditions);
  return status;
}

Write infrastructure_write(const MachinePlan& plan, Life life, Owned owned,
                           const ActorContext& context) {
  const std::string kind = infrastructure_kind(*plan.cluster);
  Document document = document_of(plan, infrastructure_api, kind);
  put_labels(plan, document);
  if (owned == Owned::Yes) document.owner(cluster_api, "Machine", plan.name);
  document.annotation("cluster.x-k8s.io/cloned-from-name", plan.template_name);
  document.annotation("cluster.x-k8s.io/cloned-from-groupkind",
                      format("{}Template.infrastructure.cluster.x-k8s.io", kind));
  if (has_instance(life)) {
    document.spec(json::ValueMap{{"providerID", plan.provider_id()}});
  } else {
    document.spec({});
  }
  document.status(infrastructure_status(life, context));
  return document.apply();
}

json::ValueMap node_status(const MachinePlan& plan, Life life, Instant since) {
  struct Word {
    std::string_view type, status, reason, message;
  };
  constexpr Word words[] = {
      {"MemoryPressure", "False", "KubeletHasSufficientMemory",
       "kubelet has sufficient memory available"},
      {"DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
      {"PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
      {"Ready", "True", "KubeletReady", "kubelet is posting ready status"}};
  json::ValueList conditions;
  for (const Word& word : words) {
    Said said{word.type, word.status, word.reason, word.message};
    if (life == Life::Silent) {
      said = {word.type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status."};
    }
    json::Value one = condition(said, since);
    one.as_object()["lastHeartbeatTime"] = format_rfc3339(since);
    conditions.push_back(std::move(one));
  }
  return {{"addresses", json::ValueList{json::ValueMap{{"type", "InternalIP"},
                                                       {"address", address_of(plan.name)}}}},
          {"nodeInfo", json::ValueMap{{"architecture", "amd64"},
                                      {"bootID", ""},
                                      {"containerRuntimeVersion", "containerd://2.1.3"},
                                      {"kernelVersion", "6.12.48"},
                                      {"kubeProxyVersion", ""},
                                      {"kubeletVersion", plan.cluster->version},
                                      {"machineID", ""},
                                      {"operatingSystem", "linux"},
                                      {"osImage", "Linux"},
                                      {"systemUUID", ""}}},
          {"conditions", std::move(conditions)}};
}

Writes children_writes(const MachinePlan& plan, Life life, Owned owned,
                       const ActorContext& context) {
  Writes writes;
  if (has_config(plan)) writes.push_back(config_write(plan, owned, context));
  writes.push_back(infrastructure_write(plan, life, owned, context));
  return writes;
}

Write pod_write(const MachinePlan& plan, std::string_view component, const ActorContext& context) {
  Document document("v1", "Pod", "kube-system", format("{}-{}", component, plan.node_name()));
  document.label("tier", "control-plane").label("component", component);
  document.spec(json::ValueMap{
      {"nodeName", plan.node_name()},
      {"containers",
       json::ValueList{json::ValueMap{
           {"name", component},
           {"image", format("registry.k8s.io/{}:{}", component, plan.cluster->version)}}}}});
  json::ValueList conditions;
  for (const std::string_view type : {"PodScheduled", "Initialized", "ContainersReady", "Ready"}) {
    conditions.push_back(json::ValueMap{
        {"type", type}, {"status", "True"}, {"lastTransitionTime", format_rfc3339(context.now)}});
  }
  document.status(json::ValueMap{{"phase", "Running"}, {"conditions", std::move(conditions)}});
  return document.apply_within(plan.cluster->home());
}

Document node_document(const MachinePlan& plan, Life life, const ActorContext& context) {
  Document document("v1", "Node", "", plan.node_name());
  document.label("kubernetes.io/os", "linux").label("kubernetes.io/hostname", plan.node_name());
  document.annotation("cluster.x-k8s.io/machine", plan.name);
  if (plan.is_control_plane()) document.label("node-role.kubernetes.io/control-plane", "");
  return document.status(node_status(plan, life, context.now));
}

}  // namespace

std::string ClusterPlan::home() const { return format("{}/{}", namespace_name, name); }

std::string MachinePlan::node_name() const {
  if (cluster->provider != "AWS") return name;
  const std::string_view region = cluster->zone.substr(0, cluster->zone.size() - 1);
  std::string address = address_of(name);
  for (char& byte : address) {
    if (byte == '.') byte = '-';
  }
  return format("ip-{}.{}.compute.internal", address, region);
}

std::string MachinePlan::provider_id() const {
  if (cluster->provider != "AWS") return format("docker:////{}", name);
  return format("aws:///{}/i-{:017x}", cluster->zone, number_of(name));
}

std::uint64_t number_of(std::string_view name) {
  return fleet::Identity(1).number("demo", {}, name);
}

json::ValueMap kubeadm_spec() {
  return {
      {"clusterConfiguration",
       json::ValueMap{
           {"apiServer", json::ValueMap{{"certSANs", json::ValueList{json::Value("localhost")}}}},
           {"featureGates", json::ValueMap{{"ControlPlaneKubeletLocalMode", true}}}}}};
}

Write machine_write(const MachinePlan& plan, Life life, const ActorContext& context) {
  Document document = document_of(plan, cluster_api, "Machine");
  put_labels(plan, document);
  if (plan.is_control_plane()) {
    document.owner(control_plane_api, "KubeadmControlPlane",
                   format("{}-control-plane", plan.cluster->name));
  } else {
    document.owner(cluster_api, "MachineSet", plan.set);
  }
  if (!plan.pool.empty()) document.annotation(pool_annotation, plan.pool);
  document.finalizer("machine.cluster.x-k8s.io");
  document.spec(machine_spec(plan, life)).status(machine_status(plan, life, context));
  return document.apply();
}

Write node_write(const MachinePlan& plan, Life life, const ActorContext& context) {
  json::ValueMap spec{{"providerID", plan.provider_id()}};
  if (life == Life::Leaving) spec["unschedulable"] = true;
  if (plan.is_control_plane()) {
    spec["taints"] = json::ValueList{
        json::ValueMap{{"key", "node-role.kubernetes.io/control-plane"}, {"effect", "NoSchedule"}}};
  }
  return node_document(plan, life, context)
      .spec(std::move(spec))
      .apply_within(plan.cluster->home());
}

Writes machine_writes(const MachinePlan& plan, Life life, const ActorContext& context) {
  Writes writes;
  // A Node first: who has a nodeRef, has a Node.
  if (has_node(life)) {
    writes.push_back(node_write(plan, life, context));
    if (plan.is_control_plane()) {
      for (const std::string_view component : components) {
        writes.push_back(pod_write(plan, component, context));
      }
    }
  }
  writes.push_back(machine_write(plan, life, context));
  append(writes, children_writes(plan, life, Owned::Yes, context));
  return writes;
}

Writes new_machine_writes(const MachinePlan& plan, Life life, const ActorContext& context) {
  Writes writes = children_writes(plan, life, Owned::NotYet, context);
  append(writes, machine_writes(plan, life, context));
  return writes;
}

Writes machine_arrival(const MachinePlan& plan, const ActorContext& context) {
  Writes writes{node_document(plan, Life::Running, context)
                    .spec(json::ValueMap{})
                    .apply_within(plan.cluster->home())};
  append(writes, machine_writes(plan, Life::Running, context));
  return writes;
}

Writes machine_departure(const MachinePlan& plan, const ActorContext& context) {
  return {node_write(plan, Life::Leaving, context), machine_write(plan, Life::Leaving, context),
          document_of(plan, cluster_api, "Machine").remove()};
}

Writes machine_removal(const MachinePlan& plan) {
  Writes writes;
  const Document machine = document_of(plan, cluster_api, "Machine");
  writes.push_back(machine.remove());
  writes.push_back(
      Document("v1", "Node", "", plan.node_name()).remove_within(plan.cluster->home()));
  writes.push_back(
      document_of(plan, infrastructure_api, infrastructure_kind(*plan.cluster)).remove());
  if (has_config(plan)) {
    writes.push_back(document_of(plan, bootstrap_api, "KubeadmConfig").remove());
  }
  writes.push_back(machine.release());
  return writes;
}

}  // namespace telltale::demo
