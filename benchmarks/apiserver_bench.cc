// SPDX-License-Identifier: Apache-2.0
// The embedded API server beside the real one, as one table. The real one is measured in the same
// run when KUBE_APISERVER and ETCD name its programs; otherwise recorded figures stand for it, of
// kube-apiserver 1.26 with etcd 3.4 on a machine of the same size, the better end of three runs.
//
//   apiserver TELLTALE [OBJECTS]        OBJECTS: the large number, default 100000

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "apiserver/measure.h"
#include "base/text.h"

namespace telltale::apiserver {
namespace {

Figures recorded() {
  return {.creates = {.per_second = 596, .p99_ms = 66},
          .patches = {.per_second = 346, .p99_ms = 153},
          .gets = {.per_second = 1418},
          .list_mb = 8.7,
          .list = {.p50_ms = 2900},
          .cached_list = {.p50_ms = 680},
          .one_watcher = {.p50_ms = 4.4, .p99_ms = 22},
          .empty_mib = 256 + 41,
          .filled_mib = 507 + 71,
          .patched_mib = 670 + 109,
          .list_peak_mib = 897 + 109};
}

enum class Better { More, Less };

struct Row {
  std::string what;
  double ours = 0;
  double theirs = 0;  // 0: not known
  std::string unit;
  Better better = Better::Less;
  double target = 0;  // times; 0: none
};

std::string figure(double value, const std::string& unit) {
  if (value == 0) return "-";
  return format("{:.{}f} {}", value, value < 100 ? 2 : 0, unit);
}

void tell(const Row& row) {
  const bool known = row.ours > 0 && row.theirs > 0;
  const double ratio = !known                       ? 0
                       : row.better == Better::More ? row.ours / row.theirs
                                                    : row.theirs / row.ours;
  std::printf("%-46s %14s %14s %9s %8s  %s\n", row.what.c_str(), figure(row.ours, row.unit).c_str(),
              figure(row.theirs, row.unit).c_str(), known ? format("{:.1f}x", ratio).c_str() : "",
              known && row.target > 0 ? format("{:.0f}x", row.target).c_str() : "",
              !known || row.target == 0 ? ""
              : ratio >= row.target     ? "met"
                                        : "NOT MET");
}

void tell_all(const Figures& ours, const Figures& theirs, std::size_t many) {
  using enum Better;
  const Row rows[] = {
      {"creates, 16 clients", ours.creates.per_second, theirs.creates.per_second, "/s", More, 10},
      {"  p50", ours.creates.p50_ms, theirs.creates.p50_ms, "ms"},
      {"  p99", ours.creates.p99_ms, theirs.creates.p99_ms, "ms"},
      {"  CPU of the server, each", ours.creates.cpu_us, theirs.creates.cpu_us, "us"},
      {"status patches", ours.patches.per_second, theirs.patches.per_second, "/s", More, 10},
      {"  p50", ours.patches.p50_ms, theirs.patches.p50_ms, "ms"},
      {"  p99", ours.patches.p99_ms, theirs.patches.p99_ms, "ms"},
      {"  CPU of the server, each", ours.patches.cpu_us, theirs.patches.cpu_us, "us"},
      {"GET by name", ours.gets.per_second, theirs.gets.per_second, "/s", More},
      {"  CPU of the server, each", ours.gets.cpu_us, theirs.gets.cpu_us, "us"},
      {"LIST of 10,000, size", ours.list_mb, theirs.list_mb, "MB"},
      {"  resourceVersion unset, p50", ours.list.p50_ms, theirs.list.p50_ms, "ms", Less, 20},
      {"  resourceVersion 0, p50", ours.cached_list.p50_ms, theirs.cached_list.p50_ms, "ms", Less,
       20},
      {"  CPU of the server, each", ours.list.cpu_us, theirs.list.cpu_us, "us"},
      {"watch latency, 200 updates/s, 1 watcher, p50", ours.one_watcher.p50_ms,
       theirs.one_watcher.p50_ms, "ms", Less, 5},
      {"  p99", ours.one_watcher.p99_ms, theirs.one_watcher.p99_ms, "ms", Less, 5},
      {"  1,000 watchers, p50", ours.many_watchers.p50_ms, theirs.many_watchers.p50_ms, "ms", Less,
       5},
      {"  p99", ours.many_watchers.p99_ms, theirs.many_watchers.p99_ms, "ms", Less, 5},
      {"  CPU of the server, each update", ours.many_watchers.cpu_us, theirs.many_watchers.cpu_us,
       "us"},
      {"memory, empty", ours.empty_mib, theirs.empty_mib, "MiB", Less, 10},
      {"  10,000 objects", ours.filled_mib, theirs.filled_mib, "MiB", Less, 10},
      {"  after their status was patched", ours.patched_mib, theirs.patched_mib, "MiB", Less, 10},
      {"  peak in LIST", ours.list_peak_mib, theirs.list_peak_mib, "MiB", Less, 10},
      {format("  {} objects", many), ours.large_mib, theirs.large_mib, "MiB"},
      {"bare fdatasync on the same disk", ours.syncs_per_second, theirs.syncs_per_second, "/s",
       More},
  };
  std::printf("%-46s %14s %14s %9s %8s\n", "WHAT", "TELLTALE", "KUBERNETES", "RATIO", "TARGET");
  for (const Row& row : rows) tell(row);
}

std::string load_average() {
  std::string text;
  std::getline(std::ifstream("/proc/loadavg"), text);
  return text.substr(0, text.find('/'));
}

int run(const std::string& program, std::size_t many) {
  std::printf("%u cores, load average before: %s\n", std::thread::hardware_concurrency(),
              load_average().c_str());
  const Figures ours = measure(*ApiProcess::telltale({.program = program}), {.many_objects = many});
  const char* apiserver = std::getenv("KUBE_APISERVER");
  const char* etcd = std::getenv("ETCD");
  const bool live = apiserver != nullptr && etcd != nullptr;
  const Figures theirs =
      live ? measure(*ApiProcess::kubernetes(apiserver, etcd), {.many_objects = 0}) : recorded();
  std::printf("load average after: %s; telltale used %.1f s of CPU; Kubernetes %s\n\n",
              load_average().c_str(), ours.cpu_seconds,
              live ? "measured in this run" : "as recorded, the better end of three runs");
  tell_all(ours, theirs, many);
  return 0;
}

}  // namespace
}  // namespace telltale::apiserver

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: apiserver TELLTALE [OBJECTS]\n", stderr);
    return 2;
  }
  return telltale::apiserver::run(argv[1],
                                  argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100'000);
}
