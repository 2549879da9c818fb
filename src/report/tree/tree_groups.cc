// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_groups.h"

#include <map>
#include <string_view>
#include <tuple>

#include "catalog/kinds.h"
#include "report/tree/tree_headline.h"

namespace telltale {
namespace {

using State = std::tuple<std::string_view, Status, std::string_view, std::string_view>;

struct Likeness {
  std::tuple<TreeRole, std::string_view, std::string_view, std::string_view, TreeState,
             std::string_view, int, bool>
      object = {};
  std::vector<State> states = {};

  auto operator<=>(const Likeness&) const = default;
};

State without_message(const Condition& condition) {
  return {condition.type, condition.status, condition.reason, {}};
}

Likeness likeness_of(const TreeNode& node, const Grouping& grouping) {
  const int verdict = node.judged == nullptr ? -1 : order_of(node.judged->verdict);
  Likeness likeness{.object = {node.role, node.key.group, node.key.kind, node.key.namespace_name,
                               node.state, node.why, verdict, is_paused(node)}};
  const TreeHeadline headline = headline_of(node);
  likeness.states.emplace_back(headline.type, headline.status, headline.reason, headline.message);
  for (const std::string_view type : {"Ready", "Available", "UpToDate"}) {
    const Condition* condition = find_condition(node.conditions, type);
    likeness.states.push_back(condition == nullptr ? State() : without_message(*condition));
  }
  for (const Condition& condition : node.conditions) {
    if (!grouping.shows || !grouping.shows(node, condition)) continue;
    likeness.states.emplace_back(condition.type, condition.status, condition.reason,
                                 condition.message);
  }
  return likeness;
}

// Owners have a life of their own below them, and people look for each of them by its name.
bool may_merge(const TreeNode& node) {
  if (node.is_heading()) return false;
  const bool reference = node.role == TreeRole::Infrastructure ||
                         node.role == TreeRole::Bootstrap || node.role == TreeRole::Node;
  return reference || node.key.kind == machine_kind.kind;
}

void add_member(TreeGroup& group, const TreeNode& node) {
  group.members.push_back(&node);
  group.tally += node.tally;
  const Instant since = headline_of(node).since;
  if (is_set(since) && (!is_set(group.since) || since < group.since)) group.since = since;
}

}  // namespace

std::vector<TreeGroup> group_siblings(std::span<const TreeNode* const> siblings,
                                      const Grouping& grouping) {
  std::vector<TreeGroup> groups;
  std::map<Likeness, std::size_t> places;
  for (const TreeNode* node : siblings) {
    std::size_t place = groups.size();
    if (grouping.merge == Grouping::Merge::Likes && may_merge(*node)) {
      place = places.emplace(likeness_of(*node, grouping), place).first->second;
    }
    if (place == groups.size()) groups.emplace_back();
    add_member(groups[place], *node);
  }
  return groups;
}

std::vector<TreeGroup> group_siblings(std::span<const TreeNode> siblings,
                                      const Grouping& grouping) {
  std::vector<const TreeNode*> pointers;
  pointers.reserve(siblings.size());
  for (const TreeNode& node : siblings) pointers.push_back(&node);
  return group_siblings(pointers, grouping);
}

std::vector<TreeGroup> group_children(const TreeGroup& group, const Grouping& grouping) {
  if (group.members.size() == 1) return group_siblings(group.first().children, grouping);
  std::vector<const TreeNode*> troubled;
  for (const TreeNode* member : group.members) {
    for (const TreeNode& child : member->children) {
      if (child.worst != Verdict::Healthy) troubled.push_back(&child);
    }
  }
  return group_siblings(troubled, grouping);
}

}  // namespace telltale
