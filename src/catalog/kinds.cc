// SPDX-License-Identifier: Apache-2.0
#include "catalog/kinds.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "catalog/groups.h"
#include "catalog/pool_fields.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

constexpr std::size_t kinds_max = 64;

// Owners after what they own.
constexpr const Kind* kinds[] = {
    &machine_kind,
    &machine_set_kind,
    &machine_deployment_kind,
    &machine_pool_kind,
    &kubeadm_control_plane_kind,
    &cluster_kind,
    &hypershift_node_pool_kind,
    &karpenter_node_pool_kind,
    &cluster_deployment_kind,
};

std::pair<std::string_view, std::string_view> name_of(const Kind* kind) {
  return {kind->kind, kind->group};
}

// The records in both orders.
class Registry {
 public:
  Registry() : as_judged_(std::begin(kinds), std::end(kinds)) { arrange(); }

  const std::vector<const Kind*>& as_judged() const { return as_judged_; }
  const std::vector<const Kind*>& by_name() const { return by_name_; }

  void add(const Kind& kind) {
    check(as_judged_.size() < kinds_max, "a process knows a limited number of kinds");
    check(kind.judge != nullptr && kind.tables != nullptr, "a record tells how to judge its kind");
    const bool known = std::ranges::binary_search(by_name_, name_of(&kind), {}, name_of);
    check(!known, "a kind has one record");
    as_judged_.push_back(&kind);
    arrange();
  }
  void remove(const Kind& kind) {
    std::erase(as_judged_, &kind);
    arrange();
  }

 private:
  void arrange() {
    std::ranges::stable_sort(as_judged_, {}, &Kind::stage);
    by_name_ = as_judged_;
    std::ranges::sort(by_name_, {}, name_of);
  }

  std::vector<const Kind*> as_judged_;
  std::vector<const Kind*> by_name_;
};

Registry& registry() {
  static Registry known;
  return known;
}

constexpr std::string_view machine_fields[] = {"spec.clusterName:string",
                                               "spec.version:string",
                                               "spec.providerID:string",
                                               "spec.minReadySeconds:int",
                                               "spec.readinessGates:list",
                                               "spec.failureDomain",
                                               "spec.deletion:map",
                                               "spec.nodeDrainTimeout",
                                               "spec.nodeVolumeDetachTimeout",
                                               "spec.nodeDeletionTimeout",
                                               "spec.taints.*.key",
                                               "spec.taints.*.effect",
                                               "spec.bootstrap.configRef:map",
                                               "spec.bootstrap.dataSecretName",
                                               "spec.infrastructureRef:map",
                                               "status.nodeRef.name:string",
                                               "status.initialization:map",
                                               "status.bootstrapReady:bool",
                                               "status.infrastructureReady:bool",
                                               "status.deletion:map",
                                               "status.deletion.nodeDrainStartTime:time",
                                               "status.certificatesExpiryDate:time",
                                               "status.nodeInfo.kubeletVersion"};

constexpr std::string_view template_fields[] = {"spec.clusterName:string",
                                                "spec.replicas:int",
                                                "spec.rolloutAfter:time",
                                                "spec.rollout.after:time",
                                                "spec.rollout.strategy.type:string",
                                                "spec.rollout.strategy.rollingUpdate",
                                                "spec.strategy.type:string",
                                                "spec.strategy.rollingUpdate",
                                                "spec.template.spec.version:string",
                                                "spec.template.spec.bootstrap:map",
                                                "spec.template.spec.infrastructureRef:map",
                                                "spec.template.spec.failureDomain",
                                                "status.replicas:int",
                                                "status.readyReplicas",
                                                "status.availableReplicas",
                                                "status.upToDateReplicas",
                                                "status.experimentalReadyReplicas",
                                                "status.exprimentalReadyReplicas",
                                                "status.v1beta2.readyReplicas",
                                                "status.v1beta2.availableReplicas",
                                                "status.v1beta2.upToDateReplicas"};

constexpr std::string_view pool_fields[] = {"spec.clusterName:string",
                                            "spec.replicas:int",
                                            "spec.template.spec.bootstrap:map",
                                            "spec.template.spec.infrastructureRef:map",
                                            "status.initialization:map",
                                            "status.bootstrapReady:bool",
                                            "status.infrastructureReady:bool",
                                            "status.replicas:int",
                                            "status.readyReplicas",
                                            "status.availableReplicas",
                                            "status.upToDateReplicas",
                                            "status.experimentalReadyReplicas",
                                            "status.exprimentalReadyReplicas",
                                            "status.v1beta2.readyReplicas",
                                            "status.v1beta2.availableReplicas",
                                            "status.v1beta2.upToDateReplicas"};

constexpr std::string_view cluster_fields[] = {"spec.paused:bool",
                                               "spec.topology.version",
                                               "spec.controlPlaneRef",
                                               "spec.controlPlaneEndpoint",
                                               "status.initialization:map",
                                               "status.infrastructureReady:bool",
                                               "spec.infrastructureRef:map",
                                               "spec.availabilityGates:list",
                                               "spec.topology:map",
                                               "spec.topology.class",
                                               "spec.topology.classNamespace",
                                               "spec.topology.classRef",
                                               "status.controlPlaneReady:bool",
                                               "status.controlPlane:map",
                                               "status.workers:map",
                                               "status.failureDomains",
                                               "status.v1beta2.controlPlane",
                                               "status.v1beta2.workers"};

constexpr std::string_view cluster_class_fields[] = {"spec.availabilityGates:list"};

constexpr std::string_view node_fields[] = {
    "spec.providerID:string", "spec.taints.*.key", "spec.taints.*.effect",
    "status.nodeInfo.kubeletVersion", "metadata.labels[node-role.kubernetes.io/control-plane]"};

constexpr std::string_view control_plane_fields[] = {
    "spec.clusterName:string",
    "spec.replicas:int",
    "spec.version:string",
    "spec.kubeadmConfigSpec:map",
    "spec.machineTemplate.infrastructureRef:map",
    "spec.machineTemplate.spec.infrastructureRef:map",
    "spec.rollout.after:time",
    "spec.rollout.before.certificatesExpiryDays:int",
    "spec.rolloutAfter:time",
    "spec.rolloutBefore.certificatesExpiryDays:int",
    "status.initialization:map",
    "status.initialization.controlPlaneInitialized",
    "status.initialized",
    "status.version",
    "status.versions",
    "status.replicas:int",
    "status.readyReplicas",
    "status.availableReplicas",
    "status.unavailableReplicas",
    "status.upToDateReplicas",
    "status.updatedReplicas",
    "status.experimentalReadyReplicas",
    "status.exprimentalReadyReplicas",
    "status.v1beta2.readyReplicas",
    "status.v1beta2.availableReplicas",
    "status.v1beta2.upToDateReplicas"};

// Of a Pod only what tells whether its containers run.
constexpr std::string_view pod_fields[] = {
    "status.phase:string", "status.containerStatuses.*.state.waiting.reason",
    "status.containerStatuses.*.state.terminated.reason",
    "status.containerStatuses.*.lastState.terminated.exitCode"};

// The spec is kept for the Machines of control planes only; the label tells.
constexpr std::string_view kubeadm_config_fields[] = {"metadata.labels", "spec", "status.ready",
                                                      "status.initialization"};

constexpr std::string_view event_fields[] = {
    "involvedObject", "reason", "message", "lastTimestamp", "eventTime", "series.lastObservedTime"};

// RemoteConnection, and whatever else is telltale's own: small, and all of it matters.
constexpr std::string_view own_fields[] = {"spec",
                                           "status",
                                           "status.connected:bool",
                                           "status.consecutiveFailures:int",
                                           "status.lastProbeSuccessTime:time",
                                           "status.lookupError:string"};

// Provider objects of any kind, as far as the contract knows them, and control planes.
constexpr std::string_view provider_fields[] = {
    "spec.version", "spec.providerID", "status.ready", "status.initialization", "status.versions",
    "status.version", "status.externalManagedControlPlane", "status.infrastructureMachineKind",
    // Why a machine failed, and how often an installation was begun again.
    "status.failureReason", "status.failureMessage", "status.installRestarts", "spec.imageSetRef",
    // What platforms tell beside that (hypershift_nodepool/platform_surfaces.h).
    "status.fault", "status.health", "status.instanceState", "status.instanceStatus",
    "status.agentRef", "spec.imageRef.name", "spec.virtualMachineTemplate.metadata.namespace",
    // Control planes of other providers; nobody else has such counters.
    "spec.replicas", "status.initialized", "status.replicas", "status.readyReplicas",
    "status.availableReplicas", "status.unavailableReplicas", "status.upToDateReplicas",
    "status.updatedReplicas", "status.v1beta2.readyReplicas", "status.v1beta2.availableReplicas",
    "status.v1beta2.upToDateReplicas"};

constexpr std::string_view health_check_fields[] = {"spec.clusterName:string",
                                                    "spec.selector:map",
                                                    "spec.checks:map",
                                                    "spec.remediation:map",
                                                    "spec.unhealthyConditions:list",
                                                    "spec.unhealthyMachineConditions:list",
                                                    "spec.maxUnhealthy",
                                                    "spec.unhealthyRange:string",
                                                    "spec.nodeStartupTimeout:string",
                                                    "spec.remediationTemplate:map"};

struct Fields {
  std::string_view group;
  std::string_view kind;
  std::span<const std::string_view> paths;
  Extent extent;
  // Only documents with this word in them, which also keep more; such an entry comes first.
  std::string_view marker = {};
  std::span<const std::string_view> more = {};
};

constexpr Extent all_of_it{};
constexpr Extent without_legacy{.relations = true, .legacy_conditions = false};
constexpr Extent by_name_only{.relations = false, .legacy_conditions = false};

constexpr Fields fields[] = {
    {cluster_api_group, "Machine", machine_fields, all_of_it, "hypershift.openshift.io/nodePool",
     pool_machine_fields},
    {"cluster.x-k8s.io", "Machine", machine_fields, without_legacy},
    {"cluster.x-k8s.io", "MachineSet", template_fields, all_of_it},
    {"cluster.x-k8s.io", "MachineDeployment", template_fields, all_of_it},
    {"cluster.x-k8s.io", "MachinePool", pool_fields, all_of_it},
    {"cluster.x-k8s.io", "Cluster", cluster_fields, all_of_it},
    {"cluster.x-k8s.io", "ClusterClass", cluster_class_fields, by_name_only},
    {"cluster.x-k8s.io", "MachineHealthCheck", health_check_fields, without_legacy},
    {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane", control_plane_fields, all_of_it},
    {"bootstrap.cluster.x-k8s.io", "KubeadmConfig", kubeadm_config_fields, by_name_only},
    {"", "Node", node_fields, by_name_only},
    {"", "Pod", pod_fields, by_name_only},
    {"", "Event", event_fields, by_name_only},
    {"events.k8s.io", "Event", event_fields, by_name_only},
    {own_group, "RemoteConnection", own_fields, by_name_only},
    {own_group, "Memory", memory_fields, by_name_only},
    {hypershift_group, "NodePool", hypershift_pool_fields, all_of_it},
    {hypershift_group, "HostedCluster", hosted_cluster_fields, by_name_only},
    {"kubevirt.io", "VirtualMachine", virtual_machine_fields, by_name_only},
    {"kubevirt.io", "VirtualMachineInstance", virtual_machine_fields, by_name_only},
    {karpenter_group, "NodePool", karpenter_pool_fields, all_of_it},
    {karpenter_group, "NodeClaim", node_claim_fields, all_of_it},
    {hive_group, "ClusterDeployment", cluster_deployment_fields, all_of_it},
    {hive_group, "ClusterProvision", cluster_provision_fields, all_of_it},
    {hive_group, "ClusterDeprovision", cluster_deprovision_fields, all_of_it},
    {hive_group, "DNSZone", dns_zone_fields, all_of_it},
    {"apiextensions.k8s.io", "CustomResourceDefinition", definition_fields, by_name_only,
     "nodepools."},
};

bool is_about(const MoreFields& more, std::string_view group, std::string_view kind) {
  return more.kind.empty() || (more.kind == kind && more.group == group);
}

// Judging's fields of a kind, and what was asked for on top.
json::Selection selection_of(const Fields& judging, std::span<const MoreFields> more) {
  std::vector<std::string_view> paths(judging.paths.begin(), judging.paths.end());
  paths.insert(paths.end(), judging.more.begin(), judging.more.end());
  Extent extent = judging.extent;
  for (const MoreFields& one : more) {
    if (!is_about(one, judging.group, judging.kind)) continue;
    paths.insert(paths.end(), one.paths.begin(), one.paths.end());
    extent = all_of_it;
  }
  return select_fields(paths, extent);
}

// A word looked for in every document of a fleet: in steps as long as the word.
class Marker {
 public:
  explicit Marker(std::string_view word) : searcher_(word.data(), word.data() + word.size()) {}
  bool stands_in(std::string_view text) const {
    const char* end = text.data() + text.size();
    return std::search(text.data(), end, searcher_) != end;
  }

 private:
  std::boyer_moore_horspool_searcher<const char*> searcher_;
};

class Chooser {
 public:
  explicit Chooser(std::span<const MoreFields> more)
      : others_(selection_of({"", "", provider_fields, by_name_only}, more)) {
    for (const Fields& one : fields) add(one, more);
    for (const Kind* one : judged_kinds()) {
      if (!one->fields.empty()) add({one->group, one->kind, one->fields, all_of_it}, more);
    }
    for (const MoreFields& one : more) {
      const bool known = one.kind.empty() || find(one.group, one.kind) != nullptr;
      if (!known) add({one.group, one.kind, provider_fields, all_of_it}, more);
    }
  }

  const json::Selection& choose(const json::Header& header) const {
    const Chosen* chosen = find(group_of(header.api_version), header.kind, header.text);
    return chosen == nullptr ? others_ : chosen->selection;
  }

 private:
  struct Chosen {
    std::string group;
    std::string kind;
    std::optional<Marker> marker;
    json::Selection selection;
  };

  void add(const Fields& judging, std::span<const MoreFields> more) {
    chosen_.push_back(
        {std::string(judging.group), std::string(judging.kind),
         judging.marker.empty() ? std::nullopt : std::optional<Marker>(judging.marker),
         selection_of(judging, more)});
  }

  const Chosen* find(std::string_view group, std::string_view kind,
                     std::string_view text = {}) const {
    for (const Chosen& one : chosen_) {
      if (one.kind != kind || one.group != group) continue;
      if (!one.marker || one.marker->stands_in(text)) return &one;
    }
    return nullptr;
  }

  json::Selection others_;
  std::vector<Chosen> chosen_;
};

}  // namespace

std::span<const Kind* const> judged_kinds() { return registry().by_name(); }
std::span<const Kind* const> kinds_as_judged() { return registry().as_judged(); }

bool is_of(const Kind& kind, const Object& object) {
  return kind.kind == object.key.kind && kind.group == object.key.group &&
         object.key.home.is_management();
}

const Kind* judged_kind(const Object& object) {
  for (const Kind* kind : kinds_as_judged()) {
    if (is_of(*kind, object)) return kind;
  }
  return nullptr;
}

RegisteredKind::RegisteredKind(const Kind& kind) : kind_(kind) { registry().add(kind); }
RegisteredKind::~RegisteredKind() { registry().remove(kind_); }

Extent extent_of(std::string_view group, std::string_view kind) {
  for (const Fields& one : fields) {
    if (one.kind == kind && one.group == group) return one.extent;
  }
  for (const Kind* one : judged_kinds()) {
    if (one->kind == kind && one->group == group) return all_of_it;
  }
  return by_name_only;
}

json::SelectFields fields_to_read(std::span<const MoreFields> more) {
  return
      [chooser = std::make_shared<const Chooser>(more)](
          const json::Header& header) -> const json::Selection& { return chooser->choose(header); };
}

}  // namespace telltale
