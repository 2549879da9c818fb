// SPDX-License-Identifier: Apache-2.0
// Judging, from one table to a whole fleet. The plain ladder beside the table is the same sixteen
// questions as hand-written ifs: what a table costs over the code it replaces.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/arena.h"
#include "catalog/judge.h"
#include "catalog/machine/tables.h"
#include "condition/aggregate.h"
#include "condition/summary.h"
#include "fleet_world.h"

namespace telltale {
namespace {

constexpr Instant noon =
    std::chrono::sys_days{std::chrono::January / 1 / 2026} + std::chrono::hours{12};

void summary_of_six(benchmark::State& state) {
  const std::array<std::string_view, 6> names = {
      "Deleted",     "BootstrapConfigReady", "InfrastructureReady",
      "NodeHealthy", "HealthCheckSucceeded", "Gate"};
  std::vector<Condition> conditions;
  std::vector<SummaryType> types;
  for (const std::string_view name : names) {
    const bool negative = name == "Deleted";
    const bool issue = state.range(0) != 0 && name == "NodeHealthy";
    conditions.push_back({.type = name,
                          .status = negative || issue ? Status::False : Status::True,
                          .reason = "Reason",
                          .message = issue ? "* Node.Ready: the runtime is down" : ""});
    types.push_back({name, negative ? Polarity::Negative : Polarity::Positive});
  }
  Arena arena;
  for (auto _ : state) {
    auto ready = summarize(conditions, {.into = "Ready", .types = types}, arena);
    benchmark::DoNotOptimize(ready);
    arena.clear();
  }
}
BENCHMARK(summary_of_six)->Arg(0)->Arg(1);

void aggregate_machines(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const Condition bad{.type = "Ready",
                      .status = Status::False,
                      .reason = "NotReady",
                      .message = "* NodeHealthy: * Node.Ready: the runtime is down"};
  const Condition good{.type = "Ready", .status = Status::True, .reason = "Ready"};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("machine-" + std::to_string(i));
  std::vector<AggregateSource> sources;
  for (std::size_t i = 0; i < count; ++i) {
    sources.push_back(
        {.kind = "Machine", .name = names[i], .condition = i % 50 == 0 ? &bad : &good});
  }
  Arena arena;
  for (auto _ : state) {
    auto merged = aggregate(sources, {.type = "Ready", .into = "MachinesReady"}, arena);
    benchmark::DoNotOptimize(merged);
    arena.clear();
  }
  state.SetItemsProcessed(state.range(0) * state.iterations());
}
BENCHMARK(aggregate_machines)->Arg(50)->Arg(1000)->Arg(100000);

machine::Seen calm() {
  machine::Seen seen;
  seen.now = noon;
  seen.infra_provisioned = true;
  seen.control_plane_initialized = Status::True;
  seen.last_probe_success = noon;
  seen.grace = std::chrono::minutes(5);
  seen.lookup = machine::Lookup::Found;
  return seen;
}

void node_healthy_table(benchmark::State& state) {
  const machine::Seen seen = calm();
  for (auto _ : state) {
    auto decision = machine::node_healthy_table.decide(seen);
    benchmark::DoNotOptimize(decision);
  }
}
BENCHMARK(node_healthy_table);

std::string_view plain_ladder(const machine::Seen& seen) {
  if (!seen.infra_provisioned) return "InspectionFailed";
  if (seen.control_plane_initialized != Status::True) return "InspectionFailed";
  if (!is_set(seen.last_probe_success) && seen.consecutive_failures < 5) return "ConnectionDown";
  if (seen.now - seen.grace_base() > seen.grace) return "ConnectionDown";
  if (seen.lookup == machine::Lookup::NotConnected) return "ConnectionDown";
  if (seen.lookup == machine::Lookup::Failed) return "InternalError";
  if (seen.lookup != machine::Lookup::Found) return "Missing";
  if (seen.node_health == machine::NodeHealth::Healthy) return "Healthy";
  return seen.node_health == machine::NodeHealth::Unhealthy ? "Unhealthy" : "Unknown";
}

void node_healthy_ladder(benchmark::State& state) {
  machine::Seen seen = calm();
  for (auto _ : state) {
    benchmark::DoNotOptimize(seen);
    auto reason = plain_ladder(seen);
    benchmark::DoNotOptimize(reason);
  }
}
BENCHMARK(node_healthy_ladder);

// Machines in Clusters of a hundred, three in a hundred of them in trouble.
void judge_fleet(benchmark::State& state) {
  const auto machines = static_cast<std::size_t>(state.range(0));
  const fleet::FleetOptions options{
      .clusters = machines / 100, .machines = 100, .format = fleet::Format::Ndjson};
  const World world = fleet_world(options);
  Settings settings;
  settings.dialect = upstream_dialect();
  for (auto _ : state) {
    auto judgement = judge(world, settings, options.now);
    benchmark::DoNotOptimize(judgement);
  }
  state.SetItemsProcessed(state.range(0) * state.iterations());
}
BENCHMARK(judge_fleet)->Arg(1000)->Arg(10000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace telltale
