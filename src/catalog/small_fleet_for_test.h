// SPDX-License-Identifier: Apache-2.0
#pragma once

// One calm Cluster with a MachineDeployment, its MachineSet and a few Machines; each test bends one
// thing. Everything is written as the JSON a dump would hold, so that reading is tested along.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"

namespace telltale {

class SmallFleet {
  static constexpr std::string_view ready_status =
      R"({"conditions":[{"type":"Ready","status":"True","reason":"Ready","message":"",)"
      R"("lastTransitionTime":"2026-01-01T08:00:00Z"}]})";

 public:
  struct MachineParts {
    std::string spec;         // further members of spec, each with a trailing comma
    std::string annotations;  // members of metadata.annotations
    std::string conditions;   // items of the stored list
    std::string provider_id = "docker:////{}";  // {} is the name
    std::string status = R"("nodeRef":{"name":"node-{}"},"initialization":)"
                         R"({"bootstrapDataSecretCreated":true,"infrastructureProvisioned":true},)";
  };

  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  Settings settings;
  Completeness completeness = Completeness::Partial;
  std::string version = "v1beta2";
  MachineParts machine;
  int machines = 1;
  int deleting = 0;  // the first Machines, for an hour
  std::string stage_message;
  std::string drain_started = "2026-01-01T11:00:00Z";
  std::string deployment_name = "md-0";  // empty: the MachineSet stands alone
  std::string replicas = "1";            // empty: nil
  std::string set_conditions;
  bool cluster_paused = false;
  bool templates = true;
  bool node = true;
  std::string node_conditions;  // empty: a healthy Node
  std::string broken_node;      // the Machine whose Node is not ready
  std::string broken_since = "2026-01-01T10:00:00Z";
  std::string connection;  // status of the RemoteConnection
  std::string config_status{ready_status};
  std::string infra_status{ready_status};

  Judged judged(std::string_view kind, std::string_view name) {
    for (const Judged& item : judge_all().items) {
      if (item.object->key.kind == kind && item.object->key.name == name) return item;
    }
    check(false, "the test asks for an object of its own fleet");
    return {};
  }

  Condition judged_condition(std::string_view kind, std::string_view name, std::string_view type) {
    const Condition* found = find_condition(judged(kind, name).conditions, type);
    check(found != nullptr, format("{} {} has {}", kind, name, type));
    return *found;
  }

  const Judgement& judge_all(unsigned threads = 1) {
    const std::vector<std::string> texts = documents();
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    worlds_.push_back(std::make_unique<World>(world_of(views, completeness)));
    judgements_.push_back(
        std::make_unique<Judgement>(judge(*worlds_.back(), settings, now, threads)));
    return *judgements_.back();
  }

  const World& world() const { return *worlds_.back(); }

  std::vector<std::string> documents() const {
    std::vector<std::string> all{cluster(), deployment(), machine_set()};
    if (templates) {
      all.push_back(plain("bootstrap.cluster.x-k8s.io", "KubeadmConfigTemplate", "boot", "{}"));
      all.push_back(
          plain("infrastructure.cluster.x-k8s.io", "DockerMachineTemplate", "infra", "{}"));
    }
    for (int i = 1; i <= machines; ++i) {
      const std::string name = format("m{}", i);
      all.push_back(one_machine(name, i <= deleting));
      all.push_back(plain("bootstrap.cluster.x-k8s.io", "KubeadmConfig", name, config_status));
      all.push_back(plain("infrastructure.cluster.x-k8s.io", "DockerMachine", name, infra_status));
      if (node) all.push_back(one_node(name));
    }
    if (!connection.empty()) {
      all.push_back(format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",)"
                           R"("metadata":{{"namespace":"default","name":"c1"}},"status":{}}})",
                           connection));
    }
    return all;
  }

 private:
  static std::string with_name(std::string text, std::string_view name) {
    for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}")) {
      text.replace(at, 2, name);
    }
    return text;
  }

  std::string list_of(std::string_view items) const {
    if (version == "v1beta1") return format(R"("v1beta2":{{"conditions":[{}]}})", items);
    return format(R"("conditions":[{}])", items);
  }

  std::string cluster() const {
    return format(
        R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Cluster","metadata":{{)"
        R"("namespace":"default",)"
        R"("name":"c1"}},"spec":{{"paused":{}}},"status":{{"initialization":)"
        R"({{"infrastructureProvisioned":true}},{}}}}})",
        version, cluster_paused,
        list_of(R"({"type":"ControlPlaneInitialized","status":"True","reason":"Initialized",)"
                R"("message":"","lastTransitionTime":"2026-01-01T07:00:00Z"})"));
  }

  static constexpr std::string_view machine_template =
      R"("template":{"spec":{"clusterName":"c1","version":"v1.33.0","bootstrap":{"configRef":)"
      R"({"apiGroup":"bootstrap.cluster.x-k8s.io","kind":"KubeadmConfigTemplate","name":"boot"}},)"
      R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io",)"
      R"("kind":"DockerMachineTemplate","name":"infra"}}})";

  std::string deployment() const {
    return format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachineDeployment","metadata":)"
                  R"({{"namespace":"default","name":"md-0","uid":"uid-md"}},"spec":)"
                  R"({{"clusterName":"c1",{}}}}})",
                  version, machine_template);
  }

  std::string machine_set() const {
    const std::string owner =
        format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachineDeployment","name":"md-0",)"
               R"("uid":"uid-md","controller":true}})",
               version);
    return format(
        R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachineSet","metadata":{{"namespace":)"
        R"("default","name":"ms-0","uid":"uid-ms","generation":2,"creationTimestamp":)"
        R"("2026-01-01T06:00:00Z","ownerReferences":[{}]}},"spec":)"
        R"({{"clusterName":"c1",{}{}}},"status":{{{}}}}})",
        version, deployment_name.empty() ? "" : owner,
        replicas.empty() ? "" : format(R"("replicas":{},)", replicas), machine_template,
        list_of(set_conditions));
  }

  std::string one_machine(const std::string& name, bool goes) const {
    std::string stored = machine.conditions;
    std::string deletion;
    if (goes) {
      if (!drain_started.empty()) {
        deletion = format(R"("deletion":{{"nodeDrainStartTime":"{}"}},)", drain_started);
      }
      stored =
          format(R"({{"type":"Deleted","status":"True","reason":"DrainingNode","message":"{}",)"
                 R"("lastTransitionTime":"2026-01-01T11:00:00Z"}})",
                 stage_message);
    }
    const std::string id = with_name(machine.provider_id, name);
    return format(
        R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Machine","metadata":{{)"
        R"("namespace":"default",)"
        R"("name":"{}",{}"creationTimestamp":"2026-01-01T07:30:00Z","generation":3,"annotations":)"
        R"({{{}}},"ownerReferences":[{{"apiVersion":"cluster.x-k8s.io/{}","kind":"MachineSet",)"
        R"("name":"ms-0","uid":"uid-ms","controller":true}}]}},"spec":{{"clusterName":"c1",)"
        R"("version":"v1.33.0",{}{}"bootstrap":{{"configRef":{{"apiGroup":)"
        R"("bootstrap.cluster.x-k8s.io","kind":"KubeadmConfig","name":"{}"}}}},)"
        R"("infrastructureRef":)"
        R"({{"apiGroup":"infrastructure.cluster.x-k8s.io","kind":"DockerMachine","name":"{}"}}}},)"
        R"("status":{{{}{}{}}}}})",
        version, name, goes ? R"("deletionTimestamp":"2026-01-01T11:00:00Z",)" : "",
        machine.annotations, version, machine.spec,
        id.empty() ? "" : format(R"("providerID":"{}",)", id), name, name, deletion,
        with_name(machine.status, name), list_of(stored));
  }

  static std::string plain(std::string_view group, std::string_view kind, std::string_view name,
                           std::string_view status) {
    return format(R"({{"apiVersion":"{}/v1beta2","kind":"{}","metadata":{{"namespace":"default",)"
                  R"("name":"{}"}},"status":{}}})",
                  group, kind, name, status);
  }

  std::string one_node(const std::string& name) const {
    std::string conditions = node_conditions;
    if (conditions.empty()) {
      const bool broken = name == broken_node;
      conditions = format(R"({{"type":"Ready","status":"{}","reason":"Kubelet","message":"{}",)"
                          R"("lastTransitionTime":"{}"}})",
                          broken ? "False" : "True", broken ? "the runtime is down" : "",
                          broken ? broken_since : "2026-01-01T08:00:00Z");
      for (const char* type : {"MemoryPressure", "DiskPressure", "PIDPressure"}) {
        conditions += format(R"(,{{"type":"{}","status":"False","reason":"Kubelet","message":"",)"
                             R"("lastTransitionTime":"2026-01-01T08:00:00Z"}})",
                             type);
      }
    }
    return format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"node-{}","annotations":)"
        R"({{"cluster.x-k8s.io/cluster-name":"c1","cluster.x-k8s.io/cluster-namespace":)"
        R"("default"}}}},"spec":{{"providerID":"docker:////{}"}},"status":{{)"
        R"("conditions":[{}]}}}})",
        name, name, conditions);
  }

  std::vector<std::unique_ptr<World>> worlds_;
  std::vector<std::unique_ptr<Judgement>> judgements_;
};

}  // namespace telltale
