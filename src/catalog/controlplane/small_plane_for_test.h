// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: a Cluster c1 with a KubeadmControlPlane kcp of three Machines m1 to m3 on Nodes
// n1 to n3, their Pods and certificates, from the documents a dump would hold, in either API
// version.

#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/controlplane/judge_controlplane.h"
#include "catalog/controlplane/pods.h"
#include "catalog/controlplane/verdict.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"

namespace telltale::controlplane {

// What a test says about one condition, to compare in one line.
struct Spoken {
  Status status = Status::Unknown;
  std::string reason = {};
  std::string message = {};

  bool operator==(const Spoken&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Spoken& spoken) {
  return out << to_text(spoken.status) << "/" << spoken.reason << ": " << spoken.message;
}

inline std::string stored_text(std::string_view type, std::string_view status,
                               std::string_view reason, std::string_view message = "",
                               std::string_view since = "2026-01-01T11:00:00Z") {
  return format(R"({{"type":"{}","status":"{}","reason":"{}","message":"{}",)"
                R"("lastTransitionTime":"{}"}})",
                type, status, reason, message, since);
}

class SmallPlane {
 public:
  std::string version = "v1beta2";
  Settings settings;
  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  Completeness completeness = Completeness::Partial;

  std::string cluster_spec = R"("controlPlaneEndpoint":{"host":"10.0.0.1","port":6443})";
  std::string cluster_metadata;  // with a leading comma
  std::string replicas = "3";
  std::string kubeadm_spec = "{}";
  std::string plane_spec;      // further members, with a leading comma
  std::string plane_metadata;  // likewise
  bool initialized = true;     // by the contract's field
  std::string plane_conditions =
      stored_text("Initialized", "True", "Initialized", "", "2026-01-01T10:00:00Z");
  std::string plane_status;  // further members, with a leading comma
  bool pods = true;
  bool secrets = true;
  std::string secret_left_out;
  std::vector<std::string> more;  // further documents

  struct Machine {
    std::string name;
    std::string metadata = {};    // with a leading comma
    std::string node = {};        // empty: no nodeRef
    std::string provider = {};    // empty: no providerID
    std::string conditions = {};  // stored
    std::string version = "v1.33.0";
    std::string scheduler =
        R"({"phase":"Running","conditions":[{"type":"Ready","status":"True"}]})";
    std::string node_ready = "True";
    bool has_node_object = true;
  };
  std::vector<Machine> machines = {well("m1", "n1"), well("m2", "n2"), well("m3", "n3")};

  static Machine well(std::string name, const std::string& node) {
    return {.name = std::move(name),
            .node = node,
            .provider = "docker:////" + node,
            .conditions = stored_text("EtcdMemberHealthy", "True", "Healthy")};
  }

  Judged judged_plane() {
    build();
    const JudgeContext context{*world_, settings, now, starts_, judged_of_};
    const Found found = world_->find(
        {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", "default", "kcp", {}});
    check(found.object != nullptr, "the world of this test has a control plane");
    gathered_ = std::make_unique<Members>(gather(context, *found.object));
    const Sheet sheet = observe(context, *found.object, *gathered_);
    ConditionWriter writer(settings, now, arena_);
    Judged judged = judge(*found.object, sheet, writer);
    decide_verdict(judged, sheet, settings);
    return judged;
  }

  const Judged& judged_machine(std::string_view name) {
    build();
    const Found found = world_->find({"cluster.x-k8s.io", "Machine", "default", name, {}});
    check(found.object != nullptr, "the world of this test has this Machine");
    return *judged_of_[world_->index_of(*found.object)];
  }

  Spoken says(std::string_view type) { return spoken(judged_plane().conditions, type); }
  Spoken machine_says(std::string_view name, std::string_view type) {
    return spoken(judged_machine(name).conditions, type);
  }
  bool lacks(std::string_view type) {
    return find_condition(judged_plane().conditions, type) == nullptr;
  }

  const World& world() {
    build();
    return *world_;
  }
  const Object& plane() {
    return *world()
                .find(
                    {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", "default", "kcp", {}})
                .object;
  }

 private:
  static Spoken spoken(Conditions conditions, std::string_view type) {
    const Condition* found = find_condition(conditions, type);
    if (found == nullptr) return {.reason = "(none)"};
    return {found->status, std::string(found->reason), std::string(found->message)};
  }

  std::string list_of(std::string_view items) const {
    if (version == "v1beta1") return format(R"("v1beta2":{{"conditions":[{}]}})", items);
    return format(R"("conditions":[{}])", items);
  }

  void build() {
    documents_.clear();
    add_cluster();
    add_plane();
    for (const Machine& machine : machines) add_machine(machine);
    for (const std::string_view purpose : {"ca", "sa", "proxy", "etcd"}) {
      if (!secrets || purpose == secret_left_out) continue;
      documents_.push_back(format(R"({{"apiVersion":"v1","kind":"Secret","metadata":{{"namespace":)"
                                  R"("default","name":"c1-{}"}}}})",
                                  purpose));
    }
    documents_.insert(documents_.end(), more.begin(), more.end());
    const std::vector<std::string_view> views(documents_.begin(), documents_.end());
    world_ = std::make_unique<World>(world_of(views, completeness));
    below_ = std::make_unique<Judgement>(telltale::judge(*world_, settings, now, 1));
    judged_of_.assign(world_->objects().size(), nullptr);
    for (const Judged& item : below_->items) judged_of_[world_->index_of(*item.object)] = &item;
  }

  void add_cluster() {
    const std::string_view provisioned =
        version == "v1beta1" ? R"("infrastructureReady":true)"
                             : R"("initialization":{"infrastructureProvisioned":true})";
    documents_.push_back(
        format(R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Cluster","metadata":{{"namespace":)"
               R"("default","name":"c1"{}}},"spec":{{{}}},"status":{{{},{}}}}})",
               version, cluster_metadata, cluster_spec, provisioned,
               list_of(stored_text("ControlPlaneInitialized", "True", "Initialized"))));
  }

  void add_plane() {
    const bool old = version == "v1beta1";
    const std::string_view reference =
        R"("infrastructureRef":{"apiGroup":"infrastructure.cluster.x-k8s.io","apiVersion":)"
        R"("infrastructure.cluster.x-k8s.io/v1beta1","kind":"DockerMachineTemplate","name":"tpl"})";
    const std::string flag =
        old ? format(R"("initialized":{})", initialized)
            : format(R"("initialization":{{"controlPlaneInitialized":{}}})", initialized);
    documents_.push_back(format(
        R"({{"apiVersion":"controlplane.cluster.x-k8s.io/{}","kind":"KubeadmControlPlane",)"
        R"("metadata":{{"namespace":"default","name":"kcp","uid":"uid-kcp","labels":)"
        R"({{"cluster.x-k8s.io/cluster-name":"c1"}}{}}},"spec":{{{}"version":"v1.33.0",)"
        R"("kubeadmConfigSpec":{},"machineTemplate":{{{}}}{}}},"status":{{{},{}{}}}}})",
        version, plane_metadata, replicas.empty() ? "" : format(R"("replicas":{},)", replicas),
        kubeadm_spec, old ? std::string(reference) : format(R"("spec":{{{}}})", reference),
        plane_spec, flag, list_of(plane_conditions), plane_status));
  }

  void add_machine(const Machine& machine) {
    const std::string node =
        machine.node.empty() ? "" : format(R"("nodeRef":{{"name":"{}"}},)", machine.node);
    const std::string provider =
        machine.provider.empty() ? "" : format(R"(,"providerID":"{}")", machine.provider);
    documents_.push_back(format(
        R"({{"apiVersion":"cluster.x-k8s.io/{}","kind":"Machine","metadata":{{"namespace":)"
        R"("default","name":"{}","creationTimestamp":"2026-01-01T09:00:00Z","labels":)"
        R"({{"cluster.x-k8s.io/control-plane":"","cluster.x-k8s.io/cluster-name":"c1"}},)"
        R"("ownerReferences":[{{"apiVersion":"controlplane.cluster.x-k8s.io/{}","kind":)"
        R"("KubeadmControlPlane","name":"kcp","uid":"uid-kcp","controller":true}}]{}}},)"
        R"("spec":{{"clusterName":"c1","version":"{}","infrastructureRef":{{"apiGroup":)"
        R"("infrastructure.cluster.x-k8s.io","apiVersion":)"
        R"("infrastructure.cluster.x-k8s.io/v1beta1",)"
        R"("kind":"DockerMachine","name":"{}"}},"bootstrap":{{"configRef":{{"apiGroup":)"
        R"("bootstrap.cluster.x-k8s.io","apiVersion":"bootstrap.cluster.x-k8s.io/v1beta1","kind":)"
        R"("KubeadmConfig","name":"{}"}}}}{}}},"status":{{{}{}}}}})",
        version, machine.name, version, machine.metadata, machine.version, machine.name,
        machine.name, provider, node, list_of(machine.conditions)));
    if (!machine.node.empty() && machine.has_node_object) add_node(machine);
  }

  void add_node(const Machine& machine) {
    constexpr std::string_view home = R"("annotations":{"cluster.x-k8s.io/cluster-name":"c1",)"
                                      R"("cluster.x-k8s.io/cluster-namespace":"default"})";
    documents_.push_back(format(
        R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{}",{}}},"spec":{{"providerID":)"
        R"("{}"}},"status":{{"conditions":[{{"type":"Ready","status":"{}"}},)"
        R"({{"type":"MemoryPressure","status":"False"}},)"
        R"({{"type":"DiskPressure","status":"False"}},)"
        R"({{"type":"PIDPressure","status":"False"}}]}}}})",
        machine.node, home, machine.provider, machine.node_ready));
    if (!pods) return;
    const std::string runs =
        R"({"phase":"Running","conditions":[{"type":"Ready","status":"True"}]})";
    for (const Component& component : components) {
      documents_.push_back(
          format(R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"namespace":"kube-system",)"
                 R"("name":"{}-{}",{}}},"status":{}}})",
                 component.name, machine.node, home,
                 component.name == "kube-scheduler" ? machine.scheduler : runs));
    }
  }

  std::vector<std::string> documents_;
  std::unique_ptr<World> world_;
  std::unique_ptr<Judgement> below_;
  std::unique_ptr<Members> gathered_;
  std::vector<const Judged*> judged_of_;
  ControlPlaneStarts starts_;
  Arena arena_;
};

}  // namespace telltale::controlplane
