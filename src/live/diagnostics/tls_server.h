// SPDX-License-Identifier: Apache-2.0
#pragma once

// A server over TLS whose certificate is looked after: read from files and again when they change,
// as certificates in a cluster do every few weeks, or made here. Whatever listens in `live` stands
// on this.
//
// A new certificate means a new listener on the same port; requests in flight are answered first.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "http/server.h"

namespace telltale::live {

struct CertificateSource {
  std::string certificate_file = {};  // PEM, the chain; both files or none
  std::string key_file = {};
  // Of one that is made here: under which names and addresses it is reached, besides localhost.
  std::vector<std::string> subject_names = {};
};

struct TlsServerOptions {
  http::ServerOptions http = {};  // its tls is filled in here
  CertificateSource certificate = {};
  std::chrono::milliseconds look_every{10'000};
  http::Tls::Offer offer = http::Tls::Offer::Http1And2;
  std::function<void(std::string_view line)> on_log = {};
};

// Safe to share between threads.
class TlsServer {
 public:
  [[nodiscard]] static Result<std::unique_ptr<TlsServer>> start(const TlsServerOptions& options,
                                                                http::Handler handler,
                                                                const Clock& clock,
                                                                Entropy& entropy);
  ~TlsServer();
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  std::uint16_t port() const;
  // Whom clients must trust: the authority that was made here, or the certificate file itself.
  std::string ca_pem() const;
  // Looks at the files now, and says whether a new certificate is in use.
  bool look_again();
  void drain(std::chrono::milliseconds patience);

 private:
  class Front;
  explicit TlsServer(std::unique_ptr<Front> front);
  std::unique_ptr<Front> front_;
};

}  // namespace telltale::live
