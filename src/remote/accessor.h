// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything about one Cluster that is wanted: its prober, the connection at hand, what is told of
// both. Timers, answers and watches come in on any thread and are handled by the serial executor,
// one after another.
//
//   timer ─► permit ─► Secret ─► dial ─► GET / ─► stands: watch, look at certificates
//     ▲                  │         │       │        │
//     └──────────────────┴─ failed ┴───────┘        └─► timer ─► GET / ─► ...

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "remote/async_semaphore.h"
#include "remote/connections.h"
#include "remote/deferred_queue.h"
#include "remote/prober.h"
#include "remote/secrets.h"
#include "remote/serial_executor.h"
#include "remote/workload.h"

namespace telltale::remote {

// What the accessors of all clusters share.
struct SharedParts {
  client::Api& management;
  client::Scheduler& scheduler;
  const Clock& clock;
  const Dial dial;
  const ConnectionRules rules;
  const ConnectionSink sink;
  AsyncSemaphore connecting;  // so many clusters connect at the same time
  DeferredQueue deferred;
  std::atomic<std::uint64_t> probes = 0;
  std::atomic<std::uint64_t> failures = 0;
};

// So much of one cluster may wait for its executor; past that everything is read anew.
inline constexpr std::size_t untold_bytes_max = std::size_t{16} << 20;

// Safe to share between threads. Whoever calls it, or is called back for it, holds it.
class Accessor : public std::enable_shared_from_this<Accessor> {
 public:
  // The shared parts outlive every task of the accessor: wait() returns when there are none left.
  Accessor(SharedParts& shared, ClusterName cluster, std::uint64_t seed);
  Accessor(const Accessor&) = delete;
  Accessor& operator=(const Accessor&) = delete;

  void start();
  // Nothing more is told, after what is being told right now.
  void let_go();
  void wait() { executor_.wait(); }
  bool over() const { return executor_.over(); }
  ConnectionState state() const;

 private:
  enum class Event : std::uint8_t { Seen, Deleted };

  // A callback for other threads: it posts a call of `handle` to the serial executor, unless the
  // accessor is gone by then.
  template <class... What>
  auto in_turn(void (Accessor::*handle)(std::uint64_t, What...), std::uint64_t about);

  // Run by the serial executor. An answer to an earlier attempt is ignored.
  void begin(std::uint64_t);
  void on_time(std::uint64_t attempt);
  void connect(std::uint64_t, AsyncSemaphore::Permit permit);
  void on_secret(std::uint64_t attempt, Result<http::Response> answer);
  void on_connected(std::uint64_t attempt, Result<http::Response> answer);
  void on_probed(std::uint64_t attempt, Result<http::Response> answer);
  void on_list(std::uint64_t attempt, std::string_view kind);
  void on_synced(std::uint64_t attempt, std::string_view kind);
  void on_error(std::uint64_t attempt, std::string_view kind, Error trouble);
  void look_at_certificates(std::uint64_t);
  void on_certificate(std::uint64_t look, std::size_t purpose, Result<http::Response> answer);
  void dismantle();

  // Not run by the executor: a watch calls it with text that lives as long as the call.
  void pass_on(std::uint64_t attempt, Event event, std::string_view kind,
               std::string_view document);

  Result<std::unique_ptr<client::Transport>> dial(const Result<http::Response>& secret);
  void finish_connecting(Probed came, std::string_view trouble);
  void watch();
  WorkloadSink watch_sink();
  void follow(const Prober::Plan& plan);
  void let_go_of_workload();
  void count(Probed came);
  void publish(const ConnectionState& before);
  void tell_state();
  void tell_document(std::uint64_t attempt, Event event, std::string_view kind,
                     std::string_view document);
  void cut_off();
  void finish_look();
  void log(std::string_view text);
  void log_trouble(std::string_view doing, std::string_view trouble);

  SharedParts& shared_;
  const ClusterName cluster_;
  SerialExecutor executor_{untold_bytes_max};
  std::atomic<bool> lost_ = false;  // something of the watches did not fit

  // Touched by tasks of the executor only.
  Prober prober_;
  Rng rng_;
  std::uint64_t attempt_ = 0;
  Prober::Act next_ = Prober::Act::Connect;
  AsyncSemaphore::Permit permit_;
  std::unique_ptr<Workload> workload_;
  std::unique_ptr<client::ScheduledCall> timer_;
  bool nodes_known_ = false;  // by this connection
  std::string nodes_trouble_;
  ObjectQuota quota_;
  Instant cut_off_since_ = no_time;  // set: it shows too much, and nothing of it is watched
  std::string logged_;
  std::uint64_t look_number_ = 0;
  CertificateLook look_;
  std::chrono::milliseconds look_again_{0};
  std::unique_ptr<client::ScheduledCall> look_timer_;

  mutable std::mutex mutex_;
  ConnectionState published_;
};

template <class... What>
auto Accessor::in_turn(void (Accessor::*handle)(std::uint64_t, What...), std::uint64_t about) {
  return [weak = weak_from_this(), handle, about](What... what) {
    const std::shared_ptr<Accessor> self = weak.lock();
    if (!self) return;
    // Whoever runs the executor holds the accessor, so the task need not.
    self->executor_.post(
        [me = self.get(), handle, about, what...] { (me->*handle)(about, what...); });
  };
}

}  // namespace telltale::remote
