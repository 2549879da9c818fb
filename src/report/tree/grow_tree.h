// SPDX-License-Identifier: Apache-2.0
#pragma once

// From a World and its Judgement to the tree of tree.h. In O(n log n): owners find what they own
// through the World's indexes, and nobody looks through siblings.

#include <cstdint>
#include <vector>

#include "observe/world.h"
#include "report/report.h"
#include "report/tree/tree.h"

namespace telltale {

struct GrowOptions {
  // Sets are shown where a deployment has several with Machines, and otherwise on demand.
  enum class Sets : std::uint8_t { WhereTheyMatter, All };
  // What a Machine stands on is shown where it is in trouble, and otherwise on demand.
  enum class References : std::uint8_t { WhereTheyMatter, All };

  Sets sets = Sets::WhereTheyMatter;
  References references = References::WhereTheyMatter;
};

// Every Cluster that the filter shows, the worst first, then what belongs to none of them.
std::vector<TreeNode> grow_forest(const World& world, const JudgedIndex& judged,
                                  const ReportFilter& filter, GrowOptions options);
// One object and what is below it.
TreeNode grow_tree(const World& world, const JudgedIndex& judged, const Object& object,
                   GrowOptions options);

}  // namespace telltale
