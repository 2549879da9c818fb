// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which siblings are said on one line. Only Machines and what they stand on are put together, and
// only when verdict, Ready, Available, UpToDate and the message shown are equal: no message hides
// behind another.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "report/tree/tree.h"

namespace telltale {

// One line: a node, or several that fare alike.
struct TreeGroup {
  std::vector<const TreeNode*> members = {};  // at least one, in the order of the siblings
  TreeTally tally = {};
  Instant since = no_time;  // of the one that has waited longest

  const TreeNode& first() const { return *members.front(); }
};

struct Grouping {
  enum class Merge : std::uint8_t { Likes, Nothing };

  Merge merge = Merge::Likes;
  // Which further conditions are shown, and must therefore be equal too; nothing: none.
  std::function<bool(const TreeNode&, const Condition&)> shows = {};
};

std::vector<TreeGroup> group_siblings(std::span<const TreeNode* const> siblings,
                                      const Grouping& grouping);
std::vector<TreeGroup> group_siblings(std::span<const TreeNode> siblings, const Grouping& grouping);
// What stands on the lines below a group. A single node shows its children; of several only those
// in trouble are told, again together where they fare alike.
std::vector<TreeGroup> group_children(const TreeGroup& group, const Grouping& grouping);

}  // namespace telltale
