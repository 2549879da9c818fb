// SPDX-License-Identifier: Apache-2.0
#pragma once

// The asynchronous client: one thread, thousands of calls to any number of servers, HTTP/2 where a
// server offers it. Answers come whole or piece by piece.
//
//   auto loop = http::ClientLoop::start({});
//   auto call = (*loop)->stream({.origin = origin, .target = "/api/v1/pods?watch=true"}, sink);
//   call->cancel();
//
// Safe to share between threads. Everything is told on the loop's one thread; what is called there
// must not block.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

#include "base/result.h"
#include "http/client/client_call.h"

namespace telltale::http {

struct LoopLimits {
  std::size_t connections = 4096;
  std::size_t connections_per_host = 64;
  std::size_t streams_per_connection = 250;  // or what the server allows, if that is less
  std::size_t idle_connections = 1024;       // kept for later calls
};

// A call that may still be under way. Dropping it cancels; it may outlive the loop.
class OngoingCall {
 public:
  virtual ~OngoingCall() = default;
  // When it has returned nothing is told any more, unless it was called from within a callback of
  // this very call. It waits for a callback that is running, so hold no lock that callbacks take.
  virtual void cancel() = 0;
};

class ClientLoop {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ClientLoop>> start(const LoopLimits& limits);
  // Stops, and waits for its thread; not to be called on that.
  virtual ~ClientLoop() = default;

  [[nodiscard]] virtual std::unique_ptr<OngoingCall> stream(Call call, CallSink sink) = 0;
  // The same, with the body collected. `then` is called once, unless the call was cancelled.
  [[nodiscard]] virtual std::unique_ptr<OngoingCall> send(
      Call call, std::function<void(Result<Response>)> then) = 0;
  // Every call ends now, Unreachable; later ones end as soon as they are made. Waits until all have
  // been told, except on the loop's own thread. Idempotent.
  virtual void stop() = 0;
};

}  // namespace telltale::http
