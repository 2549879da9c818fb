// SPDX-License-Identifier: Apache-2.0
// The product's targets, measured in one run and printed as one table: each figure beside what it
// is measured against, so that only ratios travel between machines.
//
//   targets [CLUSTERS]        default 1000, first of 100 Machines each, then of 50

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include <simdjson.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "catalog/judge.h"
#include "fleet_world.h"
#include "report/report.h"
#include "report/write_report.h"

namespace telltale {
namespace {

namespace ondemand = simdjson::ondemand;
using Watch = std::chrono::steady_clock;

constexpr unsigned cores = 2;

double seconds_of(const std::function<void()>& work) {
  const auto start = Watch::now();
  work();
  return std::chrono::duration<double>(Watch::now() - start).count();
}

// A line of the table.
void tell(std::string_view what, const std::string& measured, const std::string& target, bool met) {
  std::printf("%-58.*s  %-34s  %-22s  %s\n", static_cast<int>(what.size()), what.data(),
              measured.c_str(), target.c_str(),
              target.empty() ? ""
              : met          ? "met"
                             : "NOT MET");
}

std::size_t resident_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
  }
  return 0;
}

// Walks the fields that telltale reads, and skips what telltale skips. Strings are unescaped, times
// and numbers are taken as text: this is the cheapest that anybody who wants them can do.
class BareReader {
 public:
  std::size_t sum = 0;

  void object(ondemand::object object) {
    for (auto field : object) {
      const std::string_view key = field.unescaped_key();
      ondemand::value value = field.value();
      if (key == "metadata") {
        metadata(value.get_object());
      } else if (key == "spec" || key == "status") {
        whole(value);
      } else if (key == "apiVersion" || key == "kind") {
        text(value);
      }
    }
  }

 private:
  void text(ondemand::value value) {
    std::string_view view;
    if (value.get_string().get(view) == simdjson::SUCCESS) sum += view.size();
  }

  void metadata(ondemand::object object) {
    for (auto field : object) {
      const std::string_view key = field.unescaped_key();
      ondemand::value value = field.value();
      if (key == "managedFields") {
        for (auto entry : value.get_array()) {
          ondemand::value time;
          if (entry.find_field_unordered("time").get(time) == simdjson::SUCCESS) text(time);
        }
      } else {
        whole(value);
      }
    }
  }

  void whole(ondemand::value value) {
    ondemand::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS) return;
    if (type == ondemand::json_type::object) {
      for (auto field : value.get_object()) {
        sum += std::string_view(field.unescaped_key()).size();
        whole(field.value());
      }
    } else if (type == ondemand::json_type::array) {
      for (auto item : value.get_array()) whole(item.value());
    } else if (type == ondemand::json_type::string) {
      text(value);
    }
  }
};

std::size_t bare_read(const std::string& path) {
  const simdjson::padded_string text = simdjson::padded_string::load(path);
  ondemand::parser parser;
  ondemand::document_stream documents;
  BareReader reader;
  if (parser.iterate_many(text, 1 << 22).get(documents) != simdjson::SUCCESS) return 0;
  for (auto document : documents) reader.object(document.get_object());
  return reader.sum;
}

std::size_t read_judge_report(const std::string& path, Instant now, unsigned threads) {
  dump::Dump read = read_fleet(path, threads);
  const World world(std::move(read.objects), std::move(read.arenas), Completeness::Partial);
  Settings settings;
  settings.dialect = upstream_dialect();
  const Judgement judgement = judge(world, settings, now, threads);
  std::size_t bytes = 0;
  write_report(make_report(judgement, {}, now), ReportLayout::Lines, threads,
               [&](std::string_view chunk) { bytes += chunk.size(); });
  return bytes;
}

// In a process of its own, so that its peak memory is its own.
std::size_t peak_of(const std::function<void()>& work) {
  int ends[2];
  check(::pipe(ends) == 0, "a pipe can be made");
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    const std::size_t peak = resident_bytes();
    check(::write(ends[1], &peak, sizeof peak) == sizeof peak, "the pipe takes eight bytes");
    std::_Exit(0);
  }
  std::size_t peak = 0;
  check(::read(ends[0], &peak, sizeof peak) == sizeof peak, "the child reports its peak");
  ::waitpid(child, nullptr, 0);
  return peak;
}

void measure(std::size_t clusters, std::size_t machines_each) {
  const std::size_t machines = clusters * machines_each;
  fleet::FleetOptions options{
      .clusters = clusters, .machines = machines_each, .format = fleet::Format::Ndjson};
  const FleetFile file("");
  std::size_t bytes = 0;
  {
    std::ofstream out(file.path(), std::ios::binary);
    fleet::write_fleet(options, [&](std::string_view chunk) {
      out << chunk;
      bytes += chunk.size();
    });
  }
  std::printf("%zu Machines, %zu Clusters, %.0f MB of JSON\n\n", machines, options.clusters,
              static_cast<double>(bytes) / 1e6);
  std::printf("%-58s  %-34s  %-22s\n", "WHAT", "MEASURED", "TARGET");

  const std::size_t peak =
      peak_of([&] { (void)read_judge_report(file.path(), options.now, cores); });
  const double kib = static_cast<double>(peak) / 1024 / static_cast<double>(machines);
  tell("peak memory of check, all in",
       format("{:.0f} MiB, {:.2f} KiB per Machine", static_cast<double>(peak) / 1048576, kib),
       "< 512 MiB, <= 4 KiB", peak < 512UL * 1048576 && kib <= 4);

  double bare = 1e9;
  double ours = 1e9;
  double single = 1e9;
  std::size_t report_bytes = 0;
  for (int round = 0; round < 3; ++round) {
    bare = std::min(bare, seconds_of([&] { check(bare_read(file.path()) > 0, "bare read"); }));
    ours = std::min(ours, seconds_of([&] {
                      report_bytes = read_judge_report(file.path(), options.now, cores);
                    }));
    single = std::min(
        single, seconds_of([&] { report_bytes = read_judge_report(file.path(), options.now, 1); }));
  }
  tell(format("JSON in to Report out ({:.0f} MB), {} cores",
              static_cast<double>(report_bytes) / 1e6, cores),
       format("{:.2f} s, {:.2f}x bare simdjson", ours, bare / ours), ">= 0.6x", bare / ours >= 0.6);
  tell("  the same on one core",
       format("{:.2f} s, {:.2f}x ({:.2f} s bare)", single, bare / single, bare), "", true);

  dump::Dump read = read_fleet(file.path(), cores);
  const World world(std::move(read.objects), std::move(read.arenas), Completeness::Partial);
  Settings settings;
  settings.dialect = upstream_dialect();
  double judging = 1e9;
  for (int round = 0; round < 3; ++round) {
    judging = std::min(judging, seconds_of([&] { (void)judge(world, settings, options.now); }));
  }
  tell("full judgement after reading, one core", format("{:.3f} s", judging), "< 1 s", judging < 1);
}

}  // namespace
}  // namespace telltale

int main(int argc, char** argv) {
  const std::size_t typed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::size_t clusters = std::max<std::size_t>(typed, 1);
  // Each in a process of its own: what the allocator keeps of one fleet is no memory of the next.
  for (const std::size_t machines_each : {100U, 50U}) {
    const pid_t child = ::fork();
    if (child == 0) {
      telltale::measure(clusters, machines_each);
      std::printf("\n");
      std::fflush(stdout);
      std::_Exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }
  return 0;
}
