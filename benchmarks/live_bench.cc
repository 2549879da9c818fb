// SPDX-License-Identifier: Apache-2.0
// Telltale at work, beside the targets of the product: a generated fleet is brought into telltale's
// own API server, and `run` and `up` are started there as they would be anywhere. With INFORMER=
// naming the program in live/informer, its memory for the same objects is measured beside ours.
//
//   at_work TELLTALE [CLUSTERS [MACHINES_OF_EACH [SECONDS_AT_REST]]]      default 200 50 60

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "apiserver/api_process.h"
#include "base/check.h"
#include "base/text.h"
#include "live/clients.h"
#include "live/fleet_loader.h"
#include "live/measure.h"

namespace telltale::bench {
namespace {

using apiserver::ApiProcess;
using apiserver::Processes;
using apiserver::Watch;

constexpr int changes_per_second = 1'000;
constexpr double mib_max = 512;
constexpr double kib_per_machine_max = 4;
constexpr std::chrono::seconds syncing{3};

struct Plan {
  std::string program = {};
  FleetSize size = {};
  std::chrono::seconds rest{60};
};

void tell(std::string_view what, const std::string& measured, const std::string& target = {},
          bool met = true) {
  std::printf("%-58.*s  %-42s  %-22s  %s\n", static_cast<int>(what.size()), what.data(),
              measured.c_str(), target.c_str(),
              target.empty() ? ""
              : met          ? "met"
                             : "NOT MET");
  std::fflush(stdout);
}

std::string load_average() {
  std::string text;
  std::getline(std::ifstream("/proc/loadavg"), text);
  return text.substr(0, text.find('/'));
}

std::string on_one_line(const Latency& latency) {
  return format("p50 {:.2f} ms, p99 {:.2f} ms", latency.p50_ms, latency.p99_ms);
}

void tell_start(std::string_view what, const Start& start) {
  tell(what, format("{:.1f} s, {:.1f} s of CPU", start.seconds, start.cpu_seconds));
  tell("  durable writes, API calls, objects judged",
       format("{}, {}, {:.0f}", start.writes, start.requests, start.judged));
}

void tell_memory(const Start& start, std::size_t machines) {
  const double kib = start.peak_mib * 1024 / static_cast<double>(machines);
  tell("  memory at its peak, all in",
       format("{:.0f} MiB, {:.2f} KiB per Machine ({:.0f} at rest)", start.peak_mib, kib,
              start.resident_mib),
       "< 512 MiB, <= 4 KiB", start.peak_mib < mib_max && kib <= kib_per_machine_max);
}

// A server with telltale's controllers beside it, started and watched until they rest.
Start start_run(const Plan& plan, const ApiProcess& server, std::unique_ptr<RunProcess>& run) {
  Clients clients(server.target());
  const std::uint64_t before = clients.durable_writes();
  const auto begun = Watch::now();
  run = std::make_unique<RunProcess>(plan.program, server.kubeconfig());
  const int port = health_port(*run);
  return watch_start(clients, *run, begun, before, [&] { return plain_get(port, "/metrics"); });
}

Start start_up(const Plan& plan, const std::string& data, std::unique_ptr<ApiProcess>& up) {
  const auto begun = Watch::now();
  up = ApiProcess::telltale(
      {.program = plan.program, .command = "up", .data_folder = data, .flags = {"--no-remote"}});
  Clients clients(up->target());
  const int port = health_port(*up);
  return watch_start(clients, *up, begun, 0,
                     [&] { return plain_get(port, "/metrics", up->target().token); });
}

// The memory of a program that keeps the same objects with client-go.
void measure_informer(const ApiProcess& server, const Start& ours, std::size_t objects) {
  const char* informer = std::getenv("INFORMER");
  if (informer == nullptr) return;
  Processes peer;
  peer.spawn({informer, server.kubeconfig()});
  const bool synced = apiserver::wait_for(std::chrono::minutes(10), [&] {
    return apiserver::read_text(peer.folder() + "/log-0").find("synced") != std::string::npos;
  });
  check(synced, "the informer keeps up");
  const double count = static_cast<double>(objects);
  tell("client-go's dynamic informers, the same objects",
       format("{:.0f} MiB at rest, {:.0f} peak: {:.2f} KiB each", peer.resident_mib(),
              peer.peak_mib(), peer.resident_mib() * 1024 / count));
  tell("  telltale run, judging, history and metrics included",
       format("{:.2f} KiB each at rest, {:.1f}x less", ours.resident_mib * 1024 / count,
              peer.resident_mib() / ours.resident_mib));
}

void measure_run(const Plan& plan, const std::string& data, std::size_t objects) {
  const auto server = ApiProcess::telltale({.program = plan.program, .data_folder = data});
  std::unique_ptr<RunProcess> run;
  const Start cold = start_run(plan, *server, run);
  tell_start("run: from its start to the last condition written", cold);
  tell_memory(cold, plan.size.machines());
  run.reset();
  const Start again = start_run(plan, *server, run);
  tell_start("run: started again", again);
  tell("  durable writes", format("{}", again.writes), "0", again.writes == 0);
  tell_memory(again, plan.size.machines());
  measure_informer(*server, again, objects);
  Clients clients(server->target());
  const std::uint64_t before = clients.durable_writes();
  const double cpu = run->cpu_seconds();
  std::this_thread::sleep_for(plan.rest);
  const std::uint64_t writes = clients.durable_writes() - before;
  tell(format("run at rest for {} s, {} objects: durable writes", plan.rest.count(), objects),
       format("{} ({:.2f} s of CPU)", writes, run->cpu_seconds() - cpu), "0", writes == 0);
}

void measure_up(const Plan& plan, const std::string& data, const LoadedFleet& fleet) {
  std::unique_ptr<ApiProcess> up;
  tell_start("up: from its start to the last condition written", start_up(plan, data, up));
  up.reset();
  const Start again = start_up(plan, data, up);
  tell_start("up: started again", again);
  tell("  durable writes", format("{}", again.writes), "0", again.writes == 0);
  const Latency sync = latency_of(apiserver::sync_milliseconds(up->folder(), syncing));
  Clients clients(up->target());
  const ChangeFigures changes = measure_changes(clients, *up, fleet, changes_per_second);
  const double most = 3 * sync.p99_ms + 1;
  tell("bare fdatasync on the same disk", on_one_line(sync));
  tell(format("up: {} changes, {:.0f} a second: event in to status durable", changes.changes,
              changes.per_second),
       on_one_line(changes.written), format("p99 <= {:.2f} ms", most),
       changes.written.p99_ms <= most);
  tell("  the change itself, sent to durable", on_one_line(changes.change));
  tell("  both, from where the change was sent",
       format("{}, {:.0f} us of CPU", on_one_line(changes.whole), changes.cpu_us));
}

int run(const Plan& plan) {
  std::printf("%u cores, load average before: %s\n", std::thread::hardware_concurrency(),
              load_average().c_str());
  const Processes folders;  // only for its folder
  const std::string data = folders.folder() + "/data";
  const std::string copy = folders.folder() + "/copy";
  LoadedFleet fleet;
  const auto begun = Watch::now();
  {
    const auto server = ApiProcess::telltale({.program = plan.program, .data_folder = data});
    Clients clients(server->target());
    fleet = load_fleet(clients, plan.size);
  }
  const std::chrono::duration<double> took = Watch::now() - begun;
  std::printf("%zu Machines in %zu Clusters, %zu objects, made in %.0f s\n\n", plan.size.machines(),
              plan.size.clusters, fleet.objects, took.count());
  std::printf("%-58s  %-42s  %-22s\n", "WHAT", "MEASURED", "TARGET");
  std::filesystem::copy(data, copy, std::filesystem::copy_options::recursive);
  measure_run(plan, data, fleet.objects);
  std::filesystem::remove_all(data);
  measure_up(plan, copy, fleet);
  std::printf("\nload average after: %s\n", load_average().c_str());
  return 0;
}

}  // namespace
}  // namespace telltale::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: at_work TELLTALE [CLUSTERS [MACHINES_OF_EACH [SECONDS_AT_REST]]]\n", stderr);
    return 2;
  }
  const auto number = [&](int at, std::size_t otherwise) {
    return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
  };
  return telltale::bench::run({.program = argv[1],
                               .size = {.clusters = number(2, 200), .machines_each = number(3, 50)},
                               .rest = std::chrono::seconds(static_cast<long>(number(4, 60)))});
}
