// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Transport over TLS: the loop carries the bytes, the Access says where to and as whom. A request
// that is refused as unknown (401) is repeated once with renewed credentials, where they can be
// renewed.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "client/kubeconfig/credentials.h"
#include "client/kubeconfig/kubeconfig.h"
#include "client/transport/transport.h"
#include "http/client/client_loop.h"

namespace telltale::client {

// "telltale/1.2.3 (linux/amd64)".
std::string user_agent(std::string_view version);

struct CurlTransportOptions {
  std::string user_agent = {};  // empty: user_agent("dev")
  std::chrono::milliseconds connect{10'000};
  CredentialOptions credentials = {};
};

// Safe to share between threads. The loop and the clock must outlive it; what is under way may
// outlive it, and ends with an error if it still waits for credentials.
class CurlTransport final : public Transport {
 public:
  CurlTransport(http::ClientLoop& loop, const Access& access, const Clock& clock,
                const CurlTransportOptions& options = {});
  ~CurlTransport() override;
  CurlTransport(const CurlTransport&) = delete;
  CurlTransport& operator=(const CurlTransport&) = delete;

  [[nodiscard]] std::unique_ptr<PendingRequest> send(
      Outgoing request, std::function<void(Result<http::Response>)> then) override;
  [[nodiscard]] std::unique_ptr<PendingRequest> stream(Outgoing request, StreamSink sink) override;

 private:
  class Desk;
  std::shared_ptr<Desk> desk_;
};

}  // namespace telltale::client
