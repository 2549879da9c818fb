// SPDX-License-Identifier: Apache-2.0
// How fast text is written: escaping alone, beside copying the same bytes; then whole fleets, which
// is the writer together with everything that decides what to write.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "fleet/fleet.h"
#include "json/writer.h"

namespace telltale {
namespace {

void report_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

std::string plain_text(std::size_t bytes) {
  constexpr std::string_view sentence = "Waiting for a Node with spec.providerID to exist. ";
  std::string text;
  while (text.size() < bytes) text += sentence;
  text.resize(bytes);
  return text;
}

void copy_text(benchmark::State& state) {
  const std::string text = plain_text(static_cast<std::size_t>(state.range(0)));
  std::string out;
  for (auto _ : state) {
    out.clear();
    out += text;
    benchmark::DoNotOptimize(out.data());
  }
  report_bytes(state, text.size());
}
BENCHMARK(copy_text)->Arg(16)->Arg(256)->Arg(65536);

void escape_text(benchmark::State& state) {
  const std::string text = plain_text(static_cast<std::size_t>(state.range(0)));
  std::string out;
  for (auto _ : state) {
    out.clear();
    json::append_json_string(out, text);
    benchmark::DoNotOptimize(out.data());
  }
  report_bytes(state, text.size());
}
BENCHMARK(escape_text)->Arg(16)->Arg(256)->Arg(65536);

void write_whole_fleet(benchmark::State& state, fleet::Format format,
                       json::JsonWriter::Layout layout) {
  const fleet::FleetOptions options{
      .clusters = 10, .machines = 100, .format = format, .layout = layout};
  std::size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    fleet::write_fleet(options, [&](std::string_view chunk) { bytes += chunk.size(); });
  }
  report_bytes(state, bytes);
}
BENCHMARK_CAPTURE(write_whole_fleet, ndjson, fleet::Format::Ndjson,
                  json::JsonWriter::Layout::Compact)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_whole_fleet, pretty, fleet::Format::Json, json::JsonWriter::Layout::Pretty)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_whole_fleet, yaml, fleet::Format::Yaml, json::JsonWriter::Layout::Compact)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace telltale
