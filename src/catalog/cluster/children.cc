// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/children.h"

#include <utility>

#include "catalog/cluster/members.h"
#include "convert/shapes.h"

namespace telltale::cluster {
namespace {

Child see_judged(const Judged& judged) {
  return {.object = judged.object, .judged = &judged, .conditions = judged.conditions};
}

Child see_control_plane_child(const JudgeContext& context, const Object& object) {
  if (const Judged* judged = context.judged(object); judged != nullptr) return see_judged(*judged);
  const ConditionList* list = shapes::provider_conditions(object);
  return {.object = &object, .conditions = list != nullptr ? list->conditions : Conditions()};
}

std::vector<Child> judged_members(const JudgeContext& context, const Object& cluster,
                                  std::string_view kind) {
  std::vector<Child> found;
  for (const std::uint32_t index :
       of_kind(context.world, context.world.members_of(cluster), kind)) {
    if (const Judged* judged = context.judged(index)) found.push_back(see_judged(*judged));
  }
  return found;
}

enum class Silence { Counts, IsLeftOut };

void add_source(std::vector<AggregateSource>& sources, const Child& child, std::string_view type,
                Silence silence) {
  if (child.object == nullptr) return;
  const Condition* condition = find_condition(child.conditions, type);
  if (condition == nullptr && silence == Silence::IsLeftOut) return;
  sources.push_back(
      {.kind = child.object->key.kind, .name = child.object->key.name, .condition = condition});
}

const Judged* first_of(std::span<const Child> children, Verdict verdict) {
  for (const Child& child : children) {
    if (child.judged != nullptr && child.judged->verdict == verdict) return child.judged;
  }
  return nullptr;
}

}  // namespace

Children see_children(const JudgeContext& context, const Object& cluster,
                      const Object* control_plane) {
  Children children{.control_plane = {},
                    .deployments = judged_members(context, cluster, "MachineDeployment"),
                    .pools = judged_members(context, cluster, "MachinePool"),
                    .sets = judged_members(context, cluster, "MachineSet")};
  std::erase_if(children.sets, [](const Child& set) { return !is_owned_by_cluster(*set.object); });
  if (control_plane != nullptr)
    children.control_plane = see_control_plane_child(context, *control_plane);
  return children;
}

std::vector<AggregateSource> sources(const Children& children, Whose whose, std::string_view type) {
  std::vector<AggregateSource> found;
  if (whose != Whose::Workers) add_source(found, children.control_plane, type, Silence::IsLeftOut);
  for (const Child& deployment : children.deployments) {
    add_source(found, deployment, type, Silence::Counts);
  }
  for (const Child& pool : children.pools) add_source(found, pool, type, Silence::IsLeftOut);
  if (whose != Whose::ReplicaHolders) return found;
  for (const Child& set : children.sets) add_source(found, set, type, Silence::Counts);
  return found;
}

const Judged* first_with(const Children& children, Verdict verdict) {
  const std::span<const Child> groups[] = {std::span(&children.control_plane, 1),
                                           children.deployments, children.pools, children.sets};
  for (const std::span<const Child> group : groups) {
    if (const Judged* found = first_of(group, verdict)) return found;
  }
  return nullptr;
}

bool empty(const Children& children) {
  return children.control_plane.object == nullptr && children.deployments.empty() &&
         children.pools.empty() && children.sets.empty();
}

}  // namespace telltale::cluster
