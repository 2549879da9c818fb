// SPDX-License-Identifier: Apache-2.0
#pragma once

// The way to an API server in the same process: requests are handed to its handler, without sockets
// and TLS. Answers come back on one thread of the transport's own, so that nothing of the client
// ever runs inside the server. What is not fetched in time ends a watch, as a slow reader's would.

#include <cstddef>
#include <memory>
#include <string>

#include "client/transport/transport.h"
#include "http/server.h"

namespace telltale::client {

class InnerTransport final : public Transport {
 public:
  static constexpr std::size_t pending_bytes_max = std::size_t{64} << 20;  // of one stream

  // The handler outlives the transport. The token says who asks.
  InnerTransport(http::Handler handler, std::string token);
  ~InnerTransport() override;  // what is under way is let go, without being answered

  [[nodiscard]] std::unique_ptr<PendingRequest> send(
      Outgoing request, std::function<void(Result<http::Response>)> then) override;
  [[nodiscard]] std::unique_ptr<PendingRequest> stream(Outgoing request, StreamSink sink) override;

 private:
  class Courier;
  std::shared_ptr<Courier> courier_;
  http::Handler handler_;
  std::string token_;
};

}  // namespace telltale::client
