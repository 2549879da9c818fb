// SPDX-License-Identifier: Apache-2.0
#pragma once

// Polite requests to one API server: no faster than agreed (QPS and burst), again when the server
// says "later" (429, 503 with Retry-After) or loses a read on the way, and errors in the server's
// own words. Every request of telltale to a management or workload cluster goes through here.
//
//   Api api(transport, scheduler, clock, seed, {.qps = 100, .burst = 200});
//   api.send(get("/apis/..."), [](Result<http::Response> answer) { ... });

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "client/scheduler.h"
#include "client/transport/transport.h"

namespace telltale::client {

struct ApiLimits {
  double qps = 100;  // not positive: no limit
  std::uint32_t burst = 200;
  std::uint32_t attempts = 4;           // of one request, the first included
  std::size_t waiting_max = 1'000'000;  // requests not yet answered; more are refused
};

// What was asked and answered so far, for the metrics.
struct ApiFigures {
  struct Count {
    std::string method;
    std::string code;  // "200"; "error" when no answer came
    std::uint64_t count = 0;
  };
  std::vector<Count> requests = {};  // by method, then code
  std::uint64_t throttled = 0;       // had to wait for the agreed rate
  std::uint64_t retries = 0;
};

// Safe to share between threads.
class Api {
 public:
  using Then = std::function<void(Result<http::Response>)>;

  Api(Transport& transport, Scheduler& scheduler, const Clock& clock, std::uint64_t seed,
      const ApiLimits& limits = {});
  ~Api();  // what is under way is let go, without being answered
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  // In the order asked. `then` is called once, on a thread of the transport or the scheduler, never
  // from within send(). Only reads (GET) are repeated after a lost connection (not after a
  // time-out: that was waited for already); 429, and 5xx with Retry-After, are repeated for all.
  // Answers come with their body in one piece.
  void send(Outgoing request, Then then);
  // Watches count once against the rate and are never repeated here.
  [[nodiscard]] std::unique_ptr<PendingRequest> stream(Outgoing request, StreamSink sink);
  // Waits for the answer. For commands only, never on a thread of the transport.
  [[nodiscard]] Result<http::Response> ask(Outgoing request);

  ApiFigures figures() const;
  const Clock& clock() const;

 private:
  class Queue;
  std::shared_ptr<Queue> queue_;
};

// A 2xx answer as it is; everything else as an Error: NotFound 404, Conflict 409, Gone 410,
// TooLarge 413, Invalid 400/422, Unreachable 429/5xx, Internal the rest (401, 403 among them), with
// "<url> answered 403: <message of the Status>".
[[nodiscard]] Result<http::Response> accepted(Result<http::Response> answer,
                                              std::string_view target);

}  // namespace telltale::client
