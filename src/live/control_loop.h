// SPDX-License-Identifier: Apache-2.0
#pragma once

// The inside of a Controller: what runs on the loop's thread. Everything that arrives on other
// threads is posted to the inbox; only what is behind `shared_mutex_` is looked at from outside.

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "client/watch/reflector.h"
#include "live/controller.h"
#include "live/definitions.h"
#include "live/executor.h"
#include "live/inbox.h"
#include "live/latency.h"
#include "live/lease_keeper.h"
#include "live/own_namespace.h"
#include "live/watch_list.h"
#include "live/writer_lease.h"
#include "live/writers_keeper.h"

namespace telltale::live {

class Controller::ControlLoop {
 public:
  ControlLoop(ControllerParts parts, ControllerOptions options, Journal journal);
  ~ControlLoop();

  void start();
  void stop();

  std::vector<Check> readiness() const;
  void write_metrics(Exposition& out) const;
  Result<Journal::History> history(const Key& key, std::string_view type) const;
  std::optional<remote::ConnectionState> connection(const remote::ClusterName& cluster) const;
  std::optional<RunningSettings> settings() const;
  ToldPage told(ToldKind kind, std::string_view after) const;
  Figures figures() const;

 private:
  // Keeps up with one kind, in one namespace or in all.
  struct Watched {
    client::ReflectorOptions options;
    std::unique_ptr<client::Reflector> reflector;
    bool synced = false;
    bool given_up = false;  // nobody waits for its first list any more
    bool retired = false;   // another one has taken its place
    std::string trouble = {};
    std::chrono::nanoseconds troubled_since{};
  };
  // Kept until nothing that is on its way can mean it.
  struct Retired {
    std::unique_ptr<Watched> watched;
    std::unique_ptr<client::Appointment> ending;
  };
  struct WorkloadCluster {
    bool provisioned = false;
    std::string tree = {};
  };

  // On the loop's thread.
  void run();
  void discover();
  void found(Result<client::Served> served, const std::vector<std::string>& errors);
  void defined(KnownDefinitions known);
  void watch(const client::ReflectorOptions& options);
  client::ReflectorSink sink_of(Watched& watched);
  void retire(std::unique_ptr<Watched> watched);
  void put(std::string_view document, const Home& home);
  void removed(std::string_view document, const Home& home);
  void listed(Watched& watched);
  void troubled(Watched& watched, const Error& error);
  void give_up_late(std::chrono::nanoseconds elapsed);
  void cover_if_complete(const Watched& watched);
  void note_cluster(const Object& cluster);
  void put_connection(const remote::ClusterName& cluster, const remote::ConnectionState& state);
  void note_memory(const std::string& document);
  void read_cluster_uid();
  void cluster_uid_read(const Result<http::Response>& answer);
  void want_connections();
  void connection_changed(const remote::ClusterName& cluster, const remote::ConnectionState& state);
  void certificates_seen(const remote::ClusterName& cluster,
                         const remote::CertificateSecrets& secrets);
  std::unique_ptr<LeaseKeeper> make_leases();
  void load_memory();
  void remembered(const Result<MemoryKeeper::Documents>& documents,
                  const std::vector<std::size_t>& held);
  void begin_if_complete();
  void execute(std::vector<Command> commands);
  void finished(std::uint64_t id, const Outcome& outcome);
  void note(const Judged& judged, Instant now);
  void forget(const Object& object);
  void forget_memory(const Object& object);
  void forget_cluster(const Object& cluster);
  void leave_to_others();
  void finish_commands();
  void keep_time();
  // Other writers (machinery_writers.cc).
  void claim_writing();
  void writer_seen(const WriterClaim::Sight& sight);
  void writer_lapsed();
  void write_without_lease(std::string_view why);
  bool may_write() const;
  bool is_writing_decided() const;
  void load_writers();
  void writers_loaded(const Result<WritersKeeper::Stored>& stored);
  void keep_writers(std::chrono::nanoseconds elapsed);
  void writers_stored(const Result<WritersKeeper::Stored>& stored, std::uint64_t changes);
  void begin_with_writers();
  void share_changed(const std::vector<std::size_t>& held);
  std::size_t shard(std::string_view tree) const;
  bool is_ours(std::string_view tree) const;
  bool is_remembered(std::string_view tree) const;
  std::chrono::milliseconds patience() const;
  void log(std::string_view line) const;
  Witness witness();
  remote::ConnectionSink connection_sink();

  ControllerParts parts_;
  ControllerOptions options_;
  Inbox inbox_;
  // Before the Api that calls them back: what is under way ends with it.
  OwnNamespace home_;
  MemoryKeeper memory_;
  WritersKeeper writers_;
  Executor executor_;
  client::Api api_;
  client::Api lease_api_;  // a renewal must not wait behind a hundred thousand writes
  Reconciler reconciler_;
  std::unique_ptr<remote::Connections> connections_;
  std::unique_ptr<LeaseKeeper> leases_;
  enum class Writing : std::uint8_t { Undecided, Ours, Anothers, Lapsed, WithoutLease };
  mutable std::mutex writer_mutex_;  // of the pointer: writes are asked about on any thread
  std::unique_ptr<LeaseKeeper> writer_lease_;
  std::atomic<Writing> writing_ = Writing::WithoutLease;
  std::chrono::nanoseconds claimed_at_{};
  bool said_no_lease_ = false;
  WritersKeeper::Stored writers_stored_ = {};  // as it was read or written last
  std::uint64_t writers_changes_ = 0;          // that are stored
  bool writers_loaded_ = false;
  bool writers_busy_ = false;
  bool writers_trouble_ = false;
  std::chrono::nanoseconds next_writers_{};
  std::chrono::nanoseconds next_writers_look_{};
  std::chrono::nanoseconds next_memory_retry_{};
  std::shared_ptr<const client::Served> served_;
  std::vector<std::unique_ptr<Watched>> watched_;
  std::deque<Retired> retired_;
  std::map<remote::ClusterName, WorkloadCluster> clusters_;
  bool wants_changed_ = false;
  bool memory_loaded_ = false;
  bool memory_trouble_ = false;
  std::uint64_t memory_look_ = 0;  // the number of the last; answers to earlier ones mean nothing
  std::unique_ptr<client::Appointment> memory_retry_;
  bool definitions_read_ = false;
  bool asked_for_uid_ = false;
  std::string uid_trouble_said_;
  std::chrono::nanoseconds next_sync_{};
  std::chrono::nanoseconds next_discovery_{};
  std::chrono::nanoseconds next_flush_{};
  bool discovering_ = false;
  absl::flat_hash_map<std::uint64_t, std::chrono::nanoseconds> sent_;  // commands under way
  std::vector<std::size_t> held_;              // shards, as we were told last
  std::vector<std::size_t> remembered_;        // those whose memory was read since they are held
  std::string said_;                           // the last trouble, so that it is said once
  std::vector<std::string> troubles_said_;     // of discovery, as of the last one
  std::vector<std::string> definitions_said_;  // of definitions
  std::uint64_t reflectors_ = 0;               // made so far

  mutable std::mutex shared_mutex_;
  Journal journal_;
  ConditionMetrics metrics_;
  Figures figures_;  // as of the last second
  ToldDocuments told_;
  RunningSettings running_;
  bool judging_ = false;  // the settings are those that things are judged with
  // By group and resource: one that is watched in several parts is one series.
  std::map<std::pair<std::string, std::string>, std::uint64_t> watch_restarts_;
  std::size_t shards_held_now_ = 0;
  LatencyHistogram round_trip_{"controller_runtime_reconcile_time_seconds",
                               "From the decision to write to what the server stored."};
  std::vector<Check> checks_;

  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace telltale::live
