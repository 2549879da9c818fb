// SPDX-License-Identifier: Apache-2.0
#pragma once

// A small living fleet of all four families on telltale's own server, for people who look at it for
// the first time: actors play providers, kubelets, Karpenter and Hive, and within a minute a pool
// runs out of quota and recovers, a Machine's Node dies, a workload cluster drops off and returns,
// a rollout proceeds, a Karpenter pool degrades and a Hive installation fails; then all again.
// Actors write spec and the status that belongs to providers; conditions of telltale are never
// theirs.
//
//   auto demo = Demo::start({.api = api, .scheduler = scheduler, .clock = clock});

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "client/api.h"
#include "client/scheduler.h"

namespace telltale::demo {

struct DemoParts {
  client::Api& api;  // as somebody who may write what providers write
  client::Scheduler& scheduler;
  const Clock& clock;
  std::uint64_t seed = 1;                                  // of what clouds call their requests
  std::function<void(std::string_view line)> on_log = {};  // what the actors do, for people
};

struct DemoFigures {
  std::size_t clusters = 0;
  std::size_t machines = 0;
  std::size_t node_pools = 0;
  std::size_t cluster_deployments = 0;
};

class Demo {
 public:
  // Writes the fleet, in any state of a server (a fleet of an earlier run is taken up), and lets
  // the actors begin. Waits for the fleet to be written.
  [[nodiscard]] static Result<std::unique_ptr<Demo>> start(const DemoParts& parts);
  ~Demo();  // the actors stop; the fleet stays
  DemoFigures figures() const;

 private:
  class Stage;
  explicit Demo(std::shared_ptr<Stage> stage);
  std::shared_ptr<Stage> stage_;
};

}  // namespace telltale::demo
