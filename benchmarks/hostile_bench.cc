// SPDX-License-Identifier: Apache-2.0
// What is sent to do harm, at growing sizes, for every type of request body: the nanoseconds per
// byte must stay about the same from row to row (src/server/api_server_hostile_test.cc holds them
// to it). Beside them, the same number of bytes sent in earnest.

#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "server/hostile_for_test.h"

using namespace telltale;
using namespace telltale::server;

namespace {

constexpr std::int64_t smallest = std::int64_t{64} << 10;
// What is there before, with what the server keeps beside it, must be no more than may be stored.
constexpr std::int64_t largest = std::int64_t{1} << 20;

void per_byte(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
  state.counters["ns_per_byte"] = benchmark::Counter(
      static_cast<double>(bytes) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void run_attack(benchmark::State& state, const hostile::Attack& attack) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  const std::string body = attack.body(bytes);
  for (auto _ : state) {
    state.PauseTiming();
    auto server = std::make_unique<ServerForTest>();
    if (attack.prepare) attack.prepare(*server, bytes);
    std::string sent = body;
    state.ResumeTiming();
    benchmark::DoNotOptimize(hostile::send(*server, attack, std::move(sent)));
    state.PauseTiming();
    server.reset();
    state.ResumeTiming();
  }
  per_byte(state, bytes);
}

// One large object, and more and more who watch with selectors of their own.
void selector_watches(benchmark::State& state) {
  ServerForTest server;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    server.watch(format("{}?watch=true&labelSelector=a%3Dv{}", ServerForTest::configmaps, i));
  }
  const std::string data(std::size_t{512} << 10, 'x');
  std::size_t number = 0;
  for (auto _ : state) {
    const auto made = server.post(
        ServerForTest::configmaps,
        format(R"({{"metadata":{{"name":"c{}","labels":{{"a":"v0"}}}},"data":{{"a":"{}"}}}})",
               number++, data));
    benchmark::DoNotOptimize(made.code);
  }
  per_byte(state, data.size());
}

void in_earnest(benchmark::State& state) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  const hostile::Attack calm{"in earnest", hostile::json_type, {}, [](std::size_t n) {
                               return format(R"({{"metadata":{{"name":"a"}},"data":{{"a":"{}"}}}})",
                                             std::string(std::min<std::size_t>(n, 900'000), 'x'));
                             }};
  run_attack(state, calm);
  per_byte(state, bytes);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("in earnest", in_earnest)
      ->RangeMultiplier(4)
      ->Range(smallest, largest)
      ->UseRealTime();
  for (const hostile::Attack& attack : hostile::all_attacks()) {
    const std::string name(attack.name);
    benchmark::RegisterBenchmark(name.c_str(),
                                 [attack](benchmark::State& state) { run_attack(state, attack); })
        ->RangeMultiplier(4)
        ->Range(smallest, largest)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.02);
  }
  benchmark::RegisterBenchmark("selector watches", selector_watches)
      ->RangeMultiplier(8)
      ->Range(1, 512)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
