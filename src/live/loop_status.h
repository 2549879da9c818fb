// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the loop tells other threads: whether it is ready, its figures and metrics, the histories of
// conditions, the settings and documents it judges with. The loop's thread writes it, any thread
// may read it. Safe to share between threads.

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "client/api.h"
#include "live/diagnostics/told_documents.h"
#include "live/latency.h"
#include "live/leases/shares.h"
#include "reconcile/reconciler.h"
#include "remote/connections.h"
#include "report/journal/journal.h"
#include "report/metrics/condition_metrics.h"
#include "report/metrics/exposition.h"
#include "report/settings_document.h"

namespace telltale::live {

struct ReadinessCheck {
  std::string name;
  bool ok = false;
  std::string detail = {};
};

struct LoopFigures {
  ReconcilerFigures loop;
  TreeIndex::Figures trees;
  ConditionMetrics::Verdicts verdicts;
  remote::Connections::Figures connections;
  std::vector<Writers::LetGo> let_go = {};
  Fights::Counts conflicts = {};
  std::size_t memory_kept = 0;  // Memory that could not be stored yet
  bool begun = false;
};

// By group and resource: one that is watched in several parts is one series.
using WatchRestarts = std::map<std::pair<std::string, std::string>, std::uint64_t>;

// What there is to say once a second.
struct LoopSnapshot {
  LoopFigures figures = {};  // its verdicts are filled in here
  WatchRestarts watch_restarts = {};
  std::vector<ReadinessCheck> checks = {};
  std::size_t shards_held = 0;
};

struct LoopStatusParts {
  const Clock& clock;
  const client::Api& api;  // whose requests are counted
  const Shares& shares;
  Journal journal;
  MetricOptions metrics = {};
  RunningSettings settings = {};
};

class LoopStatus {
 public:
  explicit LoopStatus(LoopStatusParts parts);

  std::vector<ReadinessCheck> readiness() const;
  LoopFigures figures() const;
  void write_metrics(Exposition& out) const;
  [[nodiscard]] Result<Journal::History> history(const Key& key, std::string_view type) const;
  std::vector<std::string> namespaces_with(const Key& key) const;
  // Whether this replica is the one among several that speaks for all: who leads, or holds the
  // shard of what belongs to nobody.
  bool speaks_for_all() const { return shares_.is_ours({}); }
  // What is judged with; nothing before the first judgement.
  std::optional<RunningSettings> settings() const;
  // What judging stands on and no API object holds, of the trees that are looked after here: a
  // replica knows nothing about what another one looks after.
  ToldPage told(ToldKind kind, std::string_view after) const;

  // By the loop's thread. The conditions that turned.
  std::vector<JournalEntry> note(const Judged& judged, Instant now);
  void forget(const Object& object);
  // Another replica tells of these from now on.
  void leave(std::span<const Key> objects);
  void put_told(ToldKind kind, std::string name, std::string tree, std::string document);
  void remove_told(ToldKind kind, const std::string& name);
  void set_dialect(const Dialect& dialect);
  void set_cluster_uid(const std::string& uid);
  void begin_judging();
  void note_round_trip(std::chrono::nanoseconds took);
  // An error when the journal cannot be written.
  [[nodiscard]] Result<void> take(LoopSnapshot snapshot);
  [[nodiscard]] Result<void> flush();

 private:
  const Clock& clock_;
  const client::Api& api_;
  const Shares& shares_;
  mutable std::mutex mutex_;
  Journal journal_;
  ConditionMetrics metrics_;
  ToldDocuments told_;
  RunningSettings settings_;
  bool judging_ = false;
  LoopSnapshot last_;  // as of the last second
  LatencyHistogram round_trip_{"controller_runtime_reconcile_time_seconds",
                               "From the decision to write to what the server stored."};
};

}  // namespace telltale::live
