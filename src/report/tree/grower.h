// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a tree grows, level by level. Used by grow_tree.cc, which knows the kinds of Cluster API, and
// by grow_pools.cc, which knows node pools and ClusterDeployments.

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "report/tree/grow_tree.h"
#include "report/tree/tree_node.h"

namespace telltale {

class Grower {
 public:
  Grower(const World& world, const JudgedIndex& judged, GrowOptions options)
      : world_(world),
        make_(world, judged),
        options_(options),
        placed_(world.objects().size(), false) {}

  std::vector<TreeNode> forest(const ReportFilter& filter);
  TreeNode tree(const Object& object);

 private:
  using Members = std::span<const std::uint32_t>;

  const Object& at(std::uint32_t index) const { return world_.objects()[index]; }
  // Every object has one place; whoever comes second finds it taken.
  bool place(const Object& object) {
    const std::size_t index = world_.index_of(object);
    const bool is_free = !placed_[index];
    placed_[index] = true;
    return is_free;
  }

  TreeNode machine_node(const Object& machine) const;
  void add_references(TreeNode& node) const;
  void add_reference(TreeNode& node, TreeRole role, json::Tree tree,
                     std::string_view condition) const;
  void add_workload_node(TreeNode& node) const;

  TreeNode owner_node(const Object& owner, TreeRole role);
  TreeNode deployment_node(const Object& deployment);
  TreeNode cluster_node(const Object& cluster);
  void add_machines(TreeNode& node, const Object& owner);
  void add_members(TreeNode& node, const Object* cluster, Members members);
  void add_health_checks(TreeNode& node, Members members);
  TreeTally health_tally(const Object& check, Members members) const;
  TreeNode missing_control_plane(const Key& key, Members members);
  void add_control_planes(TreeNode& node, const Object* cluster, Members members);
  void add_worker_owners(TreeNode& workers, Members members);
  void add_leftovers(TreeNode& node, TreeNode& workers, Members members);
  void add_by_owner(TreeNode& heading, std::span<const Object* const> orphans);
  void add_clusterless(std::vector<TreeNode>& roots, const ReportFilter& filter);

  TreeNode hosted_cluster_node(const Object& cluster, std::span<const Object* const> pools);
  TreeNode hypershift_pool_node(const Object& pool);
  TreeNode karpenter_pool_node(const Object& pool);
  TreeNode cluster_deployment_node(const Object& deployment);
  void add_belonging(TreeNode& node, const Object& owner, std::string_view kind);
  void add_if_collected(TreeNode& node, const Key& key);
  void add_hosted_clusters(std::vector<TreeNode>& roots, const ReportFilter& filter);
  // Pools and ClusterDeployments come first: what they hold has its place there.
  void add_pools(std::vector<TreeNode>& roots, const ReportFilter& filter);

  const World& world_;
  NodeMaker make_;
  GrowOptions options_;
  std::vector<bool> placed_;
};

}  // namespace telltale
