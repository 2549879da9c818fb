// SPDX-License-Identifier: Apache-2.0
// Reading JSON objects, each beside bare simdjson asked for the same fields: the reader alone, then
// whole files of NDJSON and of one List.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

#include "base/text.h"
#include "dump/dump.h"
#include "fleet_text.h"
#include "kube/read_object.h"

namespace telltale {
namespace {

namespace ondemand = simdjson::ondemand;

// One padded buffer per line, so that nobody is slowed down by copies.
struct Lines {
  std::vector<simdjson::padded_string> texts;
  std::size_t bytes = 0;

  Lines() {
    const std::string all = bench::fleet_text(fleet::Format::Ndjson);
    for (const std::string_view line : split(all, '\n')) {
      if (line.empty()) continue;
      texts.emplace_back(line);
      bytes += line.size();
    }
  }
};

void report(benchmark::State& state, const Lines& lines) {
  state.SetBytesProcessed(static_cast<std::int64_t>(lines.bytes) * state.iterations());
  state.SetItemsProcessed(static_cast<std::int64_t>(lines.texts.size()) * state.iterations());
}

std::size_t text_size(simdjson::simdjson_result<ondemand::value> value) {
  std::string_view text;
  return value.get_string().get(text) == simdjson::SUCCESS ? text.size() : 0;
}

std::size_t read_conditions(ondemand::object status) {
  ondemand::array conditions;
  if (status["conditions"].get_array().get(conditions) != simdjson::SUCCESS) return 0;
  std::size_t sum = 0;
  for (auto condition : conditions) {
    for (const std::string_view key :
         {"lastTransitionTime", "message", "reason", "status", "type"}) {
      sum += text_size(condition[key]);
    }
  }
  return sum;
}

std::size_t read_labels(ondemand::object metadata, std::string_view key) {
  ondemand::object labels;
  if (metadata[key].get_object().get(labels) != simdjson::SUCCESS) return 0;
  std::size_t sum = 0;
  for (auto label : labels) sum += text_size(label.value());
  return sum;
}

void bare_simdjson(benchmark::State& state) {
  const Lines lines;
  ondemand::parser parser;
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const simdjson::padded_string& text : lines.texts) {
      ondemand::document document = parser.iterate(text);
      sum += text_size(document["apiVersion"]) + text_size(document["kind"]);
      ondemand::object metadata = document["metadata"];
      sum += read_labels(metadata, "annotations") + text_size(metadata["creationTimestamp"]);
      sum += read_labels(metadata, "labels") + text_size(metadata["name"]);
      sum += text_size(metadata["namespace"]) + text_size(metadata["resourceVersion"]);
      sum += text_size(metadata["uid"]);
      ondemand::object spec;
      if (document["spec"].get_object().get(spec) == simdjson::SUCCESS) {
        sum += text_size(spec["clusterName"]) + text_size(spec["providerID"]);
        sum += text_size(spec["version"]);
      }
      ondemand::object status;
      if (document["status"].get_object().get(status) == simdjson::SUCCESS) {
        sum += read_conditions(status);
        sum += text_size(status["nodeRef"]["name"]);
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  report(state, lines);
}
BENCHMARK(bare_simdjson)->Unit(benchmark::kMillisecond);

void bare_simdjson_dom(benchmark::State& state) {
  const Lines lines;
  simdjson::dom::parser parser;
  for (auto _ : state) {
    for (const simdjson::padded_string& text : lines.texts) {
      simdjson::dom::element element;
      if (parser.parse(text).get(element) != simdjson::SUCCESS) state.SkipWithError("bad JSON");
      benchmark::DoNotOptimize(element);
    }
  }
  report(state, lines);
}
BENCHMARK(bare_simdjson_dom)->Unit(benchmark::kMillisecond);

void object_reader(benchmark::State& state) {
  const Lines lines;
  std::vector<ObjectError> object_errors;
  for (auto _ : state) {
    Arena arena;
    ObjectReader reader(bench::choose_machine_fields(), arena);
    std::size_t conditions = 0;
    for (const simdjson::padded_string& text : lines.texts) {
      const auto padded = json::PaddedText::promised({text.data(), text.size()});
      const auto object = reader.read(padded, {}, object_errors);
      if (!object) state.SkipWithError("no object");
      conditions += object->condition_lists.size();
    }
    benchmark::DoNotOptimize(conditions);
  }
  report(state, lines);
}
BENCHMARK(object_reader)->Unit(benchmark::kMillisecond);

void read_file(benchmark::State& state, fleet::Format format) {
  const std::string text = bench::fleet_text(format);
  const bench::TemporaryFile file("telltale_json_reader_bench.json", text);
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
BENCHMARK_CAPTURE(read_file, ndjson, fleet::Format::Ndjson)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, list, fleet::Format::Json)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace telltale
