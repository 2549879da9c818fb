// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one line has to say about a node of the tree: where it stands, since when, and why.

#include "catalog/polarity.h"
#include "condition/priority.h"
#include "report/tree/tree.h"

namespace telltale {

struct TreeHeadline {
  std::string_view type = {};  // empty: nothing was said about it
  Status status = Status::Unknown;
  std::string_view reason = {};
  std::string_view message = {};
  Instant since = no_time;
  Priority priority = Priority::Info;  // Info: as it should be
  bool deleting = false;
};

// The stage of a deletion before all else, then the root condition, then whatever keeps an object
// with a good root from being Healthy.
TreeHeadline headline_of(const TreeNode& node);
bool is_paused(const TreeNode& node);
// The Kubernetes version that an object asks for; empty when it asks for none.
std::string_view version_of(const TreeNode& node);

}  // namespace telltale
