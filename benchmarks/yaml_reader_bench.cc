// SPDX-License-Identifier: Apache-2.0
// Reading YAML files beside bare libyaml, which only walks the events of the same bytes.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include <yaml.h>

#include "dump/dump.h"
#include "fleet_text.h"

namespace telltale {
namespace {

std::size_t count_events(const std::string& text) {
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) return 0;
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
  std::size_t events = 0;
  bool running = true;
  while (running) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) break;
    running = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    ++events;
  }
  yaml_parser_delete(&parser);
  return running ? 0 : events;
}

void bare_libyaml(benchmark::State& state) {
  const std::string text = bench::fleet_text(fleet::Format::Yaml);
  for (auto _ : state) {
    if (count_events(text) == 0) state.SkipWithError("bad YAML");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(bare_libyaml)->Unit(benchmark::kMillisecond);

void read_file(benchmark::State& state) {
  const std::string text = bench::fleet_text(fleet::Format::Yaml);
  const bench::TemporaryFile file("telltale_yaml_reader_bench.yaml", text);
  const std::vector<std::string> paths = {file.path()};
  dump::Options options;
  options.choose = bench::choose_machine_fields();
  options.threads = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const auto dump = dump::read_dump(paths, options);
    if (!dump || !dump->input_errors.empty()) state.SkipWithError("the fleet was not read");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(read_file)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace telltale
