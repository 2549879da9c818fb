// SPDX-License-Identifier: Apache-2.0
#pragma once

// The port on which `run` tells about itself: health to anyone, and to those who may know metrics
// and the pages that commands ask for (`why`, `history`).
//
//   auto diagnostics = Diagnostics::start({.port = 7480, .token_file = folder + "/token"},
//       {.ready = {{"caches-synced", synced}}, .metrics = text, .pages = {{"/history", page}}},
//       &api, clock, entropy);

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "client/api.h"
#include "http/message.h"
#include "http/target.h"
#include "live/diagnostics/diagnostics_health.h"
#include "live/diagnostics/tls_server.h"
#include "report/metrics/exposition.h"

namespace telltale::live {

struct DiagnosticsOptions {
  enum class Metrics : std::uint8_t { Protected, Open };  // open: --insecure-diagnostics

  std::string address = "127.0.0.1";
  std::uint16_t port = 7480;  // 0: the system chooses
  // Of the holder everything is answered; made where it is not there. Empty: no such token.
  std::string token_file = {};
  std::optional<CertificateSource> certificate = {};  // nothing: plain HTTP, for loopback
  Metrics metrics = Metrics::Protected;
  std::function<void(std::string_view line)> on_log = {};
};

// A page: called on a thread of the server or the api, must not block.
struct DiagnosticsPage {
  std::string path = {};  // "/history"; one that ends with a slash is everything below it, too
  std::function<http::Response(const http::Target& target)> answer = {};
};

struct DiagnosticsPages {
  std::vector<HealthCheck> live = {};   // of /livez
  std::vector<HealthCheck> ready = {};  // of /readyz; /healthz asks both
  std::function<std::string(Exposition::Format format)> metrics = {};
  std::vector<DiagnosticsPage> pages = {};
};

// Safe to share between threads.
class Diagnostics {
 public:
  // `management` is asked about tokens it does not know itself; nothing: those are refused.
  [[nodiscard]] static Result<std::unique_ptr<Diagnostics>> start(const DiagnosticsOptions& options,
                                                                  DiagnosticsPages pages,
                                                                  client::Api* management,
                                                                  const Clock& clock,
                                                                  Entropy& entropy);
  ~Diagnostics();  // when it returns no page is called any more
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  std::uint16_t port() const;
  std::string url() const;  // "http://127.0.0.1:7480"
  void drain(std::chrono::milliseconds patience);

 private:
  class Office;
  explicit Diagnostics(std::unique_ptr<Office> office);
  std::unique_ptr<Office> office_;
};

}  // namespace telltale::live
