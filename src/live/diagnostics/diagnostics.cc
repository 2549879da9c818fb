// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "http/server.h"
#include "http/token_advice.h"
#include "live/diagnostics/diagnostics_access.h"
#include "live/diagnostics/diagnostics_token.h"
#include "live/diagnostics/plain_answer.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds last_patience{1000};
constexpr std::size_t connections_max = 256;
// Nobody has anything to send here.
constexpr std::size_t body_bytes_max = std::size_t{16} << 10;

// Only of what it could be shown: `local` is for those on this machine, and empty for others.
http::Response refusal_of(const AccessVerdict& verdict, std::string_view path,
                          const std::string& local) {
  const std::string which =
      local.empty() ? format("one of a ServiceAccount that may get {} will do", printable(path))
                    : format("this shows one that will do:\n{}", local);
  switch (verdict.word) {
    case AccessVerdict::Word::Forbidden:
      return plain_answer(403, format("{} may not get {}; telltale manifests rbac --role {} makes "
                                      "a role that may",
                                      printable(verdict.user), printable(path),
                                      path == "/metrics" ? "metrics-reader" : "viewer"));
    case AccessVerdict::Word::Unavailable:
      return plain_answer(503, "who asks could not be found out; try again");
    default: {
      http::Response response = plain_answer(401, format("a bearer token is needed; {}", which));
      response.headers.push_back({"WWW-Authenticate", "Bearer"});
      return response;
    }
  }
}

std::vector<HealthCheck> joined(std::vector<HealthCheck> first,
                                const std::vector<HealthCheck>& then) {
  for (const HealthCheck& check : then) {
    const bool is_there = std::ranges::find(first, check.name, &HealthCheck::name) != first.end();
    if (!is_there) first.push_back(check);
  }
  return first;
}

}  // namespace

class Diagnostics::Office {
 public:
  Office(const DiagnosticsOptions& options, DiagnosticsPages pages)
      : options_(options), pages_(std::move(pages)), health_(joined(pages_.live, pages_.ready)) {}

  [[nodiscard]] Result<void> open(client::Api* management, const Clock& clock, Entropy& entropy);
  void drain(std::chrono::milliseconds patience);
  std::uint16_t port() const { return tls_ ? tls_->port() : plain_->port(); }
  std::string url() const;

 private:
  using Page = std::function<http::Response()>;

  [[nodiscard]] Result<void> listen(const Clock& clock, Entropy& entropy);
  void handle(const http::Request& request, http::Responder responder);
  std::optional<http::Response> answer_anyone(const http::Request& request,
                                              const http::Target& target) const;
  std::string local_advice(const http::Request& request, const http::Target& target) const;
  std::optional<http::Response> health(const http::Target& target) const;
  Page page(const http::Request& request, const http::Target& target) const;
  http::Response metrics(const http::Request& request) const;

  DiagnosticsOptions options_;
  DiagnosticsPages pages_;
  std::vector<HealthCheck> health_;
  std::unique_ptr<DiagnosticsAccess> access_;
  std::unique_ptr<http::Server> plain_;
  std::unique_ptr<TlsServer> tls_;
};

Result<void> Diagnostics::Office::open(client::Api* management, const Clock& clock,
                                       Entropy& entropy) {
  AccessOptions access{.management = management};
  if (!options_.token_file.empty()) {
    auto token = load_or_make_token(options_.token_file, entropy);
    if (!token) return fail(token.error());
    access.local_token = std::move(*token);
  }
  access_ = std::make_unique<DiagnosticsAccess>(std::move(access), clock, entropy);
  return listen(clock, entropy);
}

Result<void> Diagnostics::Office::listen(const Clock& clock, Entropy& entropy) {
  http::ServerOptions http{.address = options_.address, .port = options_.port, .threads = 1};
  http.limits.connections = connections_max;
  http.limits.body_bytes = body_bytes_max;
  const auto handler = [this](const http::Request& request, http::Responder responder) {
    handle(request, std::move(responder));
  };
  if (!options_.certificate) {
    auto server = http::Server::start(std::move(http), handler);
    if (!server) return fail(server.error());
    plain_ = std::move(*server);
    return {};
  }
  auto server = TlsServer::start(
      {.http = std::move(http), .certificate = *options_.certificate, .on_log = options_.on_log},
      handler, clock, entropy);
  if (!server) return fail(server.error());
  tls_ = std::move(*server);
  return {};
}

// First no request comes in any more, then none is answered any more.
void Diagnostics::Office::drain(std::chrono::milliseconds patience) {
  if (plain_) plain_->drain(patience);
  if (tls_) tls_->drain(patience);
  access_.reset();
}

std::string Diagnostics::Office::url() const {
  const std::string& address = options_.address;
  const bool is_any = address.empty() || address == "0.0.0.0" || address == "::";
  const bool is_six = !is_any && address.find(':') != std::string::npos;
  return format("{}://{}{}{}:{}", tls_ ? "https" : "http", is_six ? "[" : "",
                is_any ? "127.0.0.1" : address, is_six ? "]" : "", port());
}

void Diagnostics::Office::handle(const http::Request& request, http::Responder responder) {
  const auto target = http::parse_target(request.target);
  if (!target) return std::move(responder).send(plain_answer(400, target.error().detail));
  if (auto answer = answer_anyone(request, *target)) {
    return std::move(responder).send(std::move(*answer));
  }
  const Page answer_page = page(request, *target);
  if (!answer_page) return std::move(responder).send(plain_answer(404, "there is no such page"));
  const bool is_open =
      target->path == "/metrics" && options_.metrics == DiagnosticsOptions::Metrics::Open;
  if (is_open) return std::move(responder).send(answer_page());
  const auto reply = std::make_shared<http::Responder>(std::move(responder));
  const std::string local = local_advice(request, *target);
  access_->ask(request.header("Authorization").value_or(""), target->path,
               [reply, answer_page, path = target->path, local](const AccessVerdict& verdict) {
                 const bool may = verdict.word == AccessVerdict::Word::Allowed;
                 std::move(*reply).send(may ? answer_page() : refusal_of(verdict, path, local));
               });
}

// Where the token lies is for those who could look there themselves.
std::string Diagnostics::Office::local_advice(const http::Request& request,
                                              const http::Target& target) const {
  const bool told = target.path == "/metrics" && http::is_from_here(request);
  if (!told || options_.token_file.empty()) return {};
  return http::curl_with_token(options_.token_file, url() + "/metrics");
}

std::optional<http::Response> Diagnostics::Office::answer_anyone(const http::Request& request,
                                                                 const http::Target& target) const {
  if (request.method != "GET" && request.method != "HEAD") {
    http::Response response = plain_answer(405, "this can only be read: use GET");
    response.headers.push_back({"Allow", "GET, HEAD"});
    return response;
  }
  return health(target);
}

std::optional<http::Response> Diagnostics::Office::health(const http::Target& target) const {
  const auto answer = [&](const std::string& name, const std::vector<HealthCheck>& checks) {
    std::optional<http::Response> response;
    std::string_view rest = target.path;
    if (!rest.starts_with("/" + name)) return response;
    rest.remove_prefix(name.size() + 1);
    if (!rest.empty() && !rest.starts_with('/')) return response;
    if (!rest.empty()) rest.remove_prefix(1);
    response = answer_health(target, name, rest, checks);
    return response;
  };
  if (auto response = answer("healthz", health_)) return response;
  if (auto response = answer("livez", pages_.live)) return response;
  return answer("readyz", pages_.ready);
}

Diagnostics::Office::Page Diagnostics::Office::page(const http::Request& request,
                                                    const http::Target& target) const {
  if (target.path == "/metrics" && pages_.metrics) {
    return [this, request] { return metrics(request); };
  }
  for (const DiagnosticsPage& candidate : pages_.pages) {
    const bool is_it = target.path == candidate.path ||
                       (candidate.path.ends_with('/') && target.path.starts_with(candidate.path));
    if (is_it) return [&candidate, target] { return candidate.answer(target); };
  }
  return {};
}

http::Response Diagnostics::Office::metrics(const http::Request& request) const {
  const auto form = exposition_format(request.header("Accept").value_or(""));
  return {.content_type = std::string(content_type_of(form)), .body = pages_.metrics(form)};
}

Diagnostics::Diagnostics(std::unique_ptr<Office> office) : office_(std::move(office)) {}
Diagnostics::~Diagnostics() { office_->drain(last_patience); }

Result<std::unique_ptr<Diagnostics>> Diagnostics::start(const DiagnosticsOptions& options,
                                                        DiagnosticsPages pages,
                                                        client::Api* management, const Clock& clock,
                                                        Entropy& entropy) {
  auto office = std::make_unique<Office>(options, std::move(pages));
  if (auto opened = office->open(management, clock, entropy); !opened) return fail(opened.error());
  return std::unique_ptr<Diagnostics>(new Diagnostics(std::move(office)));
}

std::uint16_t Diagnostics::port() const { return office_->port(); }
std::string Diagnostics::url() const { return office_->url(); }
void Diagnostics::drain(std::chrono::milliseconds patience) { office_->drain(patience); }

}  // namespace telltale::live
