// SPDX-License-Identifier: Apache-2.0
#pragma once

// Behind the Api: requests wait in line, are handed to the transport one by one as the rate allows,
// rest before they are repeated, and are let go together with the Api.
//
//            send            token              answer
//   caller ───────► waiting ───────► underway ───────────► then(answer)
//                      ▲                │ 429, lost on the way
//                      └── resting ◄────┘
//
// The line is served by appointments of the Scheduler (`serve`), never by the caller's own thread:
// callers may hold locks that their `then` wants, and answers may come before a send returns.

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/api.h"
#include "client/backoff.h"
#include "client/token_bucket.h"

namespace telltale::client {

// Safe to share between threads.
class Api::Queue : public std::enable_shared_from_this<Queue> {
 public:
  Queue(Transport& transport, Scheduler& scheduler, const Clock& clock, std::uint64_t seed,
        const ApiLimits& limits);

  void send(Outgoing request, Then then);
  std::unique_ptr<PendingRequest> stream(Outgoing request, StreamSink sink);
  // Nothing is called any more when it has returned, but for a callback that it is called from.
  void close();
  ApiFigures figures() const;
  const Clock& clock() const { return clock_; }

 private:
  // One request from being asked to being over.
  struct Errand {
    std::uint64_t id = 0;
    Outgoing request = {};
    Then then = {};        // of a whole answer, or
    StreamSink sink = {};  // of a stream
    bool is_stream = false;

    // Held while the caller is being told something, so that letting go can wait for that. From
    // within such a call it is held by the same thread already.
    std::recursive_mutex speaking = {};
    bool silenced = false;  // nobody wants to hear about it any more

    // What follows is guarded by the queue's mutex.
    std::uint32_t attempts = 0;
    bool throttled = false;
    bool has_head = false;
    bool over = false;  // told, or let go
    std::chrono::nanoseconds begun_at = {};
    std::optional<Backoff> backoff = {};
    std::unique_ptr<PendingRequest> underway = {};
    std::unique_ptr<ScheduledCall> resting = {};
  };
  using Held = std::shared_ptr<Errand>;
  class StreamHandle;

  // The line is not served, will be when an appointment falls due, or is being served right now.
  enum class Service { Idle, Due, Serving };

  void enter(const Held& errand);
  void call_service(std::chrono::nanoseconds delay);
  void serve();
  Held next_errand();
  void note_throttled(Errand& errand);
  void start(const Held& errand);
  std::unique_ptr<PendingRequest> hand_over(const Held& errand);
  void refuse(std::uint64_t id);

  void take_answer(const Held& errand, Result<http::Response> answer);
  std::optional<std::chrono::milliseconds> rest_before_repeating(
      Errand& errand, const Result<http::Response>& answer);
  void rest(Errand& errand, std::chrono::milliseconds delay);
  void rest_is_over(std::uint64_t id);
  void tell_answer(const Held& errand, Result<http::Response> answer);
  void tell_head(const Held& errand, const http::Response& head);
  void tell_end(const Held& errand, Result<void> result);
  void finish(const Held& errand);
  void let_go(const Held& errand);
  void count(const std::string& method, std::string code);

  Transport& transport_;
  Scheduler& scheduler_;
  const Clock& clock_;
  const ApiLimits limits_;

  mutable std::mutex mutex_;
  TokenBucket bucket_;
  Rng seeds_;
  std::map<std::uint64_t, Held> held_;  // all that are not over
  std::deque<Held> waiting_;
  // Handles of calls that were over before the transport said what was under way. Dropping one may
  // wait for callbacks, and those may wait for the service in close(): so the service never does
  // it.
  std::vector<std::unique_ptr<PendingRequest>> spent_;
  Service service_ = Service::Idle;
  // Stays while it is being kept, so that close() can wait for it.
  std::unique_ptr<ScheduledCall> appointment_;
  bool out_of_tokens_ = false;  // that is what the appointment waits for
  bool closed_ = false;
  std::uint64_t last_id_ = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts_;  // by method and code
  std::uint64_t throttled_ = 0;
  std::uint64_t retries_ = 0;
};

}  // namespace telltale::client
