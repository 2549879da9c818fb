// SPDX-License-Identifier: Apache-2.0
#include "server/api_server.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"
#include "json/print.h"
#include "server/access/authenticate.h"
#include "server/access/denial.h"
#include "server/access/impersonate.h"
#include "server/access/reviews.h"
#include "server/endpoint.h"
#include "server/keys.h"
#include "server/kinds/builtin.h"
#include "server/object_access.h"
#include "server/proto/utf8.h"
#include "server/store_paths.h"
#include "server/stored.h"

namespace telltale::server {
namespace {

constexpr std::size_t worker_queue_max = 4096;
constexpr Seconds watch_time_min{1800};
constexpr std::uint32_t watch_time_spread = 1800;

bool is_read_method(const Call& call) {
  return call.http.method == "GET" || call.http.method == "HEAD";
}

// A list or watch that can only show one object is one of that object: rules may name it.
std::string name_asked_for(const Call& call) {
  const bool looks = (call.verb == "list" || call.verb == "watch") && !call.route.watch_prefix;
  if (!call.route.name.empty() || !looks || !call.resource) return call.route.name;
  const auto filter =
      ObjectFilter::make({}, call.target.parameter("fieldSelector"), *call.resource);
  return filter ? std::string(filter->only_name()) : std::string{};
}

// Within a logical cluster its rules name paths as any cluster's do.
std::string path_within(const Call& call) {
  if (call.route.home == management_home) return call.target.path;
  const std::size_t prefix =
      format("/clusters/{}/{}", call.route.cluster_namespace, call.route.cluster_name).size();
  return call.target.path.size() > prefix ? call.target.path.substr(prefix) : "/";
}

// Fixed paths and discovery are asked for as what they are; objects as resources.
Attributes attributes_of(const Call& call) {
  if (call.route.what != Route::What::Objects) {
    return {.verb = is_read_method(call) ? "get" : call.verb, .path = path_within(call)};
  }
  Attributes wanted = object_attributes(call);
  wanted.name = name_asked_for(call);
  return wanted;
}

bool has_verb(const Resource& resource, std::string_view verb) {
  return std::ranges::find(resource.verbs, verb) != resource.verbs.end();
}

// What a caller from outside needs to be let into a logical cluster. What the request asks for
// there does not count, only its method, as for everything that is reached through a proxy.
Attributes way_into_cluster(const Call& call) {
  const std::string& method = call.http.method;
  std::string verb = lower(method);
  if (is_read_method(call)) verb = "get";
  if (method == "POST") verb = "create";
  if (method == "PUT") verb = "update";
  return {.verb = std::move(verb),
          .group = std::string(logical_clusters_group),
          .version = std::string(logical_clusters_version),
          .resource = std::string(logical_clusters_plural),
          .subresource = "proxy",
          .namespace_name = call.route.cluster_namespace,
          .name = call.route.cluster_name,
          .path = call.target.path};
}

// Whatever webhooks do, some workers are left for those who need none.
WebhookLimits webhook_limits(std::size_t workers) {
  return {.under_way = std::max<std::size_t>(1, workers * 3 / 4),
          .under_way_each = std::max<std::size_t>(1, workers / 2)};
}

}  // namespace

ApiServer::ApiServer(const ApiServerParts& parts)
    : parts_(parts),
      webhook_calls_(parts.clock, webhook_limits(parts.workers), parts.ask_webhook),
      tokens_(Tokens::of(parts.identities)),
      definitions_(parts.store, builtin_resources(), &webhook_calls_),
      clusters_(parts.store),
      policies_(parts.store),
      hub_(parts.store, parts.clock,
           [this](std::function<void()> job) { return workers_->post(std::move(job)); }),
      reader_(parts.store, parts.clock),
      writer_(parts.store, parts.clock, parts.entropy,
              Admission(parts.store, definitions_, parts.clock, policies_),
              [this](const Place& created, store::Revision revision) {
                return complete(created, revision);
              }),
      remover_(parts.store, parts.clock),
      lifecycle_({.store = parts.store,
                  .clock = parts.clock,
                  .entropy = parts.entropy,
                  .definitions = definitions_,
                  .clusters = clusters_,
                  .tokens = tokens_,
                  .ca_pem = parts.identities.ca_pem,
                  .url = parts.url}) {
  definitions_.on_retired(
      [this](const Resource& resource) { hub_.end_resource(management_home, resource); });
  clusters_.on_cut([this](const std::string& home) { hub_.end_home(home); });
  workers_ = std::make_unique<Workers>(parts.workers, worker_queue_max);
}

ApiServer::~ApiServer() { finish(); }

void ApiServer::finish() {
  webhook_calls_.stop();
  workers_->finish();
  lifecycle_.stop();
}

Startup ApiServer::startup() const {
  return {.store = parts_.store,
          .clock = parts_.clock,
          .entropy = parts_.entropy,
          .definitions = definitions_};
}

// A logical cluster that was created can be used: whoever reads the answer writes into it next.
Outcome<void> ApiServer::complete(const Place& created, store::Revision revision) const {
  const Resource& resource = *created.resource;
  const bool is_cluster =
      resource.group == logical_clusters_group && resource.plural == logical_clusters_plural;
  if (!is_cluster || created.home != management_home) return {};
  const auto done =
      startup().ensure_namespaces(home_of_cluster(created.namespace_name, created.name), revision);
  if (!done) return refuse(internal(done.error().detail));
  return {};
}

Result<void> ApiServer::prepare() {
  const Startup first = startup();
  if (auto done = first.ensure_namespaces(management_home); !done) return fail(done.error());
  if (parts_.install_definitions) {
    if (auto done = first.ensure_definitions(); !done) return fail(done.error());
  }
  if (auto done = first.ensure_roles(); !done) return fail(done.error());
  if (parts_.upkeep == Upkeep::InBackground) lifecycle_.start();
  return {};
}

// ---- who asks for what

// The cluster's own administrator, known by a token that is good nowhere else.
std::optional<User> ApiServer::own_user_of_cluster(const Call& call) const {
  if (call.route.home == management_home) return std::nullopt;
  const auto state = clusters_.find(call.route.cluster_namespace, call.route.cluster_name);
  if (!state) return std::nullopt;
  return authenticate_within(call.http, tokens_, state->cluster);
}

// False when the request was ended here: there is no such cluster, or it is cut off.
bool ApiServer::enter_cluster(Exchange& exchange) const {
  const Route& route = exchange.call().route;
  if (route.home == management_home) return true;
  const auto state = clusters_.find(route.cluster_namespace, route.cluster_name);
  if (state && state->connected) return true;
  if (state) {
    exchange.hang_up();
  } else {
    exchange.answer(page_not_found());
  }
  return false;
}

Outcome<void> ApiServer::understand(Exchange& exchange) const {
  Call& call = exchange.call();
  auto target = http::parse_target(call.http.target);
  if (!target) return refuse(bad_request(target.error().detail));
  call.target = std::move(*target);
  // Names end in answers, keys and objects, all of which are UTF-8. Parameters are looked at by
  // those who read them.
  if (!is_utf8(call.target.path)) {
    return refuse(bad_request("the path of the request is not UTF-8"));
  }
  call.route = route_of(call.target);
  const bool management = call.route.home == management_home;
  call.registry = management ? definitions_.registry() : definitions_.logical_registry();
  if (call.route.what != Route::What::Objects) {
    call.verb = lower(call.http.method);
    return {};
  }
  return understand_objects(call);
}

Outcome<void> ApiServer::understand_objects(Call& call) const {
  const auto verb = verb_of(call.http.method, call.route, call.target);
  if (!verb) return refuse(method_not_allowed(call.named(), call.http.method));
  call.verb = *verb;
  call.resource = call.registry->find(call.route.group, call.route.resource);
  if (call.resource) call.version = call.resource->version(call.route.version);
  return {};
}

// Two worlds that share no rights: who has a cluster's own token follows the roles that lie in that
// cluster, everybody else those of the management cluster.
Outcome<void> ApiServer::admit_user(Exchange& exchange) const {
  Call& call = exchange.call();
  if (auto own = own_user_of_cluster(call)) {
    call.user = std::move(*own);
    call.from_within = true;
    return admit_by(*policies_.of(call.route.home), exchange);
  }
  auto user = authenticate(call.http, tokens_);
  if (!user) return refuse(user.error());
  call.user = std::move(*user);
  return admit_by(*policies_.of(management_home), exchange);
}

Outcome<void> ApiServer::admit_by(const Policy& rules, Exchange& exchange) const {
  Call& call = exchange.call();
  auto acting = acting_user(call.http, call.user, rules);
  if (!acting) return refuse(acting.error());
  if (call.http.header("Impersonate-User")) exchange.note_impersonator(call.user);
  call.user = std::move(*acting);
  const bool from_outside = call.route.home != management_home && !call.from_within;
  const Attributes wanted = from_outside ? way_into_cluster(call) : attributes_of(call);
  const Decision decision = rules.decide(call.user, wanted);
  exchange.note_decision(decision.allowed ? "allow" : "forbid", decision.reason);
  if (!decision.allowed) return refuse(denied(call.user, wanted, decision.reason));
  // Whoever is let in is an administrator there.
  if (from_outside && !in_group(call.user, masters_group)) {
    call.user.groups.emplace_back(masters_group);
  }
  return {};
}

void ApiServer::handle(http::Request request, http::Responder responder) {
  auto exchange = std::make_shared<Exchange>(
      std::move(request), std::move(responder),
      Exchange::Books{parts_.clock, parts_.entropy, metrics_, parts_.audit});
  try {
    begin(exchange);
  } catch (...) {
    ++exceptions_;
    exchange->give_up();
  }
}

void ApiServer::begin(const ExchangePtr& exchange) {
  if (const auto understood = understand(*exchange); !understood) {
    return exchange->refuse(understood.error());
  }
  if (const auto admitted = admit_user(*exchange); !admitted) {
    return exchange->refuse(admitted.error());
  }
  // Only now, so that what is there and what is not is nobody's to learn but theirs who may ask.
  if (!enter_cluster(*exchange)) return;
  const Call& call = exchange->call();
  if (call.route.what == Route::What::Objects && !has_endpoint(call)) {
    return exchange->answer(page_not_found());
  }
  dispatch(exchange);
}

// ---- what is done about it

void ApiServer::post(const ExchangePtr& exchange, void (ApiServer::*work)(Exchange&)) {
  const bool taken = workers_->post([this, exchange, work] {
    try {
      (this->*work)(*exchange);
    } catch (...) {
      exchange->give_up();
      throw;  // the workers count it
    }
  });
  if (!taken) exchange->refuse(too_many_requests("the server is busy, try again", 1));
}

void ApiServer::dispatch(const ExchangePtr& exchange) {
  Call& call = exchange->call();
  if (call.route.what == Route::What::Nothing) return exchange->answer(page_not_found());
  if (is_store_path(call.route)) return post(exchange, &ApiServer::answer_store_path);
  if (call.route.what != Route::What::Objects) return exchange->answer(answer_fixed(call));
  if (!call.version->deprecation_warning.empty()) {
    call.warnings.push_back(call.version->deprecation_warning);
  }
  if (call.verb == "watch" && has_verb(*call.resource, "watch")) {
    return post(exchange, &ApiServer::start_watch);
  }
  // One object is a look into memory, unless of the future; everything else may take its time.
  const std::string_view version = call.target.parameter("resourceVersion");
  const bool quick = call.verb == "get" && !parts_.shared_store &&
                     (version.empty() || version == "0") &&
                     call.resource->conversion != Conversion::Webhook;
  if (quick) return answer_objects(*exchange);
  post(exchange, &ApiServer::answer_objects);
}

void ApiServer::answer_objects(Exchange& exchange) {
  exchange.answer(answer_object(exchange.call()));
}

void ApiServer::answer_store_path(Exchange& exchange) {
  exchange.answer(answer_store(exchange.call(), parts_.store, parts_.keys));
}

Outcome<http::Response> ApiServer::answer_object(Call& call) {
  const Resource& resource = *call.resource;
  const bool needs_name = call.http.method == "PUT" || call.http.method == "PATCH";
  if (needs_name && call.route.name.empty()) return refuse(bad_request("name must be provided"));
  if (!has_verb(resource, call.verb)) return refuse(method_not_allowed(call.named(), call.verb));
  const bool collection = call.route.name.empty();
  if (call.verb == "create") {
    // The place of one custom resource takes what the collection takes, whatever its name.
    const bool takes = collection || (resource.custom() && call.route.subresource.empty());
    if (!takes) return refuse(method_not_allowed(call.named(), call.verb));
    if (resource.habits != nullptr && resource.habits->review) return answer_access_review(call);
    return writer_.create(call);
  }
  if (call.verb == "list") return reader_.list(call);
  if (call.verb == "get") {
    return call.route.subresource == "scale" ? writer_.get_scale(call) : reader_.get(call);
  }
  if (call.verb == "update") return writer_.update(call);
  if (call.verb == "patch") return writer_.patch(call);
  if (!call.route.subresource.empty()) return refuse(method_not_allowed(call.named(), call.verb));
  return collection ? remover_.remove_many(call) : remover_.remove(call);
}

Outcome<http::Response> ApiServer::answer_access_review(Call& call) const {
  const auto form = negotiate(call.accept(), Shapes::NotOffered);
  if (!form) return refuse(form.error());
  auto body = read_body(call.http.body, body_type_of(call.content_type()), call.resource->kind,
                        Protobuf::Taken);
  if (!body) return refuse(body.error());
  if (const auto kind = check_kind(body->object, call); !kind) return refuse(kind.error());
  const auto answered = answer_review({.kind = call.resource->kind,
                                       .body = body->object,
                                       .namespace_name = call.route.namespace_name},
                                      call.user, *policies_.of(call.route.home), tokens_);
  if (!answered) return refuse(answered.error());
  return answer_json(json::print(*answered), *form, call.target, 201);
}

void ApiServer::start_watch(Exchange& exchange) {
  const Call& call = exchange.call();
  const auto options = read_list_options(call.target, Purpose::Watch);
  if (!options) return exchange.refuse(options.error());
  // The old way to watch one object names it in the path.
  const std::string fields =
      call.route.name.empty()
          ? options->field_selector
          : format("{},metadata.name={}", options->field_selector, call.route.name);
  const auto filter = ObjectFilter::make(options->label_selector, fields, *call.resource);
  if (!filter) return exchange.refuse(filter.error());
  const auto presenter = reader_.presenter_for(call);
  if (!presenter) return exchange.refuse(presenter.error());
  if (hub_.full()) return exchange.refuse(too_many_requests("too many watches", 5));
  if (!options->version) {
    if (const auto current = reader_.catch_up(); !current) return exchange.refuse(current.error());
  }
  const WatchHub::Begin begin = beginning_of(call, *options);
  std::array<std::uint8_t, 2> spread{};
  parts_.entropy.fill(spread);
  const Seconds time = options->timeout.value_or(
      watch_time_min + Seconds((spread[0] * 256U + spread[1]) % watch_time_spread));
  auto stream = exchange.stream({.content_type = std::string(content_type_of(presenter->form()))});
  hub_.add({.home = call.route.home,
            .prefix = Reader::prefix_of(call, *filter),
            .filter = *filter,
            .presenter = std::make_shared<const Presenter>(*presenter),
            .bookmarks = options->bookmarks,
            .ends = parts_.clock.now() + time},
           begin, std::move(stream));
}

// What a watch cannot begin with is said on its stream, where clients look for it. What a custom
// resource was before its definition is nobody's to tell, as on the real server.
WatchHub::Begin ApiServer::beginning_of(const Call& call, const ListOptions& options) const {
  const store::Revision asked = options.version.value_or(0);
  const bool initial = options.send_initial_events;
  WatchHub::Begin begin{
      .with_present = initial || (asked == 0 && !call.target.has("sendInitialEvents")),
      .after = asked == 0 ? parts_.store.present().revision() : asked,
      .tell_end_of_present = initial && options.bookmarks};
  if (asked == 0) return begin;
  const store::Revision known_since = call.resource->shaped_since;
  if (initial) {
    if (auto there = reader_.wait_for(asked); !there) begin.refused = std::move(there.error());
  } else if (asked < known_since) {
    begin.refused = too_old(asked, known_since);
  }
  return begin;
}

Outcome<http::Response> ApiServer::answer_fixed(const Call& call) const {
  if (call.http.method != "GET" && call.http.method != "HEAD") {
    return refuse(method_not_allowed({}, call.http.method));
  }
  const bool management = call.route.home == management_home;
  if (call.route.what == Route::What::OpenApi || call.route.what != Route::What::Fixed) {
    const auto documents =
        (management ? published_ : published_for_clusters_).documents(call.registry);
    return call.route.what == Route::What::OpenApi ? answer_openapi(call, *documents)
                                                   : answer_discovery(call, *documents);
  }
  const std::string_view path = call.route.rest;
  if (path == "/version") return answer_version();
  if (path == "/metrics" && management) {
    return http::Response{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                          .body = metrics_text(0)};
  }
  if (path == "/healthz" || path == "/livez" || path == "/readyz") {
    const Attributes monitors{.verb = "get", .path = "/metrics"};
    const bool told = policies_.of(call.route.home)->decide(call.user, monitors).allowed;
    return answer_health(call.target, path, parts_.store.health(),
                         told && management ? Reasons::Told : Reasons::Withheld);
  }
  return page_not_found();
}

void ApiServer::tick() {
  hub_.tick();
  lifecycle_.wake();
  // Whether a store that was out of reach is there again shows by asking it; one question at a
  // time, since each may wait for long. Without it a server that nobody asks stays unready.
  if (parts_.store.health().writable || asking_.exchange(true)) return;
  const bool posted = workers_->post([this] {
    static_cast<void>(parts_.store.catch_up());  // it notes by itself what it finds
    asking_ = false;
  });
  if (!posted) asking_ = false;
}

void ApiServer::settle() {
  check(parts_.upkeep == Upkeep::OnDemand, "one thread does the server's own work");
  lifecycle_.run_once();
}

std::string ApiServer::metrics_text(std::size_t connections) const {
  store::Present& present = parts_.store.present();
  return metrics_.text({.watchers = hub_.size(),
                        .connections = connections,
                        .objects = present.size(),
                        .revision = present.revision(),
                        .audit_lost = parts_.audit == nullptr ? 0 : parts_.audit->lost(),
                        .exceptions = exceptions_ + workers_->thrown() + lifecycle_.thrown(),
                        .reviews = webhook_calls_.figures(),
                        .commits = parts_.store.figures(),
                        .disk = parts_.store.disk()});
}

bool ApiServer::may_read(const http::Request& request, std::string_view path) const {
  const auto user = authenticate(request, tokens_);
  if (!user) return false;
  const Attributes wanted{.verb = "get", .path = std::string(path)};
  return policies_.of(management_home)->decide(*user, wanted).allowed;
}

}  // namespace telltale::server
