// SPDX-License-Identifier: Apache-2.0
#pragma once

// Telltale at work on one API server: what `run` and `up` are. Watches, judges, writes, remembers,
// and answers questions. One thread runs the loop; transports, scheduler and pages have theirs,
// and post to the inbox what they have for it.
//
//   ServerDiscovery ──► WatchSet ─┐                               ┌─► Executor ──► API server
//   MemoryLifecycle ──────────────┼─► Inbox ──► loop: Reconciler ─┼─► LoopStatus ──► pages
//   WorkloadClusters ─────────────┤                               └─► WorkloadClusters
//   outcomes of writes ───────────┘
//
// Shares says which trees are judged here, WritePermission whether anything is written,
// WritersKeeper what other writers are known for.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/clock.h"
#include "base/result.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"
#include "live/executor.h"
#include "live/inbox.h"
#include "live/leases/lease_keeper.h"
#include "live/leases/shares.h"
#include "live/leases/write_permission.h"
#include "live/loop_parts.h"
#include "live/loop_status.h"
#include "live/server_discovery.h"
#include "live/stored/memory_keeper.h"
#include "live/stored/memory_lifecycle.h"
#include "live/stored/own_namespace.h"
#include "live/stored/writers_keeper.h"
#include "live/watch_set.h"
#include "live/workload_clusters.h"
#include "reconcile/reconciler.h"
#include "remote/connections.h"
#include "report/journal/journal.h"
#include "report/metrics/condition_metrics.h"

namespace telltale::live {

struct ControllerOptions {
  ReconcilerOptions reconcile = {};
  std::optional<DialectName> dialect = {};  // nothing: as the server's definitions speak
  client::ApiLimits limits = {};
  std::vector<std::string> namespaces = {};  // none: all of them
  MemoryKeeper::Place memory = {};
  std::string journal_file = {};  // empty: in memory only
  JournalLimits journal = {};
  MetricOptions metrics = {};
  bool remote = true;  // connect to workload clusters
  remote::ConnectionRules connections = {};
  std::chrono::milliseconds sync_period{600'000};
  std::chrono::milliseconds discover_period{60'000};
  LeaseOptions lease = {};
};

// One condition that turned, for the screen.
struct Turned {
  Instant at = no_time;
  Verdict verdict = Verdict::Unknown;
  std::string kind = {};
  std::string namespace_name = {};
  std::string name = {};
  JournalEntry entry = {};
};

struct ControllerParts {
  client::Transport& management;
  client::Scheduler& scheduler;
  const Clock& clock;
  remote::Dial dial = {};
  std::uint64_t seed = 0;
  std::function<void(std::string_view line)> on_log = {};  // any thread
  std::function<void(const Turned&)> on_turn = {};         // the loop's thread
  std::function<void()> on_lost_lease = {};                // must end the process
};

class Controller {
 public:
  // Begins at once; trouble with the server is retried, not reported here.
  [[nodiscard]] static Result<std::unique_ptr<Controller>> start(ControllerParts parts,
                                                                 ControllerOptions options);
  ~Controller();
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;
  // Stops leading, lets what is under way finish, releases the leases.
  void stop();

  // Both may be asked on any thread; of the clusters, their states.
  const LoopStatus& status() const { return status_; }
  const WorkloadClusters& clusters() const { return clusters_; }

 private:
  Controller(ControllerParts parts, ControllerOptions options, Journal journal);

  LoopParts loop_parts();
  ReconcilerSink reconciler_sink();
  ServerDiscoverySink discovery_sink();
  void start_thread();
  bool may_write() const;

  // On the loop's thread.
  void run();
  std::chrono::milliseconds patience() const;
  void execute(std::vector<Command> commands);
  void finished(std::uint64_t id, const Outcome& outcome);
  void finish_commands();
  void keep_time();
  LoopSnapshot snapshot() const;
  void put(std::string_view document, const Home& home);
  void defined(const client::Served& served, KnownDefinitions known);
  void begin_if_complete();
  void on_judged(const Judged& judged, Instant now);
  void on_gone(const Object& object);
  void share_changed(const std::vector<std::size_t>& held);
  void leave_to_others();
  void log(std::string_view line) const;

  const ControllerParts parts_;
  const ControllerOptions options_;
  std::atomic<bool> stopping_ = false;
  Inbox inbox_;
  const LoopParts loop_;
  Reconciler reconciler_;
  // Callbacks of api_ ask the Leases, and the Leases have an Api of their own: a renewal must not
  // wait behind a hundred thousand writes.
  client::Api lease_api_;
  Shares shares_;
  LoopStatus status_;
  // Before the Api that calls them back: what is under way ends with it.
  OwnNamespace home_;
  MemoryKeeper memory_keeper_;
  WritePermission permission_;
  WritersKeeper writers_;
  MemoryLifecycle memory_;
  WorkloadClusters clusters_;
  WatchSet watches_;
  ServerDiscovery discovery_;
  Executor executor_;
  client::Api api_;

  // Of the loop's thread.
  std::chrono::nanoseconds next_sync_{};
  std::chrono::nanoseconds next_second_{};
  absl::flat_hash_map<std::uint64_t, std::chrono::nanoseconds> sent_;  // commands under way

  std::thread thread_;  // of the loop
};

}  // namespace telltale::live
