// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"
#include "report/tree/grower.h"

// Node pools and ClusterDeployments:
//
//   HostedCluster ── NodePool ── MachineDeployment, MachineSet ── Machine
//   NodePool (Karpenter) ── NodeClass, NodeClaim
//   ClusterDeployment ── ClusterInstall, ClusterProvision, DNSZone, ClusterDeprovision

namespace telltale {

void Grower::add_belonging(TreeNode& node, const Object& owner, std::string_view kind) {
  for (const std::uint32_t index : world_.belonging_to(owner)) {
    const Object& object = at(index);
    if (object.key.kind != kind || !place(object)) continue;
    if (is_core(object, machine_deployment_kind)) {
      node.children.push_back(deployment_node(object));
    } else if (is_core(object, machine_set_kind)) {
      node.children.push_back(owner_node(object, TreeRole::Object));
    } else if (is_core(object, machine_kind)) {
      node.children.push_back(machine_node(object));
    } else {
      node.children.push_back(make_.present(object, TreeRole::Object));
      finish(node.children.back());
    }
  }
}

// Objects that only some have are worth a line where they are there.
void Grower::add_if_collected(TreeNode& node, const Key& key) {
  const Found found = world_.find(key);
  if (found.object == nullptr || !place(*found.object)) return;
  node.children.push_back(make_.present(*found.object, TreeRole::Object));
  finish(node.children.back());
}

TreeNode Grower::hypershift_pool_node(const Object& pool) {
  TreeNode node = make_.present(pool, TreeRole::Object);
  for (const Kind* kind : {&machine_deployment_kind, &machine_set_kind, &machine_kind}) {
    add_belonging(node, pool, kind->kind);
  }
  finish(node);
  return node;
}

TreeNode Grower::hosted_cluster_node(const Object& cluster, std::span<const Object* const> pools) {
  TreeNode node = make_.present(cluster, TreeRole::Object);
  for (const Object* pool : pools) {
    if (place(*pool)) node.children.push_back(hypershift_pool_node(*pool));
  }
  finish(node);
  return node;
}

void Grower::add_hosted_clusters(std::vector<TreeNode>& roots, const ReportFilter& filter) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const Object*>> pools;
  for (const Object& object : world_.objects()) {
    if (!is_a(object, hypershift_node_pool_kind)) continue;
    pools[{object.key.namespace_name, cluster_name_of(object)}].push_back(&object);
  }
  for (const Object& object : world_.objects()) {
    if (!is_a(object, hypershift_group, "HostedCluster") || !filter.shows(object)) continue;
    place(object);
    roots.push_back(
        hosted_cluster_node(object, pools[{object.key.namespace_name, object.key.name}]));
  }
}

TreeNode Grower::karpenter_pool_node(const Object& pool) {
  TreeNode node = make_.present(pool, TreeRole::Object);
  const shapes::Ref ref = [&] {
    const json::Tree tree = pool.body["spec"]["template"]["spec"]["nodeClassRef"];
    shapes::Ref found = shapes::ref(tree);
    found.group = tree["group"].as_string(found.group);
    return found;
  }();
  if (ref) {
    node.children.push_back(
        make_.referred({ref.group, ref.kind, {}, ref.name, {}}, TreeRole::Infrastructure));
    finish(node.children.back());
  }
  add_belonging(node, pool, "NodeClaim");
  finish(node);
  return node;
}

TreeNode Grower::cluster_deployment_node(const Object& deployment) {
  TreeNode node = make_.present(deployment, TreeRole::Object);
  const std::string_view space = deployment.key.namespace_name;
  const json::Tree install = deployment.body["spec"]["clusterInstallRef"];
  if (const shapes::Ref ref = shapes::ref(install)) {
    const std::string_view group = install["group"].as_string(ref.group);
    node.children.push_back(
        make_.referred({group, ref.kind, space, ref.name, {}}, TreeRole::Object));
    finish(node.children.back());
  }
  add_belonging(node, deployment, "ClusterProvision");
  add_if_collected(node, {hive_group, "ClusterDeprovision", space, deployment.key.name, {}});
  const std::string zone = format("{}-zone", deployment.key.name);
  add_if_collected(node, {hive_group, "DNSZone", space, zone, {}});
  finish(node);
  return node;
}

void Grower::add_pools(std::vector<TreeNode>& roots, const ReportFilter& filter) {
  const auto add = [&](const Kind& kind, TreeNode (Grower::*grow)(const Object&)) {
    for (const Object& object : world_.objects()) {
      if (!is_a(object, kind) || !filter.shows(object) || !place(object)) continue;
      roots.push_back((this->*grow)(object));
    }
  };
  add_hosted_clusters(roots, filter);
  add(hypershift_node_pool_kind, &Grower::hypershift_pool_node);
  add(karpenter_node_pool_kind, &Grower::karpenter_pool_node);
  add(cluster_deployment_kind, &Grower::cluster_deployment_node);
}

}  // namespace telltale
