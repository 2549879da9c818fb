// SPDX-License-Identifier: Apache-2.0
#pragma once

// Telltale at work on one API server: what `run` and `up` are. Watches, judges, writes, remembers,
// and answers those who ask. One thread runs the loop; transports, scheduler and pages have theirs.
//
//   Reflectors ─┐                                        ┌─► Executor ──► API server
//   Connections ┼─► Inbox ──► loop thread: Reconciler ───┼─► Journal, metrics, screen
//   Outcomes ───┘                                        └─► want(): workload clusters

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "client/api.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"
#include "live/diagnostics/told_documents.h"
#include "live/memory_keeper.h"
#include "reconcile/lease.h"
#include "reconcile/reconciler.h"
#include "remote/connections.h"
#include "report/journal/journal.h"
#include "report/metrics/condition_metrics.h"
#include "report/metrics/exposition.h"
#include "report/settings_document.h"

namespace telltale::live {

struct LeaseOptions {
  enum class Mode : std::uint8_t { None, Leader, Shards };
  Mode mode = Mode::None;
  std::size_t shards = 1;
  std::string namespace_name = "telltale-system";
  std::string identity = "telltale";
  LeaseRules rules = {};
  // Of whoever writes: holds the Lease telltale-writer by these rules, and looks on while another
  // telltale does. Nothing: nobody else can be there.
  std::optional<LeaseRules> writer = {};
  std::string writer_identity = {};  // its holder, where there is one process; empty: as above
};

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

// One condition that turned, for those who look on.
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
  // Stops leading, lets what is under way finish, releases the leases.
  void stop();

  // The rest is safe to call from any thread.
  struct Check {
    std::string name;
    bool ok = false;
    std::string detail = {};
  };
  std::vector<Check> readiness() const;
  void write_metrics(Exposition& out) const;
  [[nodiscard]] Result<Journal::History> history(const Key& key, std::string_view type) const;
  std::optional<remote::ConnectionState> connection(const remote::ClusterName& cluster) const;
  // What is judged with; nothing before the first judgement.
  std::optional<RunningSettings> settings() const;
  // What judging stands on and no API object holds, of the trees that are looked after here.
  ToldPage told(ToldKind kind, std::string_view after) const;

  struct Figures {
    ReconcilerFigures loop;
    TreeIndex::Figures trees;
    ConditionMetrics::Verdicts verdicts;
    remote::Connections::Figures connections;
    std::vector<Writers::LetGo> let_go = {};
    Fights::Counts conflicts = {};
    std::size_t memory_kept = 0;  // Memory that could not be stored yet
    bool begun = false;
  };
  Figures figures() const;

 private:
  class ControlLoop;
  explicit Controller(std::unique_ptr<ControlLoop> control_loop);
  std::unique_ptr<ControlLoop> control_loop_;
};

}  // namespace telltale::live
