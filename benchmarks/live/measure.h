// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is measured of telltale at work: from its start to the last condition written, at rest, and
// from a change to the condition that follows from it.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apiserver/api_process.h"
#include "live/clients.h"
#include "live/fleet_loader.h"

namespace telltale::bench {

struct Start {
  double seconds =
      0;  // from the start of the process to the last write; to its being ready if none
  double cpu_seconds = 0;
  double resident_mib = 0;  // a while after the last write
  double peak_mib = 0;
  std::uint64_t writes = 0;    // that the server made durable
  std::uint64_t requests = 0;  // of telltale to the API server
  double judged = 0;           // objects, each as often as it was
};

// `telltale run` beside a server; its flags are those of a fleet that needs no throttling.
class RunProcess : public apiserver::Processes {
 public:
  RunProcess(const std::string& program, const std::string& kubeconfig);
};

// Where a telltale that just started answers about itself: it says so in its first line.
int health_port(const apiserver::Processes& started);

// Waits until nothing is written any more. `metrics` gives the page of the telltale that works.
Start watch_start(Clients& clients, const apiserver::Processes& measured,
                  std::chrono::steady_clock::time_point begun, std::uint64_t writes_before,
                  const std::function<std::string()>& metrics);

struct Latency {
  double p50_ms = 0;
  double p99_ms = 0;
};
Latency latency_of(std::vector<double> milliseconds);

struct ChangeFigures {
  std::size_t changes = 0;
  double per_second = 0;  // as they were sent
  Latency change;         // sent until the change itself is durable
  Latency written;        // the change durable until the condition is
  Latency whole;          // sent until the condition is durable
  double cpu_us = 0;      // of the server with telltale in it, for each
};

// So many changes a second of the infrastructure of Machines, each of another one.
ChangeFigures measure_changes(Clients& clients, const apiserver::Processes& measured,
                              const LoadedFleet& fleet, int per_second);

}  // namespace telltale::bench
