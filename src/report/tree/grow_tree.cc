// SPDX-License-Identifier: Apache-2.0
#include "report/tree/grow_tree.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "catalog/engine/judge_context.h"
#include "catalog/engine/members.h"
#include "catalog/groups.h"
#include "catalog/healthcheck/check.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"
#include "report/tree/grower.h"

namespace telltale {
namespace {

// Each check looks at every Machine of its Cluster; nobody has so many of them.
constexpr std::size_t counted_checks_max = 32;

bool is_control_plane_kind(const Object& object) {
  return object.key.group == "controlplane.cluster.x-k8s.io" &&
         object.key.kind.ends_with("ControlPlane");
}

void add_unless_empty(TreeNode& node, TreeNode heading) {
  if (heading.children.empty()) return;
  finish(heading);
  node.children.push_back(std::move(heading));
}

bool is_good(Conditions conditions, std::string_view type) {
  const Condition* condition = find_condition(conditions, type);
  return condition != nullptr && condition->status == Status::True;
}

bool tells_of_cluster(const Object& object) {
  return is_core(object, machine_kind) || is_core(object, machine_set_kind) ||
         is_core(object, machine_deployment_kind) || is_core(object, machine_pool_kind) ||
         is_control_plane_kind(object);
}

}  // namespace

void Grower::add_reference(TreeNode& node, TreeRole role, json::Tree tree,
                           std::string_view condition) const {
  const shapes::Ref ref = shapes::ref(tree);
  if (!ref) return;
  TreeNode child =
      make_.referred({ref.group, ref.kind, node.key.namespace_name, ref.name, {}}, role);
  finish(child);
  const bool trouble = child.state == TreeState::Absent || child.state == TreeState::Unreadable ||
                       (child.state == TreeState::Present && child.worst != Verdict::Healthy) ||
                       !is_good(node.conditions, condition);
  if (!trouble && options_.references == GrowOptions::References::WhereTheyMatter) return;
  node.children.push_back(std::move(child));
}

void Grower::add_references(TreeNode& node) const {
  const json::Tree spec = node.object->body["spec"];
  add_reference(node, TreeRole::Infrastructure, spec["infrastructureRef"], "InfrastructureReady");
  add_reference(node, TreeRole::Bootstrap, spec["bootstrap"]["configRef"], "BootstrapConfigReady");
}

// The Node with the Machine's provider ID, else the one that nodeRef names. Nodes that nobody
// collected are worth a line only where something is wrong.
void Grower::add_workload_node(TreeNode& node) const {
  const Object& machine = *node.object;
  const Home home{machine.key.namespace_name, cluster_name_of(machine)};
  const std::string_view id = machine.body["spec"]["providerID"].as_string("");
  const std::string_view name = machine.body["status"]["nodeRef"]["name"].as_string("");
  const Members twins = id.empty() ? Members() : world_.with_provider_id(home, id);
  for (const std::uint32_t index : twins) {
    node.children.push_back(make_.present(at(index), TreeRole::Node));
    finish(node.children.back());
  }
  if (!twins.empty() || name.empty()) return;
  TreeNode child = make_.referred({"", "Node", {}, name, home}, TreeRole::Node);
  const bool dull = child.state == TreeState::NotCollected && node.judged != nullptr &&
                    node.judged->verdict == Verdict::Healthy;
  if (dull && options_.references == GrowOptions::References::WhereTheyMatter) return;
  finish(child);
  node.children.push_back(std::move(child));
}

TreeNode Grower::machine_node(const Object& machine) const {
  TreeNode node = make_.present(machine, TreeRole::Object);
  add_references(node);
  add_workload_node(node);
  finish(node);
  return node;
}

void Grower::add_machines(TreeNode& node, const Object& owner) {
  for (const std::uint32_t index : world_.owned_by(owner)) {
    const Object& machine = at(index);
    if (is_core(machine, machine_kind) && place(machine)) {
      node.children.push_back(machine_node(machine));
    }
  }
}

TreeNode Grower::owner_node(const Object& owner, TreeRole role) {
  TreeNode node = make_.present(owner, role);
  add_machines(node, owner);
  finish(node);
  return node;
}

// A rollout is seen in its sets; where there is none, the Machines stand right below.
TreeNode Grower::deployment_node(const Object& deployment) {
  TreeNode node = make_.present(deployment, TreeRole::Object);
  std::vector<TreeNode> sets;
  std::size_t with_machines = 0;
  bool troubled = false;
  for (const std::uint32_t index : world_.owned_by(deployment)) {
    if (!is_core(at(index), machine_set_kind) || !place(at(index))) continue;
    sets.push_back(owner_node(at(index), TreeRole::Object));
    const TreeNode& set = sets.back();
    if (!set.children.empty()) ++with_machines;
    troubled = troubled || (set.children.empty() && set.worst != Verdict::Healthy);
  }
  const bool all = options_.sets == GrowOptions::Sets::All;
  const bool matter = with_machines > 1 || troubled;
  for (TreeNode& set : sets) {
    const bool telling = !set.children.empty() || set.worst != Verdict::Healthy;
    if (all || (matter && telling)) {
      node.children.push_back(std::move(set));
    } else {
      std::ranges::move(set.children, std::back_inserter(node.children));
    }
  }
  add_machines(node, deployment);
  finish(node);
  return node;
}

// Nobody has seen it, but its Machines say whose they are.
TreeNode Grower::missing_control_plane(const Key& key, Members members) {
  TreeNode node = make_.referred(key, TreeRole::ControlPlane);
  for (const std::uint32_t index : members) {
    const OwnerRef* owner = at(index).controller();
    if (!is_core(at(index), machine_kind) || owner == nullptr) continue;
    if (owner->kind != key.kind || owner->name != key.name || !place(at(index))) continue;
    node.children.push_back(machine_node(at(index)));
  }
  finish(node);
  return node;
}

// A control plane is what the Cluster refers to, or, where the Cluster was not collected, whatever
// looks like one.
void Grower::add_control_planes(TreeNode& node, const Object* cluster, Members members) {
  const shapes::Ref ref =
      cluster == nullptr ? shapes::Ref() : shapes::ref(cluster->body["spec"]["controlPlaneRef"]);
  if (ref) {
    const Key key{ref.group, ref.kind, cluster->key.namespace_name, ref.name, {}};
    const Found found = world_.find(key);
    if (found.object == nullptr) {
      node.children.push_back(missing_control_plane(key, members));
    } else if (place(*found.object)) {
      node.children.push_back(owner_node(*found.object, TreeRole::ControlPlane));
    }
  }
  for (const std::uint32_t index : members) {
    if (is_control_plane_kind(at(index)) && place(at(index))) {
      node.children.push_back(owner_node(at(index), TreeRole::ControlPlane));
    }
  }
}

void Grower::add_worker_owners(TreeNode& workers, Members members) {
  for (const std::uint32_t index : members) {
    const Object& object = at(index);
    if (is_core(object, machine_deployment_kind) && place(object)) {
      workers.children.push_back(deployment_node(object));
    } else if (is_core(object, machine_pool_kind) && place(object)) {
      workers.children.push_back(owner_node(object, TreeRole::Object));
    }
  }
}

// What is left when every owner has taken its own: sets and Machines that stand alone, and those
// whose owner nobody has seen.
void Grower::add_leftovers(TreeNode& node, TreeNode& workers, Members members) {
  std::vector<const Object*> sets;
  std::vector<const Object*> machines;
  TreeNode control_plane{.role = TreeRole::ControlPlane};
  for (const std::uint32_t index : members) {
    const Object& object = at(index);
    if (!is_core(object, machine_set_kind) || placed_[index]) continue;
    place(object);
    if (object.controller() == nullptr) {
      workers.children.push_back(owner_node(object, TreeRole::Object));
    } else {
      sets.push_back(&object);
    }
  }
  add_by_owner(workers, sets);
  for (const std::uint32_t index : members) {
    const Object& object = at(index);
    if (!is_core(object, machine_kind) || !place(object)) continue;
    if (object.controller() != nullptr) {
      machines.push_back(&object);
      continue;
    }
    TreeNode& heading = is_control_plane_machine(object) ? control_plane : workers;
    heading.children.push_back(machine_node(object));
  }
  TreeNode other{.role = TreeRole::Other};
  add_by_owner(other, machines);
  add_unless_empty(node, std::move(control_plane));
  add_unless_empty(node, std::move(other));
}

// The owner is a node of its own, even if nobody has seen it.
void Grower::add_by_owner(TreeNode& heading, std::span<const Object* const> orphans) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>,
           TreeNode>
      owners;
  for (const Object* orphan : orphans) {
    const OwnerRef& ref = *orphan->controller();
    const auto [entry, is_new] =
        owners.try_emplace({ref.kind, orphan->key.namespace_name, ref.name, ref.group}, TreeNode());
    TreeNode& owner = entry->second;
    if (is_new) {
      const Key key{ref.group, ref.kind, orphan->key.namespace_name, ref.name, {}};
      const Found found = world_.controller_of(*orphan);
      owner = found.object == nullptr ? TreeNode{.key = key}
                                      : make_.present(*found.object, TreeRole::Object);
      if (found.sight == Sight::Absent) owner.state = TreeState::Absent;
      if (found.sight == Sight::NotCollected) owner.state = TreeState::NotCollected;
    }
    const bool is_machine = orphan->key.kind == machine_kind.kind;
    owner.children.push_back(is_machine ? machine_node(*orphan)
                                        : owner_node(*orphan, TreeRole::Object));
  }
  for (auto& [key, owner] : owners) {
    finish(owner);
    heading.children.push_back(std::move(owner));
  }
}

void Grower::add_members(TreeNode& node, const Object* cluster, Members members) {
  add_control_planes(node, cluster, members);
  TreeNode workers{.role = TreeRole::Workers};
  add_worker_owners(workers, members);
  add_leftovers(node, workers, members);
  add_unless_empty(node, std::move(workers));
}

// Who watches over the Machines, with how many of those it selects are healthy.
void Grower::add_health_checks(TreeNode& node, Members members) {
  std::size_t counted = 0;
  for (const std::uint32_t index : of_kind(world_, members, "MachineHealthCheck")) {
    const Object& check = at(index);
    if (!is_core(check, "MachineHealthCheck") || !place(check)) continue;
    TreeNode child = make_.present(check, TreeRole::Object);
    finish(child);
    if (counted++ < counted_checks_max) child.tally = health_tally(check, members);
    node.children.push_back(std::move(child));
  }
}

// Targets, and those of them that pass.
TreeTally Grower::health_tally(const Object& check, Members members) const {
  TreeTally tally{.desired = 0, .ready = 0};
  for (const std::uint32_t index : of_kind(world_, members, machine_kind.kind)) {
    const Object& machine = at(index);
    if (!healthcheck::selects(check, machine)) continue;
    ++*tally.desired;
    const TreeNode told = make_.present(machine, TreeRole::Object);
    if (is_good(told.conditions, "HealthCheckSucceeded")) ++*tally.ready;
  }
  return tally;
}

TreeNode Grower::cluster_node(const Object& cluster) {
  TreeNode node = make_.present(cluster, TreeRole::Object);
  if (const shapes::Ref ref = shapes::ref(cluster.body["spec"]["infrastructureRef"])) {
    node.children.push_back(make_.referred(
        {ref.group, ref.kind, cluster.key.namespace_name, ref.name, {}}, TreeRole::Infrastructure));
    finish(node.children.back());
  }
  add_members(node, &cluster, world_.members_of(cluster));
  add_health_checks(node, world_.members_of(cluster));
  finish(node);
  return node;
}

TreeNode Grower::tree(const Object& object) {
  place(object);
  if (is_core(object, cluster_kind)) return cluster_node(object);
  if (is_core(object, machine_deployment_kind)) return deployment_node(object);
  if (is_core(object, machine_kind)) return machine_node(object);
  if (is_a(object, hypershift_node_pool_kind)) return hypershift_pool_node(object);
  if (is_a(object, karpenter_node_pool_kind)) return karpenter_pool_node(object);
  if (is_a(object, cluster_deployment_kind)) return cluster_deployment_node(object);
  return owner_node(object, TreeRole::Object);
}

// Objects whose Cluster is not in the dump stand below a node that says so; those that name no
// Cluster below a heading.
void Grower::add_clusterless(std::vector<TreeNode>& roots, const ReportFilter& filter) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::uint32_t>> strays;
  for (std::uint32_t index = 0; index < placed_.size(); ++index) {
    const Object& object = at(index);
    if (placed_[index] || !tells_of_cluster(object) || !filter.shows(object)) continue;
    if (world_.cluster_of(object).object != nullptr) continue;
    const std::string_view name = cluster_name_of(object);
    strays[{name.empty() ? std::string_view() : object.key.namespace_name, name}].push_back(index);
  }
  for (auto& [place_and_name, members] : strays) {
    std::ranges::sort(members, {}, [this](std::uint32_t index) {
      const Key& key = at(index).key;
      return std::tuple(key.kind, key.namespace_name, key.name);
    });
    const auto& [namespace_name, name] = place_and_name;
    TreeNode node{.role = TreeRole::Other};
    if (!name.empty()) {
      node = make_.referred({cluster_kind.group, cluster_kind.kind, namespace_name, name, {}},
                            TreeRole::Object);
    }
    add_members(node, nullptr, members);
    finish(node);
    if (!node.children.empty()) roots.push_back(std::move(node));
  }
}

std::vector<TreeNode> Grower::forest(const ReportFilter& filter) {
  std::vector<TreeNode> roots;
  add_pools(roots, filter);
  for (const Object& object : world_.objects()) {
    if (!is_core(object, cluster_kind) || !filter.shows(object)) continue;
    place(object);
    roots.push_back(cluster_node(object));
  }
  sort_nodes(roots);
  std::vector<TreeNode> strays;
  add_clusterless(strays, filter);
  sort_nodes(strays);
  std::ranges::move(strays, std::back_inserter(roots));
  return roots;
}

std::vector<TreeNode> grow_forest(const World& world, const JudgedIndex& judged,
                                  const ReportFilter& filter, GrowOptions options) {
  return Grower(world, judged, options).forest(filter);
}

TreeNode grow_tree(const World& world, const JudgedIndex& judged, const Object& object,
                   GrowOptions options) {
  return Grower(world, judged, options).tree(object);
}

}  // namespace telltale
