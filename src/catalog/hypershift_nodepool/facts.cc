// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/facts.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/hypershift_nodepool/release.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "condition/set.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

using json::Tree;

std::string place_of(const Object& pool) {
  std::string cluster(pool.body["spec"]["clusterName"].as_string(""));
  std::ranges::replace(cluster, '.', '-');
  return format("{}-{}", pool.key.namespace_name, cluster);
}

// The words that Go reads as true.
bool is_true_word(std::string_view text) {
  constexpr std::string_view words[] = {"1", "t", "T", "TRUE", "true", "True"};
  return std::ranges::find(words, text) != std::end(words);
}

Pause see_pause(const Object& pool) {
  const std::string_view text = pool.body["spec"]["pausedUntil"].as_string("");
  Pause pause{.for_good = is_true_word(text), .until = parse_rfc3339(text).value_or(no_time)};
  const Condition* active = find_condition(shapes::conditions(pool), "ReconciliationActive");
  pause.by_condition =
      active != nullptr && active->status == Status::False && !is_stale(pool, *active);
  return pause;
}

void see_platform(Facts& facts) {
  const Tree platform = facts.pool->body["spec"]["platform"];
  facts.platform = parse_platform(platform["type"].as_string("")).value_or(Platform::Any);
  const bool user_provided = facts.platform == Platform::IBMCloud &&
                             platform["ibmcloud"]["providerType"].as_string("") == "UPI";
  facts.automated = facts.platform != Platform::None && !user_provided;
}

void see_members(const World& world, Facts& facts) {
  const auto visit = [&](std::string_view kind, auto add) {
    for (const std::uint32_t index : of_kind(world, world.belonging_to(*facts.pool), kind)) {
      const Object& object = world.objects()[index];
      const bool ours =
          object.key.group == cluster_api_group && object.key.namespace_name == facts.place;
      if (ours) add(object);
    }
  };
  visit("Machine", [&](const Object& machine) { facts.machines.push_back(&machine); });
  const auto add_set = [&](const Object& set) {
    if (!set.deleting()) facts.sets.push_back(&set);
  };
  visit("MachineSet", add_set);
  if (facts.workload.object == nullptr || facts.in_place) return;
  // The sets of a MachineDeployment need not carry the annotation themselves.
  for (const std::uint32_t index :
       of_kind(world, world.owned_by(*facts.workload.object), "MachineSet")) {
    const Object& set = world.objects()[index];
    if (std::ranges::find(facts.sets, &set) == facts.sets.end()) add_set(set);
  }
  std::ranges::sort(facts.sets, {}, [](const Object* set) { return set->key.name; });
}

void find_workload(const World& world, Facts& facts) {
  const auto key = [&](std::string_view kind) {
    return Key{cluster_api_group, kind, facts.place, facts.pool->key.name, {}};
  };
  facts.workload = world.find(key(facts.in_place ? "MachineSet" : "MachineDeployment"));
  facts.anything_found = world.collected(key("MachineDeployment")) ||
                         world.collected(key("MachineSet")) || world.collected(key("Machine"));
}

bool leaves(const JudgeContext& context, const Object& machine) {
  constexpr std::string_view remediated = "OwnerRemediated";
  if (machine.deleting()) return true;
  if (is_false(shapes::conditions(machine), remediated)) return true;
  if (is_false(shapes::legacy_conditions(machine), remediated)) return true;
  const Judged* judged = context.judged(machine);
  return judged != nullptr && is_false(judged->conditions, remediated);
}

// What is desired is what Cluster API was told last; with autoscaling nobody else knows it.
std::optional<std::int32_t> see_desired(Facts& facts) {
  const Tree spec = facts.pool->body["spec"];
  if (facts.automated && facts.workload.object != nullptr) {
    const auto told = shapes::small_number(facts.workload.object->body["spec"]["replicas"]);
    if (told) return told;
  }
  const Tree scaling = spec["autoScaling"];
  if (scaling.is(Tree::Type::Map)) {
    facts.desired_known = !facts.automated || facts.workload.sight != Sight::NotCollected;
    return std::nullopt;
  }
  const auto wanted = shapes::small_number(spec["replicas"]);
  return facts.automated ? wanted.value_or(0) : wanted;
}

std::optional<std::int32_t> see_available(const Facts& facts) {
  const auto available = shapes::small_number(facts.pool->body["status"]["replicas"]);
  if (facts.automated) return available.value_or(0);
  // Nobody counts the machines of such a pool, so zero is no count.
  return available == 0 ? std::nullopt : available;
}

Work see_work(const JudgeContext& context, Facts& facts) {
  const Conditions stored = facts.conditions();
  const Tree status = facts.pool->body["status"];
  Work work{
      .automated = facts.automated,
      .desired = see_desired(facts),
      .available = see_available(facts),
      .has_version = !status["version"].as_string("").empty(),
      .lacks_workload = facts.automated && facts.workload.sight == Sight::Absent,
      .updates_version = is_true(stored, "UpdatingVersion") || !facts.target.empty(),
      .updates_machines =
          is_true(stored, "UpdatingConfig") || is_true(stored, "UpdatingPlatformMachineTemplate"),
      .lacks_health = is_false(stored, "AllMachinesReady") || is_false(stored, "AllNodesHealthy")};
  if (!facts.automated) return work;
  work.has_machines = !facts.machines.empty();
  work.machine_leaves = std::ranges::any_of(
      facts.machines, [&](const Object* machine) { return leaves(context, *machine); });
  if (facts.workload.object != nullptr) {
    work.existing =
        shapes::small_number(facts.workload.object->body["status"]["replicas"]).value_or(0);
  }
  return work;
}

bool says(const Object& machine, std::string_view type) {
  return is_true(shapes::conditions(machine), type) ||
         is_true(shapes::legacy_conditions(machine), type);
}

}  // namespace

Conditions Facts::conditions() const { return shapes::conditions(*pool); }

bool Facts::lacks_data() const {
  if (!automated) return false;
  if (!desired_known || pool->body["spec"]["clusterName"].as_string("").empty()) return true;
  if (anything_found) return false;
  // What a pool says about itself is enough where it has nothing to do, unless a failure is shown:
  // whether that is over, only its Machines can tell.
  const Condition* stored = find_condition(conditions(), progressing);
  const bool failed = stored != nullptr && tells_failure(*stored);
  return failed || operation_of(work) != Operation::Steady;
}

bool has_node(const Object& machine) {
  return !machine.body["status"]["nodeRef"]["name"].as_string("").empty();
}

bool is_ready(const Object& machine) { return says(machine, "Ready"); }

Instant ready_since(const Object& machine) {
  if (!has_node(machine)) return no_time;
  Instant since = machine.created;
  for (const Conditions list : {shapes::conditions(machine), shapes::legacy_conditions(machine)}) {
    if (is_true(list, "Ready")) since = std::max(since, last_transition_of(list, "Ready"));
  }
  return since;
}

bool is_stale(const Object& pool, const Condition& condition) {
  return condition.observed_generation != 0 && condition.observed_generation < pool.generation;
}

Facts gather(const JudgeContext& context, const Object& pool) {
  Facts facts{.pool = &pool, .place = place_of(pool), .pause = see_pause(pool)};
  see_platform(facts);
  const Tree management = pool.body["spec"]["management"];
  facts.in_place = management["upgradeType"].as_string("") == "InPlace";
  facts.waits_for_human = management["replace"]["strategy"].as_string("") == "OnDelete";
  if (facts.automated) {
    find_workload(context.world, facts);
    see_members(context.world, facts);
  }
  facts.target = version_on_its_way(context.world, pool);
  facts.work = see_work(context, facts);
  return facts;
}

}  // namespace telltale::hypershift_nodepool
