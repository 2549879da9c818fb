// SPDX-License-Identifier: Apache-2.0
#include "catalog/kinds.h"

#include <array>
#include <memory>
#include <vector>

#include "kube/read_object.h"

namespace telltale {
namespace {

constexpr std::array<JudgedKind, 2> kinds{{
    {"cluster.x-k8s.io", "Machine", "Ready"},
    {"cluster.x-k8s.io", "MachineSet", "MachinesReady"},
}};

constexpr std::string_view machine_fields[] = {"spec.clusterName:string",
                                               "spec.version:string",
                                               "spec.providerID:string",
                                               "spec.minReadySeconds:int",
                                               "spec.readinessGates:list",
                                               "spec.bootstrap.configRef:map",
                                               "spec.infrastructureRef:map",
                                               "status.nodeRef.name:string",
                                               "status.initialization:map",
                                               "status.bootstrapReady:bool",
                                               "status.infrastructureReady:bool",
                                               "status.deletion:map",
                                               "status.deletion.nodeDrainStartTime:time",
                                               "status.nodeInfo.kubeletVersion"};

constexpr std::string_view template_fields[] = {"spec.clusterName:string",
                                                "spec.replicas:int",
                                                "spec.rolloutAfter:time",
                                                "spec.rollout.after:time",
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

constexpr std::string_view cluster_fields[] = {"spec.paused:bool", "spec.topology.version",
                                               "spec.controlPlaneRef", "status.initialization:map",
                                               "status.infrastructureReady:bool"};

constexpr std::string_view node_fields[] = {"spec.providerID:string",
                                            "status.nodeInfo.kubeletVersion"};

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
    "spec.version", "status.ready", "status.initialization", "status.versions", "status.version"};

struct Fields {
  std::string_view group;
  std::string_view kind;
  std::span<const std::string_view> paths;
  Extent extent;
};

constexpr Extent all_of_it{};
constexpr Extent without_legacy{.relations = true, .legacy_conditions = false};
constexpr Extent by_name_only{.relations = false, .legacy_conditions = false};

constexpr Fields fields[] = {
    {"cluster.x-k8s.io", "Machine", machine_fields, without_legacy},
    {"cluster.x-k8s.io", "MachineSet", template_fields, all_of_it},
    {"cluster.x-k8s.io", "MachineDeployment", template_fields, all_of_it},
    {"cluster.x-k8s.io", "Cluster", cluster_fields, all_of_it},
    {"", "Node", node_fields, by_name_only},
    {"", "Event", event_fields, by_name_only},
    {"events.k8s.io", "Event", event_fields, by_name_only},
    {"telltale.dev", "RemoteConnection", own_fields, by_name_only},
};

class Chooser {
 public:
  Chooser() : others_(select_fields(provider_fields, by_name_only)) {
    for (const Fields& one : fields) chosen_.push_back(select_fields(one.paths, one.extent));
  }

  const json::Selection& choose(const json::Header& header) const {
    const std::string_view group = group_of(header.api_version);
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (fields[i].kind == header.kind && fields[i].group == group) return chosen_[i];
    }
    return others_;
  }

 private:
  json::Selection others_;
  std::vector<json::Selection> chosen_;
};

}  // namespace

std::span<const JudgedKind> judged_kinds() { return kinds; }

const JudgedKind* judged_kind(const Object& object) {
  if (!object.key.home.is_management()) return nullptr;
  for (const JudgedKind& kind : kinds) {
    if (kind.kind == object.key.kind && kind.group == object.key.group) return &kind;
  }
  return nullptr;
}

json::SelectFields fields_to_read() {
  return
      [chooser = std::make_shared<const Chooser>()](
          const json::Header& header) -> const json::Selection& { return chooser->choose(header); };
}

}  // namespace telltale
