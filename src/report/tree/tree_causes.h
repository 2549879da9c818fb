// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is behind everything below a node that is not Healthy, the most important first: one entry
// for all objects of a kind that suffer for the same reason, with those they hold up counted behind
// them.

#include <cstddef>
#include <string_view>
#include <vector>

#include "report/tree/tree.h"

namespace telltale {

struct TreeCause {
  Verdict verdict = Verdict::Unknown;
  std::vector<const Object*> objects = {};  // at least one, in the order of the tree
  std::string_view condition = {};
  Status status = Status::Unknown;
  std::string_view reason = {};
  std::string_view message = {};  // of the first of them
  bool same_message = true;       // all of them say the same
  Instant since = no_time;        // of the one that has waited longest
  std::size_t held_up = 0;        // objects that are not Healthy because of these
};

std::vector<TreeCause> causes_below(const TreeNode& node, const JudgedIndex& judged);

}  // namespace telltale
