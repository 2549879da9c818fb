// SPDX-License-Identifier: Apache-2.0
// The metrics of the loop, in the names that controller-runtime made customary.

#include "base/text.h"
#include "catalog/engine/gates.h"
#include "live/loop_status.h"

namespace telltale::live {
namespace {

using Type = Exposition::Type;

void write_one(Exposition& out, std::string_view name, Type type, std::string_view help,
               double value) {
  out.family(name, type, help);
  out.sample({}, value);
}

void write_loop(Exposition& out, const ReconcilerFigures& loop) {
  out.family("controller_runtime_reconcile", Type::Counter,
             "Objects judged and written, by how the write ended.");
  const auto result = [&](std::string_view name, std::uint64_t value) {
    out.sample({{"controller", "telltale"}, {"result", name}}, static_cast<double>(value));
  };
  result("success", loop.status_writes);
  result("conflict", loop.conflicts);
  result("refused", loop.refused);
  result("lost", loop.lost);
  write_one(out, "workqueue_depth", Type::Gauge, "Trees that wait to be judged.",
            static_cast<double>(loop.dirty_trees));
  write_one(out, "telltale_writes_in_flight", Type::Gauge, "Writes that wait for an answer.",
            static_cast<double>(loop.in_flight));
  write_one(out, "telltale_objects_backing_off", Type::Gauge,
            "Objects that are left alone because writing them failed.",
            static_cast<double>(loop.backing_off));
  write_one(out, "telltale_judged_trees", Type::Counter, "Trees judged.",
            static_cast<double>(loop.judged_trees));
  write_one(out, "telltale_judged_objects", Type::Counter, "Objects judged.",
            static_cast<double>(loop.judged_objects));
  write_one(out, "telltale_memory_writes", Type::Counter, "Memory stored.",
            static_cast<double>(loop.memory_writes));
  write_one(out, "telltale_events", Type::Counter, "Kubernetes Events written.",
            static_cast<double>(loop.events));
  write_one(out, "telltale_events_withheld", Type::Counter,
            "Kubernetes Events not written because an object had too many.",
            static_cast<double>(loop.events_withheld));
}

void write_rivals(Exposition& out, const LoopFigures& figures) {
  out.family("telltale_let_go", Type::Counter,
             "Conditions that telltale held and let go of, since another controller writes them.");
  out.sample({{"scope", "object"}}, static_cast<double>(figures.loop.let_go_objects));
  out.sample({{"scope", "kind"}}, static_cast<double>(figures.loop.let_go_kinds));
  out.family("telltale_types_let_go", Type::Gauge,
             "Condition types that are left to another manager on every object of a kind.");
  for (const Writers::LetGo& one : figures.let_go) {
    out.sample({{"kind", one.kind}, {"type", one.type}, {"manager", one.manager}}, 1);
  }
  out.family("telltale_write_conflicts", Type::Counter,
             "Conditions that another controller wrote over although telltale has to write them.");
  for (const auto& [name, count] : figures.conflicts) {
    out.sample({{"kind", name.first}, {"type", name.second}}, static_cast<double>(count));
  }
  write_one(out, "telltale_stranger_writes", Type::Counter,
            "Writes of another telltale on the same server.",
            static_cast<double>(figures.loop.stranger_writes));
  write_one(out, "telltale_writing", Type::Gauge,
            "Whether this telltale writes; 0 while another one does.", figures.loop.silent ? 0 : 1);
  write_one(out, "telltale_memory_unstored", Type::Gauge,
            "Memory that is kept in this process because it cannot be stored.",
            static_cast<double>(figures.memory_kept));
}

void write_trees(Exposition& out, const TreeIndex::Figures& trees) {
  write_one(out, "telltale_objects", Type::Gauge, "Objects known.",
            static_cast<double>(trees.objects));
  write_one(out, "telltale_trees", Type::Gauge, "Trees that are judged on their own.",
            static_cast<double>(trees.trees));
  write_one(out, "telltale_object_bytes", Type::Gauge, "Memory that known objects take.",
            static_cast<double>(trees.bytes));
  write_one(out, "telltale_stale_events", Type::Counter,
            "States of objects that were older than what was known.",
            static_cast<double>(trees.stale));
}

void write_connections(Exposition& out, const remote::Connections::Figures& remote) {
  out.family("telltale_remote_clusters", Type::Gauge, "Workload clusters, by connection.");
  out.sample({{"state", "connected"}}, static_cast<double>(remote.connected));
  out.sample({{"state", "disconnected"}}, static_cast<double>(remote.wanted - remote.connected));
  write_one(out, "telltale_remote_probes", Type::Counter, "Probes of workload clusters.",
            static_cast<double>(remote.probes));
  write_one(out, "telltale_remote_probe_failures", Type::Counter,
            "Probes of workload clusters that failed.", static_cast<double>(remote.failures));
}

}  // namespace

void LoopStatus::write_metrics(Exposition& out) const {
  const Instant now = clock_.now();
  const std::lock_guard lock(mutex_);
  metrics_.write(out, now);
  write_loop(out, last_.figures.loop);
  write_rivals(out, last_.figures);
  write_trees(out, last_.figures.trees);
  write_connections(out, last_.figures.connections);
  out.family("telltale_feature_enabled", Type::Gauge, "Whether the feature gate is on.");
  for (const GateFacts& gate : all_gates()) {
    out.sample({{"name", gate.name}}, settings_.gates.*gate.value ? 1 : 0);
  }
  out.family("rest_client_requests", Type::Counter, "Requests to the API server.");
  for (const client::ApiFigures::Count& count : api_.figures().requests) {
    out.sample({{"method", count.method}, {"code", count.code}}, static_cast<double>(count.count));
  }
  out.family("telltale_watch_restarts", Type::Counter, "Watches begun again, by resource.");
  for (const auto& [name, restarts] : last_.watch_restarts) {
    out.sample({{"group", name.first}, {"resource", name.second}}, static_cast<double>(restarts));
  }
  out.family("leader_election_master_status", Type::Gauge, "Whether this replica leads.");
  out.sample({{"name", "telltale"}}, !shares_.is_alone() && last_.shards_held == 0 ? 0 : 1);
  const Journal::Figures journal = journal_.figures();
  write_one(out, "telltale_journal_entries", Type::Gauge, "Transitions remembered.",
            static_cast<double>(journal.entries));
  round_trip_.write(out);
}

}  // namespace telltale::live
