// SPDX-License-Identifier: Apache-2.0
#include "report/tree/tree_node.h"

#include <algorithm>
#include <tuple>

#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"
#include "report/tree/tree_headline.h"

namespace telltale {
namespace {

Conditions unjudged_conditions(const Object& object) {
  if (!object.key.group.ends_with(cluster_api_group) || !object.key.home.is_management()) {
    const ConditionList* list = shapes::provider_conditions(object);
    return list == nullptr ? Conditions() : list->conditions;
  }
  const Conditions modern = shapes::conditions(object);
  return modern.empty() ? shapes::legacy_conditions(object) : modern;
}

const Condition* root_of(const Object& object, Conditions conditions) {
  if (const Kind* kind = judged_kind(object); kind != nullptr) {
    const Condition* root = find_condition(conditions, kind->root_condition);
    if (root != nullptr) return root;
  }
  if (is_core(object, "MachineHealthCheck"))
    return find_condition(conditions, "RemediationAllowed");
  const Condition* available = find_condition(conditions, "Available");
  return available != nullptr ? available : find_condition(conditions, "Ready");
}

std::optional<std::int64_t> one_if_true(Conditions conditions, std::string_view type) {
  const Condition* condition = find_condition(conditions, type);
  if (condition == nullptr) return std::nullopt;
  return condition->status == Status::True ? 1 : 0;
}

TreeTally machine_tally(Conditions conditions) {
  return {.desired = 1,
          .ready = one_if_true(conditions, "Ready"),
          .available = one_if_true(conditions, "Available"),
          .up_to_date = one_if_true(conditions, "UpToDate")};
}

TreeTally tally_from(const Counters& counters) {
  return {.desired = counters.desired.number(),
          .ready = counters.ready.number(),
          .available = counters.available.number(),
          .up_to_date = counters.up_to_date.number()};
}

std::optional<std::int64_t> wanted_replicas(const Object& object) {
  return shapes::small_number(object.body["spec"]["replicas"]);
}

// What the object counts itself; of what it does not count the Machines below it tell.
TreeTally own_tally(const TreeNode& node) {
  if (node.object == nullptr) return {};
  if (is_core(*node.object, machine_kind)) return machine_tally(node.conditions);
  TreeTally tally;
  if (node.judged != nullptr && node.judged->halves != nullptr) {
    tally = tally_from(node.judged->halves->control_plane);
    tally += tally_from(node.judged->halves->workers);
  } else if (node.judged != nullptr) {
    tally = tally_from(node.judged->counters);
    if (!tally.desired) tally.desired = node.judged->counters.replicas.number();
  }
  if (const auto wanted = wanted_replicas(*node.object)) tally.desired = wanted;
  return tally;
}

// The verdict of what is not judged, as far as order and filters need one.
Verdict guess_of(const TreeNode& node) {
  if (node.judged != nullptr) return node.judged->verdict;
  if (node.state == TreeState::Absent || node.state == TreeState::Unreadable) {
    return Verdict::Unknown;
  }
  const TreeHeadline headline = headline_of(node);
  if (headline.priority == Priority::Info) return Verdict::Healthy;
  return headline.priority == Priority::Issue ? Verdict::Working : Verdict::Unknown;
}

auto place_among_siblings(const TreeNode& node) {
  return std::tuple(order_of(node.worst), node.role, node.key.kind, node.key.namespace_name,
                    node.key.name, node.key.group);
}

}  // namespace

bool is_core(const Object& object, const Kind& kind) {
  return is_a(object, kind) && object.key.home.is_management();
}

bool is_core(const Object& object, std::string_view kind) {
  return object.key.kind == kind && object.key.group == cluster_api_group &&
         object.key.home.is_management();
}

void sort_nodes(std::vector<TreeNode>& nodes) {
  std::ranges::sort(nodes, {}, place_among_siblings);
}

// Once its children are known, a node knows the rest about itself.
void finish(TreeNode& node) {
  TreeTally below;
  node.worst = guess_of(node);
  for (const TreeNode& child : node.children) {
    // The same Machines once more.
    if (child.key.kind != "MachineHealthCheck") below += child.tally;
    if (order_of(child.worst) < order_of(node.worst)) node.worst = child.worst;
  }
  node.tally = own_tally(node);
  // While a rollout surges, or after scaling down, more are there than shall be.
  node.tally.total = node.tally.desired ? node.tally.desired : below.total;
  if (!node.tally.desired) node.tally.desired = below.desired;
  if (!node.tally.ready) node.tally.ready = below.ready;
  if (!node.tally.available) node.tally.available = below.available;
  if (!node.tally.up_to_date) node.tally.up_to_date = below.up_to_date;
  for (const auto& count : {node.tally.ready, node.tally.available, node.tally.up_to_date}) {
    if (node.tally.total && count) node.tally.total = std::max(*node.tally.total, *count);
  }
  sort_nodes(node.children);
}

TreeNode NodeMaker::present(const Object& object, TreeRole role) const {
  TreeNode node{.role = role, .key = object.key, .object = &object};
  node.judged = judged_.of(object);
  node.conditions = node.judged != nullptr ? node.judged->conditions : unjudged_conditions(object);
  node.root = root_of(object, node.conditions);
  if (!object.unreadable.empty()) {
    node.state = TreeState::Unreadable;
    node.why = object.unreadable;
  }
  return node;
}

TreeNode NodeMaker::referred(const Key& key, TreeRole role) const {
  const Found found = world_.find(key);
  if (found.object != nullptr) return present(*found.object, role);
  const bool absent = found.sight == Sight::Absent;
  return {.role = role, .key = key, .state = absent ? TreeState::Absent : TreeState::NotCollected};
}

}  // namespace telltale
