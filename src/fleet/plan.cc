// SPDX-License-Identifier: Apache-2.0
#include "fleet/plan.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/rng.h"
#include "base/text.h"
#include "fleet/identity.h"

namespace telltale::fleet {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr std::size_t clusters_per_namespace = 10;
constexpr std::size_t control_plane_machines = 3;
constexpr std::size_t deployments_max = 3;

struct Versions {
  std::string_view current;
  std::string_view previous;
};

Seconds between(Rng& rng, Seconds shortest, Seconds longest) {
  const auto span = static_cast<std::uint64_t>((longest - shortest).count()) + 1;
  return shortest + Seconds(static_cast<std::int64_t>(rng.below(span)));
}

// Half of all troubles are young enough to pass by themselves, the others are hours old.
Instant trouble_start(Rng& rng, Instant now) {
  if (rng.one_in(2)) return now - between(rng, minutes{1}, minutes{8});
  return now - between(rng, hours{1}, hours{30});
}

class Planner {
 public:
  Planner(const FleetOptions& options, std::size_t index, Arena& arena)
      : options_(options), index_(index), arena_(arena), rng_(seed_of(options.seed, index)) {}

  ClusterPlan plan();

 private:
  static std::uint64_t seed_of(std::uint64_t seed, std::size_t index) {
    return Rng(Rng(seed).next() + index).next();
  }

  void name_cluster();
  void date_cluster();
  void plan_control_plane(std::size_t count);
  void plan_workers(std::size_t count);
  DeploymentPlan plan_deployment(std::size_t number, std::size_t replicas);
  SetPlan plan_set(const DeploymentPlan& deployment, SetPlan::Age age, Instant created);
  void plan_machines(SetPlan& set, std::size_t count);
  MachinePlan plan_machine(std::string_view name, Instant created);
  void trouble_machine(MachinePlan& machine, Instant earliest);
  bool draw_percent(unsigned percent, unsigned of) { return rng_.below(of) < percent; }

  const FleetOptions& options_;
  std::size_t index_;
  Arena& arena_;
  Rng rng_;
  std::size_t troubles_ = 0;
  ClusterPlan cluster_;
};

ClusterPlan Planner::plan() {
  name_cluster();
  date_cluster();
  const std::size_t control_plane = std::min(control_plane_machines, options_.machines);
  plan_control_plane(control_plane);
  plan_workers(options_.machines - control_plane);
  return std::move(cluster_);
}

void Planner::name_cluster() {
  static constexpr std::array<std::string_view, 16> words = {
      "anchor", "beacon", "clipper", "dory",   "ensign", "fathom",  "galley", "harbor",
      "island", "jetty",  "keel",    "lagoon", "mast",   "narrows", "oar",    "pier"};
  static constexpr std::array<Versions, 4> versions = {
      Versions{"v1.34.1", "v1.33.5"}, Versions{"v1.33.5", "v1.32.9"},
      Versions{"v1.32.9", "v1.31.13"}, Versions{"v1.34.0", "v1.33.4"}};
  const Versions version = versions[rng_.below(versions.size())];
  const std::string name = format("{}-{:03}", words[rng_.below(words.size())], index_);
  cluster_.namespace_name = arena_.keep(format("fleet-{:02}", index_ / clusters_per_namespace));
  cluster_.name = arena_.keep(name);
  cluster_.version = version.current;
  cluster_.previous_version = version.previous;
  cluster_.control_plane_name = arena_.keep(name + "-control-plane");
  cluster_.control_plane_template =
      arena_.keep(format("{}-control-plane-{}", name, name_suffix(rng_.next(), 0)));
  cluster_.endpoint = arena_.keep(format("172.18.{}.{}", rng_.below(256), 2 + rng_.below(250)));
}

void Planner::date_cluster() {
  cluster_.created = options_.now - between(rng_, days{3}, days{400});
  cluster_.initialized = cluster_.created + between(rng_, minutes{2}, minutes{5});
  cluster_.settled = cluster_.initialized + minutes{20};
  // Unreachable Clusters are rarer than ailing Machines: all that is in them goes dark at once.
  constexpr unsigned rarity = 300;
  if (!draw_percent(options_.unhealthy_percent, rarity)) return;
  cluster_.lost = rng_.one_in(3) ? options_.now - between(rng_, minutes{2}, minutes{4})
                                 : options_.now - between(rng_, hours{1}, hours{20});
}

void Planner::plan_control_plane(std::size_t count) {
  const std::uint64_t start = rng_.next();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = format("{}-{}", cluster_.control_plane_name, name_suffix(start, i));
    const Instant created = cluster_.created + minutes{4} * static_cast<int>(i) + Seconds{30};
    cluster_.control_plane.push_back(plan_machine(arena_.keep(name), created));
  }
}

void Planner::plan_workers(std::size_t count) {
  if (count == 0) return;
  const std::size_t deployments = 1 + rng_.below(std::min(deployments_max, count));
  for (std::size_t i = 0; i < deployments; ++i) {
    const std::size_t replicas = count / deployments + (i < count % deployments ? 1 : 0);
    cluster_.deployments.push_back(plan_deployment(i, replicas));
  }
}

DeploymentPlan Planner::plan_deployment(std::size_t number, std::size_t replicas) {
  DeploymentPlan deployment;
  deployment.name = arena_.keep(format("{}-md-{}", cluster_.name, number));
  deployment.created = cluster_.created + Seconds{5};
  deployment.max_unavailable_percent = rng_.one_in(2) ? 10 : 0;
  // At most the first deployment of a Cluster rolls out right now; others have done so, or never.
  const bool rolling = number == 0 && replicas > 1 && rng_.one_in(6);
  const bool rolled = rolling || rng_.one_in(3);
  const std::size_t older = rolling ? 1 + rng_.below(replicas - 1) : 0;
  Instant current_since = deployment.created + Seconds{2};
  if (rolled) {
    deployment.sets.push_back(plan_set(deployment, SetPlan::Age::Older, current_since));
    plan_machines(deployment.sets.back(), older);
    current_since = rolling ? options_.now - between(rng_, minutes{30}, hours{3})
                            : options_.now - between(rng_, hours{40}, hours{60});
  }
  deployment.sets.push_back(plan_set(deployment, SetPlan::Age::Current, current_since));
  plan_machines(deployment.sets.back(), replicas - older);
  return deployment;
}

SetPlan Planner::plan_set(const DeploymentPlan& deployment, SetPlan::Age age, Instant created) {
  SetPlan set;
  set.age = age;
  set.created = created;
  set.hash = arena_.keep(format("{}-{}", rng_.below(4'000'000'000), name_suffix(rng_.next(), 0)));
  set.name = arena_.keep(format("{}-{}", deployment.name, set.hash.substr(set.hash.size() - 5)));
  set.infra_template = arena_.keep(format("{}-{}", deployment.name, name_suffix(rng_.next(), 0)));
  set.version = age == SetPlan::Age::Current ? cluster_.version : cluster_.previous_version;
  return set;
}

void Planner::plan_machines(SetPlan& set, std::size_t count) {
  const std::uint64_t start = rng_.next();
  const Instant first = std::max(set.created, cluster_.initialized) + Seconds{10};
  set.machines.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = format("{}-{}", set.name, name_suffix(start, i));
    const Instant created = first + between(rng_, Seconds{0}, minutes{10});
    set.machines.push_back(plan_machine(arena_.keep(name), created));
    if (cluster_.reachable() && draw_percent(options_.unhealthy_percent, 100)) {
      trouble_machine(set.machines.back(), first);
    }
  }
}

MachinePlan Planner::plan_machine(std::string_view name, Instant created) {
  MachinePlan machine;
  machine.name = name;
  machine.created = created;
  machine.settled = created + between(rng_, Seconds{70}, minutes{4});
  return machine;
}

void Planner::trouble_machine(MachinePlan& machine, Instant earliest) {
  // Troubles take turns, so that even a small fleet shows many of them.
  constexpr std::size_t turns_per_cluster = 3;
  const std::size_t turn = options_.seed + index_ * turns_per_cluster + troubles_++;
  machine.trouble = static_cast<Trouble>(1 + turn % trouble_kinds);
  Instant start = trouble_start(rng_, options_.now);
  // A health check takes five minutes to fail.
  if (machine.trouble == Trouble::AwaitingRemediation) {
    start = std::min(start, options_.now - minutes{6});
  }
  // A Machine that never got a Node is as old as its trouble; any other was good before.
  if (!machine.had_node()) {
    machine.created = std::max(start - Seconds{45}, earliest);
    machine.settled = machine.created + Seconds{45};
  }
  machine.since = std::max(start, machine.settled);
}

}  // namespace

std::size_t DeploymentPlan::replicas() const {
  std::size_t sum = 0;
  for (const SetPlan& set : sets) sum += set.machines.size();
  return sum;
}

ClusterPlan plan_cluster(const FleetOptions& options, std::size_t index, Arena& arena) {
  return Planner(options, index, arena).plan();
}

}  // namespace telltale::fleet
