// SPDX-License-Identifier: Apache-2.0
#include "reconcile/anchors.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "observe/world.h"

namespace telltale {
namespace {

using Anchors = std::vector<std::string>;

std::string cluster_anchor(std::string_view namespace_name, std::string_view name) {
  return format("capi/{}/{}", namespace_name, name);
}
std::string hosted_anchor(std::string_view namespace_name, std::string_view name) {
  return format("hosted/{}/{}", namespace_name, name);
}
std::string pool_anchor(std::string_view namespace_slash_name) {
  return format("pool/{}", namespace_slash_name);
}
std::string karpenter_anchor(std::string_view pool) { return format("karpenter/{}", pool); }

// What stands behind the infrastructure of a Machine, and is called otherwise than its Cluster.
std::string machine_anchor(std::string_view what, std::string_view namespace_name,
                           std::string_view name) {
  return format("machine/{}/{}/{}", what, namespace_name, name);
}

bool has_events(std::string_view kind) {
  return std::ranges::find(kinds_with_events, kind) != kinds_with_events.end();
}

bool is_hive(std::string_view group) {
  return group == hive_group || group.ends_with(".hive.openshift.io") ||
         group == "hiveinternal.openshift.io";
}

Anchors of_event(const Object& event) {
  const json::Tree involved = event.body["involvedObject"];
  const std::string_view kind = involved["kind"].as_string("");
  const std::string_view group = group_of(involved["apiVersion"].as_string(""));
  if (!has_events(kind) || group == karpenter_group) return {};
  return {
      anchor_of_itself({.group = group,
                        .kind = kind,
                        .namespace_name = involved["namespace"].as_string(event.key.namespace_name),
                        .name = involved["name"].as_string(""),
                        .home = {}})};
}

Anchors of_memory(const Object& memory) {
  const json::Tree of = memory.body["spec"]["of"];
  const std::string_view group = of["group"].as_string("");
  const std::string_view name = of["name"].as_string("");
  const std::string_view home = memory.key.namespace_name;
  if (group == karpenter_group) return {karpenter_anchor(name)};
  if (group == hypershift_group) return {pool_anchor(format("{}/{}", home, name))};
  if (is_hive(group)) return {format("hive/{}", home)};
  return {anchor_of_itself({.group = group,
                            .kind = of["kind"].as_string(""),
                            .namespace_name = home,
                            .name = name,
                            .home = {}})};
}

// Telltale's own objects.
Anchors of_ours(const Object& object) {
  if (object.key.kind == "RemoteConnection") {
    return {cluster_anchor(object.key.namespace_name, object.key.name)};
  }
  return object.key.kind == "Memory" ? of_memory(object) : Anchors{};
}

Anchors of_hypershift(const Object& object) {
  const std::string_view home = object.key.namespace_name;
  if (object.key.kind == "HostedCluster") return {hosted_anchor(home, object.key.name)};
  if (object.key.kind != "NodePool") return {};
  return {pool_anchor(format("{}/{}", home, object.key.name)),
          hosted_anchor(home, object.body["spec"]["clusterName"].as_string("")),
          anchor_of_itself(object.key)};
}

// Of Secrets only the certificates of a Cluster are ever looked at: its name, and one word more.
// Whoever made them by hand may have left out the label.
Anchors of_secret(const Key& key) {
  const std::size_t dash = key.name.rfind('-');
  if (dash == std::string_view::npos) return {};
  return {cluster_anchor(key.namespace_name, key.name.substr(0, dash))};
}

// Virtual machines and agents, from both sides: those that are looked at through a Machine.
void tie_to_machine(const Object& object, Anchors& anchors) {
  const Key& key = object.key;
  if (key.group == "kubevirt.io") {
    const auto* name = object.label("capk.cluster.x-k8s.io/kubevirt-machine-name");
    const auto* place = object.label("capk.cluster.x-k8s.io/kubevirt-machine-namespace");
    if (name == nullptr) return;
    const std::string_view home = place == nullptr ? key.namespace_name : *place;
    anchors.push_back(machine_anchor("kubevirt", home, *name));
  } else if (key.kind == "KubevirtMachine") {
    anchors.push_back(machine_anchor("kubevirt", key.namespace_name, key.name));
  } else if (key.kind == "Agent" && key.group == "agent-install.openshift.io") {
    anchors.push_back(machine_anchor("agent", key.namespace_name, key.name));
  } else if (key.kind == "AgentMachine") {
    const json::Tree ref = object.body["status"]["agentRef"];
    const std::string_view name = ref["name"].as_string("");
    if (name.empty()) return;
    anchors.push_back(
        machine_anchor("agent", ref["namespace"].as_string(key.namespace_name), name));
  }
}

// By what the object says about itself, whatever its kind.
Anchors of_relations(const Object& object) {
  Anchors anchors;
  if (const auto* pool = object.annotation("hypershift.openshift.io/nodePool")) {
    anchors.push_back(pool_anchor(*pool));
  }
  if (const auto* pool = object.label("karpenter.sh/nodepool")) {
    anchors.push_back(karpenter_anchor(*pool));
  }
  const std::string_view cluster = cluster_name_of(object);
  if (!cluster.empty()) anchors.push_back(cluster_anchor(object.key.namespace_name, cluster));
  if (has_events(object.key.kind)) anchors.push_back(anchor_of_itself(object.key));
  tie_to_machine(object, anchors);
  return anchors;
}

}  // namespace

std::string anchor_of_itself(const Key& key) {
  return format("object/{}/{}/{}/{}", key.group, key.kind, key.namespace_name, key.name);
}

std::vector<std::string> anchors_of(const Object& object) {
  const Key& key = object.key;
  if (!key.home.is_management()) {
    return {cluster_anchor(key.home.cluster_namespace, key.home.cluster_name)};
  }
  if (key.group == own_group) return of_ours(object);
  if (key.kind == "Event") return of_event(object);
  if (key.group == cluster_api_group && key.kind == "Cluster") {
    return {cluster_anchor(key.namespace_name, key.name)};
  }
  if (key.group.empty() && key.kind == "Secret") return of_secret(key);
  if (key.group == hypershift_group) return of_hypershift(object);
  if (key.group == karpenter_group && key.kind == "NodePool") return {karpenter_anchor(key.name)};
  if (is_hive(key.group) && !key.namespace_name.empty()) {
    return {format("hive/{}", key.namespace_name)};
  }
  Anchors anchors = of_relations(object);
  if (anchors.empty() && judged_kind(object) != nullptr) anchors.push_back(anchor_of_itself(key));
  return anchors;
}

}  // namespace telltale
