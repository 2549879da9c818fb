// SPDX-License-Identifier: Apache-2.0
#include "demo/stories.h"

#include <algorithm>
#include <array>

#include "demo/hive.h"
#include "demo/hypershift.h"
#include "demo/karpenter.h"
#include "demo/living_fleet.h"

namespace telltale::demo {
namespace {

using std::chrono_literals::operator""s;

// np-gpu is scaled up by two, for which the cloud has no quota.

constexpr std::uint64_t gpu_more = gpu_replicas + 2;

Writes gpu_scale(std::uint64_t desired, std::uint64_t ready, const ActorContext& context) {
  const SetPlan set = pool_set("np-gpu", desired);
  return {deployment_write(set, desired), set_write(set),
          pool_write("np-gpu", {.desired = desired, .ready = ready}, context)};
}

using Pair = std::array<MachinePlan, 2>;

Pair gpu_pair(std::uint64_t first) {
  const SetPlan set = pool_set("np-gpu", gpu_more);
  return {set.machine(first), set.machine(first + 1)};
}
// Those that the cloud refuses, and those that take their place.
Pair gpu_refused() { return gpu_pair(gpu_replicas); }
Pair gpu_replacements() { return gpu_pair(gpu_more); }

Writes gpu_wanted(const ActorContext& context) {
  Writes writes = gpu_scale(gpu_more, gpu_replicas, context);
  for (const MachinePlan& machine : gpu_refused()) {
    append(writes, new_machine_writes(machine, Life::Ordered, context));
  }
  return writes;
}

Writes gpu_fails(const ActorContext& context) {
  Writes writes;
  for (const MachinePlan& machine : gpu_refused()) {
    append(writes, machine_writes(machine, Life::Refused, context));
  }
  return writes;
}

Writes gpu_replaced(const ActorContext& context) {
  Writes writes;
  for (const MachinePlan& machine : gpu_refused()) append(writes, machine_removal(machine));
  for (const MachinePlan& machine : gpu_replacements()) {
    append(writes, new_machine_writes(machine, Life::Launched, context));
  }
  return writes;
}

template <std::uint64_t Ready>
Writes gpu_joins(const ActorContext& context) {
  const MachinePlan machine = gpu_replacements()[Ready - gpu_replicas - 1];
  Writes writes = machine_arrival(machine, context);
  writes.push_back(pool_write("np-gpu", {.desired = gpu_more, .ready = Ready}, context));
  return writes;
}

Writes gpu_shrinks(const ActorContext& context) {
  Writes writes = gpu_scale(gpu_replicas, gpu_more, context);
  for (const MachinePlan& machine : gpu_replacements()) {
    append(writes, machine_departure(machine, context));
  }
  return writes;
}

Writes gpu_removal() {
  Writes writes;
  for (const Pair& pair : {gpu_refused(), gpu_replacements()}) {
    for (const MachinePlan& machine : pair) append(writes, machine_removal(machine));
  }
  return writes;
}

Writes gpu_shrunk(const ActorContext& context) {
  Writes writes = gpu_removal();
  append(writes, gpu_scale(gpu_replicas, gpu_replicas, context));
  return writes;
}

constexpr std::array quota{
    StoryStep{3s, "np-gpu is scaled to 4", gpu_wanted},
    StoryStep{5s, "AWS refuses both new instances: no vCPU quota is left", gpu_fails},
    StoryStep{33s, "the quota was raised, both Machines are replaced", gpu_replaced},
    StoryStep{37s, "the third Node of np-gpu joins", gpu_joins<gpu_more - 1>},
    StoryStep{44s, "the fourth Node of np-gpu joins", gpu_joins<gpu_more>},
    StoryStep{88s, "np-gpu is scaled back to 2", gpu_shrinks},
    StoryStep{93s, "both Nodes of np-gpu are gone", gpu_shrunk},
};

// A kubelet of prod-us falls silent.

Writes us_node(Life life, const ActorContext& context) {
  return {node_write(us_workers().machine(1), life, context)};
}
Writes node_dies(const ActorContext& context) { return us_node(Life::Silent, context); }
Writes node_returns(const ActorContext& context) { return us_node(Life::Running, context); }

constexpr std::array dead_node{
    StoryStep{14s, "a kubelet of prod-us falls silent", node_dies},
    StoryStep{50s, "the kubelet of prod-us reports again", node_returns},
};

// The line to edge is cut.

Writes edge_cut(const ActorContext&) { return {workload_write(edge(), Wire::Cut)}; }
Writes edge_back(const ActorContext&) { return {workload_write(edge(), Wire::Connected)}; }
Writes edge_inspected(const ActorContext& context) {
  return {machine_write(control_plane_machine(edge(), 0), Life::Running, context)};
}

constexpr std::array cut_off{
    StoryStep{22s, "the line to edge is cut", edge_cut},
    StoryStep{54s, "edge is within reach again", edge_back},
    StoryStep{60s, "the control plane's controller has asked etcd of edge again", edge_inspected},
};

// prod-eu-md-0 gets a new image: every Machine is replaced, one after another.

SetPlan old_set(const ActorContext& context, std::uint64_t replicas) {
  return rolling_set(context.round, replicas);
}
SetPlan new_set(const ActorContext& context, std::uint64_t replicas) {
  return rolling_set(context.round + 1, replicas);
}

template <std::uint64_t Index>
Writes order(const ActorContext& context) {
  const SetPlan set = new_set(context, Index + 1);
  Writes writes{deployment_write(set, rolling_replicas), set_write(set)};
  append(writes, new_machine_writes(set.machine(Index), Life::Ordered, context));
  return writes;
}

template <std::uint64_t Index>
Writes launch(const ActorContext& context) {
  return machine_writes(new_set(context, Index + 1).machine(Index), Life::Launched, context);
}

// The new one is there, so an old one may go.
template <std::uint64_t Index>
Writes exchange(const ActorContext& context) {
  Writes writes = machine_arrival(new_set(context, Index + 1).machine(Index), context);
  const SetPlan old = old_set(context, rolling_replicas - Index - 1);
  writes.push_back(set_write(old));
  append(writes, machine_departure(old.machine(Index), context));
  return writes;
}

template <std::uint64_t Index>
Writes remove(const ActorContext& context) {
  return machine_removal(old_set(context, 0).machine(Index));
}

constexpr std::array rollout{
    StoryStep{8s, "prod-eu-md-0 gets a new image: its first Machine is ordered", order<0>},
    StoryStep{11s, "the first new Machine has an instance", launch<0>},
    StoryStep{14s, "the first new Machine has a Node, an old one is drained", exchange<0>},
    StoryStep{19s, "the first old Machine is gone", remove<0>},
    StoryStep{21s, "the second Machine is ordered", order<1>},
    StoryStep{24s, "the second new Machine has an instance", launch<1>},
    StoryStep{27s, "the second new Machine has a Node, an old one is drained", exchange<1>},
    StoryStep{32s, "the second old Machine is gone", remove<1>},
    StoryStep{34s, "the third Machine is ordered", order<2>},
    StoryStep{37s, "the third new Machine has an instance", launch<2>},
    StoryStep{40s, "the third new Machine has a Node, an old one is drained", exchange<2>},
    StoryStep{45s, "the last old Machine is gone", remove<2>},
};

// Karpenter's pool finds no instances.

constexpr std::array<std::string_view, 3> refused_claims{"general-7wz5c", "general-kd9xn",
                                                         "general-tq4vb"};
constexpr std::array<std::string_view, 3> later_claims{"general-2mhfs", "general-9cprj",
                                                       "general-x6gtl"};

Writes claims(std::span<const std::string_view> names, ClaimLife life,
              const ActorContext& context) {
  Writes writes;
  for (const std::string_view name : names) writes.push_back(claim_write(name, life, context));
  return writes;
}

Writes claims_removal(std::span<const std::string_view> names) {
  Writes writes;
  for (const std::string_view name : names) writes.push_back(claim_removal(name));
  return writes;
}

Writes claims_refused(const ActorContext& context) {
  return claims(refused_claims, ClaimLife::Refused, context);
}
Writes claims_given_up(const ActorContext&) { return claims_removal(refused_claims); }
Writes claims_served(const ActorContext& context) {
  return claims(later_claims, ClaimLife::Registered, context);
}
Writes claims_consolidated(const ActorContext&) { return claims_removal(later_claims); }

constexpr std::array no_capacity{
    StoryStep{17s, "Karpenter wants three nodes, and AWS has no such instances left",
              claims_refused},
    StoryStep{30s, "Karpenter gives the three claims up", claims_given_up},
    StoryStep{34s, "three other claims launch and register", claims_served},
    StoryStep{84s, "Karpenter consolidates the three nodes away", claims_consolidated},
};

// Hive installs the cluster lab anew, and fails twice.

Writes install(std::uint64_t number, Attempt attempt, const ActorContext& context) {
  return attempt_writes("lab", number, attempt, context);
}

Writes lab_deleted(const ActorContext&) { return deprovision_writes("lab", Deprovisioned::NotYet); }
Writes lab_anew(const ActorContext& context) {
  Writes writes = deprovision_writes("lab", Deprovisioned::Yes);
  append(writes, deployment_removal("lab"));
  append(writes, install(0, Attempt::Running, context));
  return writes;
}
Writes first_fails(const ActorContext& context) { return install(0, Attempt::Failed, context); }
Writes second_runs(const ActorContext& context) { return install(1, Attempt::Running, context); }
Writes second_fails(const ActorContext& context) { return install(1, Attempt::Failed, context); }
Writes lab_installed(const ActorContext& context) { return installed_writes("lab", context); }

constexpr std::array failed_install{
    StoryStep{6s, "lab is deleted, and Hive takes it apart", lab_deleted},
    StoryStep{10s, "lab is to be installed again", lab_anew},
    StoryStep{20s, "the installation of lab fails: its DNS record exists", first_fails},
    StoryStep{26s, "Hive tries again", second_runs},
    StoryStep{38s, "the installation of lab fails for the last time", second_fails},
    StoryStep{78s, "lab is deleted once more", lab_deleted},
    StoryStep{82s, "the DNS record was removed, lab is installed once more", lab_anew},
    StoryStep{92s, "lab is installed", lab_installed},
};

constexpr std::array all_stories{
    Story{"a pool runs out of quota", quota},       Story{"a Node dies", dead_node},
    Story{"a cluster drops off", cut_off},          Story{"a rollout proceeds", rollout},
    Story{"a pool finds no capacity", no_capacity}, Story{"an installation fails", failed_install},
};

}  // namespace

std::span<const Story> stories() { return all_stories; }

std::vector<StoryStep> all_steps() {
  std::vector<StoryStep> steps;
  for (const Story& story : all_stories) {
    // Beats of one second stay in the order of the stories.
    for (const StoryStep& step : story.steps) {
      steps.insert(std::ranges::upper_bound(steps, step.at, {}, &StoryStep::at), step);
    }
  }
  return steps;
}

Writes leftover_removal() {
  Writes writes = gpu_removal();
  for (std::uint64_t turn = 0; turn < 2; ++turn) {
    const SetPlan set = rolling_set(turn, rolling_replicas);
    for (const MachinePlan& machine : set.machines()) append(writes, machine_removal(machine));
    writes.push_back(
        Document(cluster_api, "MachineSet", set.cluster->namespace_name, set.name()).remove());
  }
  append(writes, claims_removal(refused_claims));
  append(writes, claims_removal(later_claims));
  append(writes, deployment_removal("lab"));
  return writes;
}

}  // namespace telltale::demo
