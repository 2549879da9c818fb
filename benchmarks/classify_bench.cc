// SPDX-License-Identifier: Apache-2.0
// How well and how fast provider errors are classified. First precision and recall over each file
// of labelled messages in benchmarks/corpus: `sample` and `unseen` tell how well, since `learned`
// and `composed` are what the patterns were made from; then speed beside what a plain search for
// the same number of words would cost; then hostile text of growing length, where nanoseconds per
// byte must stay the same.

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "classify/classify.h"
#include "classify/corpus_for_test.h"
#include "classify/patterns/patterns.h"
#include "classify/scrub.h"

namespace telltale {
namespace {

std::vector<std::filesystem::path> corpus_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(TELLTALE_SOURCE_DIR "/benchmarks/corpus")) {
    if (entry.path().extension() == ".tsv") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

const std::vector<LabelledMessage>& corpus() {
  static const std::vector<LabelledMessage> rows = [] {
    std::vector<LabelledMessage> all;
    for (const std::filesystem::path& file : corpus_files()) {
      for (LabelledMessage& row : read_corpus(file.string())) all.push_back(std::move(row));
    }
    return all;
  }();
  return rows;
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 100 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_quality(const std::filesystem::path& file) {
  const std::vector<LabelledMessage> messages = read_corpus(file.string());
  std::array<std::size_t, all_failure_classes.size()> said{};
  std::array<std::size_t, all_failure_classes.size()> meant{};
  std::array<std::size_t, all_failure_classes.size()> both{};
  std::size_t right = 0;
  for (const LabelledMessage& row : messages) {
    const FailureClass answer = classify(row.message, row.platform).failure;
    ++said[static_cast<std::size_t>(answer)];
    ++meant[static_cast<std::size_t>(row.failure)];
    if (answer != row.failure) continue;
    ++both[static_cast<std::size_t>(answer)];
    ++right;
  }
  std::printf("%-26s %8s %10s %8s\n", file.stem().c_str(), "MESSAGES", "PRECISION", "RECALL");
  for (const FailureClass failure : all_failure_classes) {
    const auto i = static_cast<std::size_t>(failure);
    std::printf("%-26s %8zu %9.1f%% %7.1f%%\n", std::string(to_text(failure)).c_str(), meant[i],
                percent(both[i], said[i]), percent(both[i], meant[i]));
  }
  std::printf("%-26s %8zu %9.1f%% right\n\n", "all", messages.size(),
              percent(right, messages.size()));
}

void count_messages(benchmark::State& state) {
  std::size_t bytes = 0;
  for (const LabelledMessage& row : corpus()) bytes += row.message.size();
  const auto rounds = static_cast<std::int64_t>(state.iterations());
  state.SetItemsProcessed(rounds * static_cast<std::int64_t>(corpus().size()));
  state.SetBytesProcessed(rounds * static_cast<std::int64_t>(bytes));
}

void ClassifyMessages(benchmark::State& state) {
  for (auto _ : state) {
    for (const LabelledMessage& row : corpus()) {
      benchmark::DoNotOptimize(classify(row.message, row.platform));
    }
  }
  count_messages(state);
}
BENCHMARK(ClassifyMessages);

void ScrubMessages(benchmark::State& state) {
  for (auto _ : state) {
    for (const LabelledMessage& row : corpus()) benchmark::DoNotOptimize(scrub(row.message));
  }
  count_messages(state);
}
BENCHMARK(ScrubMessages);

// What it is measured against: one exact, case-sensitive search per pattern, for its name. The
// patterns hold many words each, so this does far less than classifying does.
void FindOneWordPerPattern(benchmark::State& state) {
  for (auto _ : state) {
    for (const LabelledMessage& row : corpus()) {
      for (const PatternGroup& group : pattern_groups()) {
        for (const Pattern& pattern : group.patterns) {
          benchmark::DoNotOptimize(std::string_view(row.message).find(pattern.name));
        }
      }
    }
  }
  count_messages(state);
}
BENCHMARK(FindOneWordPerPattern);

// Text that begins many patterns and ends none.
std::string hostile_text(std::size_t bytes) {
  constexpr std::string_view unit =
      "the subnet 'a network id [x security group no quota limit exceeded maximum number of "
      "request "
      "id: assumed-role/x 12 not enough unable to find the instance 'i-0 ";
  std::string text;
  while (text.size() < bytes) text += unit;
  text.resize(bytes);
  return text;
}

void ClassifyHostileText(benchmark::State& state) {
  const std::string text = hostile_text(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(classify(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(ClassifyHostileText)->RangeMultiplier(4)->Range(1 << 10, 1 << 16)->Complexity();

void ScrubHostileText(benchmark::State& state) {
  const std::string text = hostile_text(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(scrub(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(ScrubHostileText)->RangeMultiplier(4)->Range(1 << 10, 1 << 18)->Complexity();

}  // namespace
}  // namespace telltale

int main(int argc, char** argv) {
  for (const auto& file : telltale::corpus_files()) telltale::print_quality(file);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
