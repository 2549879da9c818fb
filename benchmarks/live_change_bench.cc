// SPDX-License-Identifier: Apache-2.0
// What one change costs the loop that `run` and `up` share, without a server: the infrastructure of
// one Machine says something new, its tree is judged, the status is written, the answer arrives,
// and the tree is judged again. The same in fleets of many small trees and in one large tree, since
// a tree is judged whole.

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "base/text.h"
#include "fleet/fleet.h"
#include "json/parse.h"
#include "json/print.h"
#include "reconcile/reconciler.h"

namespace telltale {
namespace {

constexpr std::size_t machines_kept = 200;  // those that change

ReconcilerOptions everything_written() {
  ReconcilerOptions options;
  options.settings.dialect = upstream_dialect();
  options.rules = {.policy = WritePolicy::All, .acted_on = std::nullopt};
  options.in_flight_max = 10'000'000;
  return options;
}

std::string name_of(const json::Value& object) {
  return std::string(object.at("metadata").at("name").as_string());
}

// A fleet in the loop when nothing is left to do, and the server behind it, as far as it matters:
// the Machines that change are stored, whatever else is written is refused and left alone.
class Fleet {
 public:
  explicit Fleet(const fleet::FleetOptions& options)
      : now_(options.now), reconciler_(everything_written()) {
    const std::size_t machines = options.clusters * options.machines;
    // Odd, or only the first of each Cluster would be among them, which is its control plane.
    const std::size_t every = (machines / machines_kept) | 1;
    std::size_t seen = 0;
    fleet::write_fleet(options, [&](std::string_view chunk) {
      for (const std::string_view line : split(chunk, '\n')) {
        if (line.empty()) continue;
        reconciler_.trees().put(line, {});
        const bool is_machine = line.find(R"("kind":"Machine","metadata")") < line.size();
        if (is_machine) last_machine_ = line;
        if (line.find(R"("kind":"DockerMachine","metadata")") > line.size()) continue;
        if (seen++ % every != 0) continue;
        infrastructure_.push_back(*json::parse(line));
        machines_.emplace(name_of(infrastructure_.back()), *json::parse(last_machine_));
      }
    });
    reconciler_.begin();
    (void)settle();
  }

  // The provider says something new about the next machine.
  std::string next_change() {
    json::ValueMap& object = infrastructure_[next_++ % infrastructure_.size()].as_object();
    object["metadata"].as_object()["resourceVersion"] = format("{}", ++revision_);
    for (json::Value& condition : object["status"].as_object()["conditions"].as_array()) {
      condition.as_object()["message"] = format("change {}", revision_);
    }
    return json::print(object);
  }

  // How many writes follow from it.
  std::size_t take(std::string_view document) {
    reconciler_.trees().put(document, {});
    return settle();
  }

  std::size_t objects() const { return reconciler_.trees().figures().objects; }

 private:
  std::size_t settle() {
    std::size_t written = 0;
    while (reconciler_.has_work(now_)) {
      for (const Command& command : reconciler_.step(now_)) {
        ++written;
        answer(command);
      }
    }
    return written;
  }

  void answer(const Command& command) {
    const auto stored = machines_.find(command.target.name);
    if (stored == machines_.end() || command.target.kind != "Machine") {
      return reconciler_.finished(command.id, {.how = Outcome::How::Refused}, now_);
    }
    json::ValueMap& machine = stored->second.as_object();
    machine["metadata"].as_object()["resourceVersion"] = format("{}", ++revision_);
    const json::Value body = *json::parse(command.body);
    for (const json::Value& condition : body.at("status").at("conditions").as_array()) {
      store(machine["status"].as_object()["conditions"].as_array(), condition);
    }
    reconciler_.finished(command.id, {.how = Outcome::How::Done, .document = json::print(machine)},
                         now_);
  }

  static void store(json::ValueList& list, const json::Value& condition) {
    const auto same = std::ranges::find_if(
        list, [&](const json::Value& one) { return one.at("type") == condition.at("type"); });
    if (same == list.end()) {
      list.push_back(condition);
    } else {
      *same = condition;
    }
  }

  Instant now_;
  Reconciler reconciler_;
  std::vector<json::Value> infrastructure_;
  std::unordered_map<std::string, json::Value> machines_;
  std::string last_machine_;
  std::size_t next_ = 0;
  std::uint64_t revision_ = 1'000'000'000;
};

void one_change(benchmark::State& state) {
  Fleet fleet({.clusters = static_cast<std::size_t>(state.range(0)),
               .machines = static_cast<std::size_t>(state.range(1)),
               .format = fleet::Format::Ndjson,
               .unhealthy_percent = 0});
  for (int i = 0; i < 5; ++i) (void)fleet.take(fleet.next_change());
  std::size_t written = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const std::string document = fleet.next_change();
    state.ResumeTiming();
    written += fleet.take(document);
  }
  state.counters["objects"] = static_cast<double>(fleet.objects());
  state.counters["writes_each"] =
      static_cast<double>(written) / static_cast<double>(state.iterations());
}

// Many trees of 50 Machines: what one of them costs must not depend on how many there are.
BENCHMARK(one_change)
    ->Args({20, 50})
    ->Args({2000, 50})
    ->ArgNames({"clusters", "machines"})
    ->Iterations(400)
    ->Unit(benchmark::kMicrosecond);

// One tree that grows.
BENCHMARK(one_change)
    ->Args({1, 1000})
    ->Args({1, 10'000})
    ->ArgNames({"clusters", "machines"})
    ->Iterations(20)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace telltale
