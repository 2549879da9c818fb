// SPDX-License-Identifier: Apache-2.0
#include "server/service.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/text.h"
#include "http/server.h"
#include "http/token_advice.h"
#include "server/access/credentials/credentials_keeper.h"
#include "server/access/credentials/data_folder.h"
#include "server/api_server.h"
#include "store/sealing/key_keeper.h"
#include "store/stores.h"

namespace telltale::server {
namespace {

constexpr std::chrono::milliseconds drain_patience{2000};
constexpr std::chrono::seconds tick_every{1};
constexpr int retry_after_seconds = 1;
constexpr int key_steps_per_tick = 16;

http::Response refusal(int status, std::string_view sentence) {
  switch (status) {
    case 413:
      return to_response(too_large(std::string(sentence)));
    case 429:
      return to_response(too_many_requests(std::string(sentence), retry_after_seconds));
    case 503:
      return to_response(unavailable(std::string(sentence)));
    case 400:
      return to_response(bad_request(std::string(sentence)));
    default: {
      StatusError error = bad_request(std::string(sentence));
      error.code = status;
      return to_response(error);
    }
  }
}

// Calls back about every second until it is destroyed.
class Ticker {
 public:
  explicit Ticker(std::function<void()> tick)
      : thread_([this, tick = std::move(tick)] {
          std::unique_lock lock(mutex_);
          while (!ending_) {
            lock.unlock();
            tick();
            lock.lock();
            wake_.wait_for(lock, tick_every, [&] { return ending_; });
          }
        }) {}
  ~Ticker() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  std::thread thread_;
};

// What fails is tried again at the next tick; the store's own health tells the error.
void look_after(store::KeyKeeper& keys) {
  for (int steps = 0; steps < key_steps_per_tick; ++steps) {
    const auto more = keys.step();
    if (!more || !*more) return;
  }
}

std::vector<std::string> subject_names(const ServiceOptions& options) {
  std::vector<std::string> names{"localhost", "127.0.0.1", "::1"};
  const auto add = [&](const std::string& name) {
    const bool any = name.empty() || name == "0.0.0.0" || name == "::";
    if (!any && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  add(options.listen.host);
  for (const std::string& name : options.subject_names) add(name);
  return names;
}

// Where a client on this machine reaches a server that listens everywhere.
std::string reachable_host(const std::string& host) {
  return host == "0.0.0.0" || host == "::" || host.empty() ? "127.0.0.1" : host;
}

}  // namespace

Result<Address> parse_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const auto bad = [&] {
    return fail(
        Error::Kind::Invalid,
        format("\"{}\" is not an address; expected HOST:PORT such as 127.0.0.1:7443", text));
  };
  if (colon == std::string_view::npos) return bad();
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);
  const bool bracketed = host.starts_with('[') && host.ends_with(']');
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (!bracketed && host.find(':') != std::string_view::npos) return bad();
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return bad();
  return Address{.host = host.empty() ? "0.0.0.0" : std::string(host), .port = port};
}

std::string to_text(const Address& address) {
  const bool six = address.host.find(':') != std::string::npos;
  return six ? format("[{}]:{}", address.host, address.port)
             : format("{}:{}", address.host, address.port);
}

// Ends in the opposite order: first nobody asks any more, last the store closes.
struct Service::Parts {
  std::shared_ptr<http::Budget> budget;
  std::unique_ptr<store::Sealing> sealing;  // none: nothing lies anywhere
  std::unique_ptr<store::Store> store;
  std::unique_ptr<store::KeyKeeper> keys;
  std::unique_ptr<CredentialsKeeper> credentials;
  std::unique_ptr<AuditLog> audit;
  std::unique_ptr<ApiServer> api;
  std::atomic<ApiServer*> ready = nullptr;
  std::unique_ptr<http::Server> server;
  std::unique_ptr<http::Server> http;
  std::unique_ptr<Ticker> ticker;
  std::unique_ptr<Ticker> key_ticker;  // apart, as it waits for the disk
  mutable std::mutex page_mutex;
  std::shared_ptr<const Page> page;
  std::shared_ptr<const Page> health;
  std::string token_file;  // of somebody who may read the pages of the http port
  std::string http_url;

  void handle(http::Request request, http::Responder responder) {
    ApiServer* api_now = ready.load();
    if (api_now == nullptr) {
      return std::move(responder).send(to_response(unavailable("the server is starting")));
    }
    api_now->handle(std::move(request), std::move(responder));
  }

  std::optional<http::BodyWanted> handle_head(http::Request head, http::Responder responder) {
    if (ApiServer* api_now = ready.load()) {
      return api_now->handle_head(std::move(head), std::move(responder));
    }
    std::move(responder).send(to_response(unavailable("the server is starting")));
    return std::nullopt;
  }

  // Health for anyone; metrics for those who may read them. Nobody's body is needed for that.
  std::optional<http::BodyWanted> handle_http(const http::Request& head,
                                              http::Responder responder) {
    std::move(responder).send(answer_http(head));
    return std::nullopt;
  }

  http::Response answer_http(const http::Request& request) {
    const auto target = http::parse_target(request.target);
    if (!target) return to_response(bad_request(target.error().detail));
    ApiServer* api_now = ready.load();
    if (target->path == "/healthz" || target->path == "/livez" || target->path == "/readyz") {
      if (api_now == nullptr) return to_response(unavailable("the server is starting"));
      if (const auto asked = page_now(health)) {
        if (auto answer = (*asked)(request, *target)) return std::move(*answer);
      }
      const bool told = api_now->may_read(request, "/metrics");
      return answer_health(*target, target->path, api_now->health(),
                           told ? Reasons::Told : Reasons::Withheld);
    }
    if (api_now == nullptr || !api_now->may_read(request, target->path)) {
      return refuse_page(request, *target);
    }
    if (const auto asked = page_now(page)) {
      if (auto answer = (*asked)(request, *target)) return std::move(*answer);
    }
    if (target->path != "/metrics") return page_not_found();
    return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
            .body = api_now->metrics_text(server->connections())};
  }

  // Whoever is on this machine could look where the token lies, and is told.
  http::Response refuse_page(const http::Request& request, const http::Target& target) const {
    const bool told = target.path == "/metrics" && http::is_from_here(request);
    const std::string local =
        told ? http::curl_with_token(token_file, http_url + "/metrics") : std::string();
    const std::string_view which = "a bearer token is needed, of a user who may get this path";
    return {.status = 401,
            .content_type = "text/plain; charset=utf-8",
            .body = local.empty() ? format("{}\n", which) : format("{}:\n{}\n", which, local),
            .headers = {{"WWW-Authenticate", "Bearer"}, {"X-Content-Type-Options", "nosniff"}}};
  }

  std::shared_ptr<const Page> page_now(const std::shared_ptr<const Page>& which) const {
    const std::lock_guard lock(page_mutex);
    return which;
  }
};

Service::Service() : parts_(std::make_unique<Parts>()) {}
Service::~Service() { stop(); }

// What must be there before a socket is opened.
Result<void> Service::open(const ServiceOptions& options, const Clock& clock, Entropy& entropy) {
  if (auto made = make_data_folder(options.data_folder); !made) return fail(made.error());
  data_folder_ = options.data_folder;
  store_name_ =
      options.store.empty() ? format("sqlite:{}/telltale.db", options.data_folder) : options.store;
  auto credentials = CredentialsKeeper::open(
      options.data_folder, {.subject_names = subject_names(options)}, clock, entropy);
  if (!credentials) return fail(credentials.error());
  parts_->credentials = std::move(*credentials);
  if (auto opened = open_store(options, clock, entropy); !opened) return opened;
  if (options.audit.log.empty()) return {};
  auto settings = audit_settings(options.audit);
  if (!settings) return fail(settings.error());
  auto audit = AuditLog::open(*settings, clock);
  if (!audit) return fail(audit.error());
  parts_->audit = std::move(*audit);
  return {};
}

// Keys that are not those of the store end it here, before anything is written.
Result<void> Service::open_store(const ServiceOptions& options, const Clock& clock,
                                 Entropy& entropy) {
  store::StoreOptions wanted{.etcd = options.etcd};
  if (store_name_ != "memory") {
    parts_->sealing = std::make_unique<store::Sealing>(
        is_sealed_kind, wrapping_keys(options.encryption, options.data_folder, entropy), entropy);
    if (auto read = parts_->sealing->read_wrapping_keys(); !read) return read;
    wanted.sealing = parts_->sealing.get();
  }
  auto store = store::open_store(store_name_, wanted, clock);
  if (!store) return fail(store.error());
  parts_->store = std::move(*store);
  if (!parts_->sealing) return {};
  parts_->keys = std::make_unique<store::KeyKeeper>(*parts_->store, *parts_->sealing, clock);
  return parts_->keys->begin();
}

Result<void> Service::listen(const ServiceOptions& options) {
  Parts& parts = *parts_;
  parts.budget = std::make_shared<http::Budget>(http::Budget::shares_of(options.memory_budget));
  auto server = http::Server::start_on_heads(
      {.address = options.listen.host,
       .port = options.listen.port,
       .tls = parts.credentials->tls(),
       .refuse = refusal,
       .budget = parts.budget},
      [&parts](http::Request head, http::Responder responder) {
        return parts.handle_head(std::move(head), std::move(responder));
      });
  if (!server) return fail(server.error());
  parts.server = std::move(*server);
  url_ = format("https://{}", to_text(Address{.host = reachable_host(options.listen.host),
                                              .port = parts.server->port()}));
  auto http =
      http::Server::start_on_heads({.address = options.http.host,
                                    .port = options.http.port,
                                    .threads = 1,
                                    .refuse = refusal,
                                    .budget = parts.budget},
                                   [&parts](const http::Request& head, http::Responder responder) {
                                     return parts.handle_http(head, std::move(responder));
                                   });
  if (!http) return fail(http.error());
  parts.http = std::move(*http);
  parts.token_file = options.data_folder + "/pki/viewer.token";
  http_url_ = format("http://{}", to_text(Address{.host = reachable_host(options.http.host),
                                                  .port = parts.http->port()}));
  parts.http_url = http_url_;
  return {};
}

Result<std::unique_ptr<Service>> Service::start(const ServiceOptions& options, const Clock& clock,
                                                Entropy& entropy) {
  std::unique_ptr<Service> service(new Service());
  if (auto opened = service->open(options, clock, entropy); !opened) return fail(opened.error());
  if (auto listens = service->listen(options); !listens) return fail(listens.error());
  Parts& parts = *service->parts_;
  parts.api = std::make_unique<ApiServer>(ApiServerParts{
      .store = *parts.store,
      .clock = clock,
      .entropy = entropy,
      .believed = parts.credentials->believed(),
      .url = service->url_,
      .audit = parts.audit.get(),
      .keys = parts.keys.get(),
      .rotate = [&parts](const Rotation& rotation) { return parts.credentials->rotate(rotation); },
      .expiries = [&parts] { return parts.credentials->expiries(); },
      .install_definitions = options.install_definitions,
      .shared_store = store::is_etcd(service->store_name_),
      .budget = parts.budget.get(),
      .service_addresses = options.service_addresses});
  if (auto ready = parts.api->prepare(); !ready) return fail(ready.error());
  auto given = parts.credentials->begin(
      {.server = service->url_,
       .telltale = options.has_controllers ? service->http_url_ : std::string()},
      {.serve = [&parts](const http::Tls& tls) { return parts.server->replace_tls(tls); },
       .believe = [&parts](BelievedPtr now) { parts.api->replace_trust(std::move(now)); }});
  if (!given) return fail(given.error());
  parts.ready = parts.api.get();
  parts.ticker = std::make_unique<Ticker>([&parts] {
    parts.credentials->tick();
    parts.api->tick();
  });
  if (parts.keys) {
    parts.key_ticker = std::make_unique<Ticker>([&parts] { look_after(*parts.keys); });
  }
  return service;
}

void Service::stop() {
  parts_->key_ticker.reset();
  parts_->ticker.reset();
  if (parts_->credentials) parts_->credentials->end();
  if (parts_->server) parts_->server->drain(drain_patience);
  if (parts_->http) parts_->http->drain(drain_patience);
  if (parts_->api) parts_->api->finish();
  parts_->ready = nullptr;
}

void Service::set_page(Page page) {
  const std::lock_guard lock(parts_->page_mutex);
  parts_->page = page ? std::make_shared<const Page>(std::move(page)) : nullptr;
}

void Service::set_health(Page page) {
  const std::lock_guard lock(parts_->page_mutex);
  parts_->health = page ? std::make_shared<const Page>(std::move(page)) : nullptr;
}

Result<void> Service::check_store() const {
  const store::Health health = parts_->store->health();
  if (health.writable) return {};
  return fail(Error::Kind::Unreachable, health.error);
}

bool Service::audit_is_required() const { return parts_->audit && parts_->audit->required(); }

Result<void> Service::check_audit() const {
  std::string error = parts_->audit ? parts_->audit->error() : std::string();
  if (error.empty()) return {};
  return fail(Error::Kind::Unreachable, std::move(error));
}

std::string Service::metrics_text() const {
  return parts_->api->metrics_text(parts_->server->connections());
}

void Service::handle(http::Request request, http::Responder responder) {
  parts_->handle(std::move(request), std::move(responder));
}

std::string Service::let_in(User user) { return parts_->api->let_in(std::move(user)); }

void Service::let_out(std::string_view token) { parts_->api->let_out(token); }

std::string Service::kubeconfig() const { return data_folder_ + "/kubeconfig"; }
std::size_t Service::objects() const { return parts_->store->present().size(); }

void Service::reopen_audit_log() {
  if (parts_->audit) parts_->audit->reopen();
}

}  // namespace telltale::server
