// SPDX-License-Identifier: Apache-2.0
#pragma once

// The ConversionReview webhook over TLS: what `convert --serve` and `run --webhook-listen` are. An
// API server whose CRDs name it posts reviews to /convert; what the answer says is
// convert/review.h.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "convert/dialect.h"
#include "http/message.h"
#include "live/diagnostics/tls_server.h"

namespace telltale::live {

struct WebhookOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 9443;  // 0: the system chooses
  CertificateSource certificate = {};
  std::optional<DialectName> dialect = {};  // nothing: each object keeps its own
  // An API server asks for a whole list at once; 10,000 Machines are some 60 MiB.
  std::size_t body_bytes_max = std::size_t{64} << 20;
  // Gives work to another thread; false when it cannot be taken now. Without it reviews are
  // answered on the two threads of the sockets, and large ones hold up everybody, health included.
  std::function<bool(std::function<void()> job)> post = {};
  std::function<void(std::string_view line)> on_log = {};
};

// Safe to share between threads.
class Webhook {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Webhook>> start(const WebhookOptions& options,
                                                              const Clock& clock, Entropy& entropy);

  std::uint16_t port() const { return server_->port(); }
  // What belongs into the CRDs' caBundle (there in base64).
  std::string ca_pem() const { return server_->ca_pem(); }
  bool look_again() { return server_->look_again(); }
  void drain(std::chrono::milliseconds patience) { server_->drain(patience); }

 private:
  explicit Webhook(std::unique_ptr<TlsServer> server) : server_(std::move(server)) {}
  std::unique_ptr<TlsServer> server_;
};

// What it answers to one request: a review to a review, health to anyone, and in plain words what
// was wrong with everything else.
http::Response answer_webhook(const http::Request& request, std::optional<DialectName> dialect);

}  // namespace telltale::live
