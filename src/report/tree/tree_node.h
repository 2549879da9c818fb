// SPDX-License-Identifier: Apache-2.0
#pragma once

// One node of the tree: what is known about an object, or that it is missing. Who is below whom is
// decided in grow_tree.cc.

#include "catalog/kind.h"
#include "observe/world.h"
#include "report/tree/tree.h"

namespace telltale {

class NodeMaker {
 public:
  NodeMaker(const World& world, const JudgedIndex& judged) : world_(world), judged_(judged) {}

  TreeNode present(const Object& object, TreeRole role) const;
  // The object with this key, or a node that says why there is none.
  TreeNode referred(const Key& key, TreeRole role) const;

 private:
  const World& world_;
  const JudgedIndex& judged_;
};

// In the management cluster.
bool is_core(const Object& object, const Kind& kind);
bool is_core(const Object& object, std::string_view kind);

// Once its children are known, a node knows the rest about itself; their order among it.
void finish(TreeNode& node);
// The worst first, then by role, kind and name.
void sort_nodes(std::vector<TreeNode>& nodes);

}  // namespace telltale
