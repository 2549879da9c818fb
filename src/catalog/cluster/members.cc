// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/members.h"

#include <algorithm>

namespace telltale::cluster {
namespace {

constexpr std::string_view pool_label = "cluster.x-k8s.io/pool-name";

// Calls `change` with each part that the Machine plays a part in.
template <class Change>
void for_each_part(ClusterMembers& members, const Object& machine, Change change) {
  if (is_pool_machine(machine)) return;
  const bool control_plane = is_control_plane_machine(machine);
  change(control_plane ? members.control_plane : members.workers);
  change(members.all);
  if (!control_plane && is_owned_by_cluster(machine)) change(members.standalone);
}

}  // namespace

bool is_pool_machine(const Object& machine) {
  const OwnerRef* owner = machine.controller();
  return machine.label(pool_label) != nullptr || (owner != nullptr && owner->kind == "MachinePool");
}

bool is_owned_by_cluster(const Object& object) {
  const std::string_view name = cluster_name_of(object);
  return std::ranges::any_of(object.owners, [&](const OwnerRef& owner) {
    return owner.kind == "Cluster" && owner.group == "cluster.x-k8s.io" && owner.name == name;
  });
}

void ClusterMembers::add(const Judged& machine) {
  for_each_part(*this, *machine.object, [&](Members& part) { part.add(machine); });
}

void ClusterMembers::remove(const Judged& machine) {
  for_each_part(*this, *machine.object, [&](Members& part) { part.remove(machine); });
}

void ClusterMembers::advance(Instant now) {
  for (Members* part : {&control_plane, &workers, &all, &standalone}) part->advance(now);
}

ClusterMembers gather(const JudgeContext& context, const Object& cluster) {
  ClusterMembers members(context.settings, context.now);
  const World& world = context.world;
  for (const std::uint32_t index : of_kind(world, world.members_of(cluster), "Machine")) {
    if (const Judged* machine = context.judged(index); machine != nullptr) members.add(*machine);
  }
  return members;
}

}  // namespace telltale::cluster
