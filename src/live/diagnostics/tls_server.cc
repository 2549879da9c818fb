// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/tls_server.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

#include "base/text.h"
#include "http/tls/certificates.h"
#include "http/tls/tls.h"

namespace telltale::live {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t file_bytes_max = std::size_t{1} << 20;
// What requests in flight get before the listener is replaced.
constexpr milliseconds handover{1000};

struct Papers {
  http::KeyPair pair = {};
  std::string ca_pem = {};
};

Result<std::string> read_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return fail(Error::Kind::NotFound, format("{} is not a file", path));
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(file_bytes_max + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || !file.is_open()) {
    return fail(Error::Kind::Internal, format("cannot read {}", path));
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > file_bytes_max) {
    return fail(Error::Kind::TooLarge, format("{} is larger than {} bytes", path, file_bytes_max));
  }
  return text;
}

Result<Papers> read_papers(const CertificateSource& source) {
  auto certificate = read_file(source.certificate_file);
  if (!certificate) return fail(certificate.error());
  auto key = read_file(source.key_file);
  if (!key) return fail(key.error());
  return Papers{.pair = {.certificate_pem = *certificate, .key_pem = std::move(*key)},
                .ca_pem = *certificate};
}

std::vector<std::string> names_of(const TlsServerOptions& options) {
  std::vector<std::string> names{"localhost", "127.0.0.1", "::1"};
  const auto add = [&](const std::string& name) {
    const bool is_any = name.empty() || name == "0.0.0.0" || name == "::";
    if (!is_any && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  add(options.http.address);
  for (const std::string& name : options.certificate.subject_names) add(name);
  return names;
}

Result<Papers> make_papers(const TlsServerOptions& options, Instant now, Entropy& entropy) {
  auto authority = http::make_authority("telltale", now, std::chrono::days(3650), entropy);
  if (!authority) return fail(authority.error());
  auto pair = http::issue(
      *authority, {.common_name = "telltale", .subject_names = names_of(options)}, now, entropy);
  if (!pair) return fail(pair.error());
  return Papers{.pair = std::move(*pair), .ca_pem = authority->certificate_pem};
}

http::Tls tls_of(const Papers& papers, http::Tls::Offer offer) {
  return {.certificate_pem = papers.pair.certificate_pem,
          .key_pem = papers.pair.key_pem,
          .offer = offer};
}

}  // namespace

// The listener, and the thread that looks after its certificate.
class TlsServer::Front {
 public:
  Front(TlsServerOptions options, http::Handler handler)
      : options_(std::move(options)), handler_(std::move(handler)) {}
  ~Front() { end(milliseconds(0)); }
  Front(const Front&) = delete;
  Front& operator=(const Front&) = delete;

  [[nodiscard]] Result<void> open(Papers papers);
  void watch();
  bool look_again();
  void end(milliseconds patience);
  std::uint16_t port() const;
  std::string ca_pem() const;

 private:
  Result<void> listen(const Papers& papers);
  void log_once(const std::string& line);
  bool has_files() const { return !options_.certificate.certificate_file.empty(); }

  TlsServerOptions options_;  // with the port that was chosen
  http::Handler handler_;
  mutable std::mutex mutex_;  // of the listener and its papers
  Papers papers_;
  std::unique_ptr<http::Server> server_;  // nothing while the port cannot be had
  std::string logged_;
  bool drained_ = false;
  std::mutex ending_mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::thread thread_;
};

Result<void> TlsServer::Front::listen(const Papers& papers) {
  http::ServerOptions http = options_.http;
  http.tls = tls_of(papers, options_.offer);
  auto server = http::Server::start(std::move(http), handler_);
  if (!server) return fail(server.error());
  server_ = std::move(*server);
  options_.http.port = server_->port();
  return {};
}

Result<void> TlsServer::Front::open(Papers papers) {
  const std::lock_guard lock(mutex_);
  if (auto listens = listen(papers); !listens) return fail(listens.error());
  papers_ = std::move(papers);
  return {};
}

void TlsServer::Front::watch() {
  if (!has_files()) return;
  thread_ = std::thread([this] {
    std::unique_lock lock(ending_mutex_);
    while (!ending_.wait_for(lock, options_.look_every, [&] { return is_ending_; })) {
      lock.unlock();
      look_again();
      lock.lock();
    }
  });
}

void TlsServer::Front::log_once(const std::string& line) {
  if (line == logged_) return;
  logged_ = line;
  if (!line.empty() && options_.on_log) options_.on_log(line);
}

// What is half written, or does not fit together, is not used: the old certificate stays.
bool TlsServer::Front::look_again() {
  if (!has_files()) return false;
  auto papers = read_papers(options_.certificate);
  const std::lock_guard lock(mutex_);
  if (drained_) return false;
  if (!papers) {
    log_once(format("the certificate stays as it is: {}", papers.error().detail));
    return false;
  }
  const bool is_same = papers->pair.certificate_pem == papers_.pair.certificate_pem &&
                       papers->pair.key_pem == papers_.pair.key_pem;
  if (is_same && server_ != nullptr) return false;
  if (const auto usable = http::TlsContext::make(tls_of(*papers, options_.offer)); !usable) {
    log_once(format("the certificate stays as it is: {}", usable.error().detail));
    return false;
  }
  if (server_ != nullptr) server_->drain(handover);
  server_.reset();
  papers_ = std::move(*papers);
  if (const auto listens = listen(papers_); !listens) {
    log_once(listens.error().detail);
    return false;
  }
  logged_.clear();
  return true;
}

void TlsServer::Front::end(milliseconds patience) {
  {
    const std::lock_guard lock(ending_mutex_);
    is_ending_ = true;
  }
  ending_.notify_all();
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  drained_ = true;
  if (server_ != nullptr) server_->drain(patience);
}

std::uint16_t TlsServer::Front::port() const {
  const std::lock_guard lock(mutex_);
  return options_.http.port;
}

std::string TlsServer::Front::ca_pem() const {
  const std::lock_guard lock(mutex_);
  return papers_.ca_pem;
}

TlsServer::TlsServer(std::unique_ptr<Front> front) : front_(std::move(front)) {}
TlsServer::~TlsServer() = default;

Result<std::unique_ptr<TlsServer>> TlsServer::start(const TlsServerOptions& options,
                                                    http::Handler handler, const Clock& clock,
                                                    Entropy& entropy) {
  const CertificateSource& source = options.certificate;
  if (source.certificate_file.empty() != source.key_file.empty()) {
    return fail(Error::Kind::Invalid, "a certificate file and a key file are given together");
  }
  auto papers = source.certificate_file.empty() ? make_papers(options, clock.now(), entropy)
                                                : read_papers(source);
  if (!papers) return fail(papers.error());
  auto front = std::make_unique<Front>(options, std::move(handler));
  if (auto opened = front->open(std::move(*papers)); !opened) return fail(opened.error());
  front->watch();
  return std::unique_ptr<TlsServer>(new TlsServer(std::move(front)));
}

std::uint16_t TlsServer::port() const { return front_->port(); }
std::string TlsServer::ca_pem() const { return front_->ca_pem(); }
bool TlsServer::look_again() { return front_->look_again(); }
void TlsServer::drain(std::chrono::milliseconds patience) { front_->end(patience); }

}  // namespace telltale::live
