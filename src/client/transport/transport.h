// SPDX-License-Identifier: Apache-2.0
#pragma once

// The way to one API server: a request goes out, an answer comes back, whole or piece by piece.
// Over TLS it is a CurlTransport; inside `telltale up` it is a function call; in tests it is a
// script. Its callers know nothing of sockets and credentials.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace telltale::client {

struct Outgoing {
  std::string method = "GET";
  std::string target = {};                 // "/apis/cluster.x-k8s.io/v1beta2/machines?limit=500"
  std::vector<http::Header> headers = {};  // besides those of identity
  std::string body = {};
  std::chrono::milliseconds timeout{30'000};  // until the answer is complete; of a stream: its head
  // A stream that stays silent for so long is given up. Zero: it may be silent for ever.
  std::chrono::milliseconds silence{0};
  std::size_t answer_bytes_max = std::size_t{64} << 20;
};

// Lets go of what is under way. Dropping it does the same; after cancel() has returned nothing is
// called back any more, unless it was called from within a callback.
class PendingRequest {
 public:
  virtual ~PendingRequest() = default;
  virtual void cancel() = 0;
};

// What is told about a streamed answer, on a thread of the transport; must not block.
struct StreamSink {
  std::function<void(const http::Response& head)> on_head = {};  // of any status; body still empty
  std::function<void(std::string_view piece)> on_piece = {};
  // Exactly once, at the end: nothing when the server ended it in good order.
  std::function<void(Result<void>)> on_end = {};
};

class Transport {
 public:
  virtual ~Transport() = default;
  // `then` is called exactly once, on a thread of the transport, and must not block. Any status is
  // an answer; Unreachable when none came. Safe to call from any thread.
  [[nodiscard]] virtual std::unique_ptr<PendingRequest> send(
      Outgoing request, std::function<void(Result<http::Response>)> then) = 0;
  [[nodiscard]] virtual std::unique_ptr<PendingRequest> stream(Outgoing request,
                                                               StreamSink sink) = 0;
};

// Sends and waits. For commands, which have nothing else to do.
[[nodiscard]] Result<http::Response> ask(Transport& transport, Outgoing request);

}  // namespace telltale::client
