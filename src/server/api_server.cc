// SPDX-License-Identifier: Apache-2.0
#include "server/api_server.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/letters.h"
#include "base/text.h"
#include "base/utf8.h"
#include "json/print.h"
#include "server/access/identity/authenticate.h"
#include "server/access/identity/impersonate.h"
#include "server/access/identity/token_request.h"
#include "server/access/rbac/denial.h"
#include "server/access/rbac/reviews.h"
#include "server/flow/demand.h"
#include "server/kinds/builtin.h"
#include "server/kinds/service.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/store_paths.h"
#include "server/objects/stored.h"
#include "server/request/endpoint.h"

namespace telltale::server {
namespace {

// Those who may ask anything without a name, ask for short things.
constexpr std::size_t strangers_body_bytes_max = std::size_t{16} << 10;
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
      ObjectFilter::make({}, call.target.parameter("fieldSelector"), *call.resource, call.version);
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

// The same words and seconds as any Kubernetes API server has for it.
StatusError asked_too_much() {
  return too_many_requests("too many requests, please try again later", 1);
}

// More than there are workers for one user's writes, since nobody gets all: what is made durable
// together should not become less.
std::size_t seats_for(std::size_t workers) { return workers * 3 / 2; }

// Whatever webhooks do, some workers are left for those who need none.
WebhookLimits webhook_limits(std::size_t workers) {
  return {.under_way = std::max<std::size_t>(1, workers * 3 / 4),
          .under_way_each = std::max<std::size_t>(1, workers / 2)};
}

}  // namespace

ApiServer::ApiServer(const ApiServerParts& parts)
    : parts_(parts),
      webhook_calls_(parts.clock, webhook_limits(parts.workers), parts.ask_webhook),
      definitions_(parts.store, builtin_resources(), &webhook_calls_),
      trust_(
          parts.clock,
          [this](std::string_view plural, std::string_view home, std::string_view name) {
            return core_object(plural, home, name);
          },
          parts.believed),
      clusters_(parts.store),
      policies_(parts.store),
      hub_(parts.store, parts.clock,
           [this](std::function<void()> job) { return post_own(Level::System, std::move(job)); }),
      reader_(parts.store, parts.clock,
              [this](const Demand& turn, std::function<void()> job) {
                return post_piece(turn, std::move(job));
              }),
      addresses_(parts.store, parts.clock, parts.entropy, definitions_, parts.service_addresses),
      writer_(
          parts.store, parts.clock, parts.entropy,
          Admission(parts.store, definitions_, parts.clock, policies_),
          [this](const ObjectToFill& to_fill) { return fill_server_fields(to_fill); },
          [this](const Place& created, store::Revision revision) {
            return complete(created, revision);
          }),
      remover_(parts.store, parts.clock),
      pod_actions_(parts.store, parts.clock),
      lifecycle_({.store = parts.store,
                  .clock = parts.clock,
                  .entropy = parts.entropy,
                  .definitions = definitions_,
                  .clusters = clusters_,
                  .trust = trust_,
                  .url = parts.url}) {
  definitions_.on_retired(
      [this](const Resource& resource) { hub_.end_resource(management_home, resource); });
  clusters_.on_cut([this](const std::string& home) { hub_.end_home(home); });
  flows_ = std::make_unique<FlowControl>(
      seats_for(parts.workers), parts.clock, [this](Level level, std::chrono::nanoseconds waited) {
        metrics_.waited(name_of(level), std::chrono::duration<double>(waited).count());
      });
}

ApiServer::~ApiServer() { finish(); }

void ApiServer::finish() {
  // Requests that wait to be recorded go on from the log's thread; there are none after this.
  if (parts_.audit != nullptr) parts_.audit->flush();
  webhook_calls_.stop();
  flows_->finish();
  lifecycle_.stop();
}

Startup ApiServer::startup() const {
  return {.store = parts_.store,
          .clock = parts_.clock,
          .entropy = parts_.entropy,
          .definitions = definitions_};
}

Outcome<ServiceAddresses::Claim> ApiServer::fill_server_fields(const ObjectToFill& to_fill) {
  const Admission admission(parts_.store, definitions_, parts_.clock, policies_);
  if (to_fill.old == nullptr) {
    const auto enriched = admission.enrich(to_fill.call, to_fill.object);
    if (!enriched) return refuse(enriched.error());
  }
  if (is_service(*to_fill.place.resource)) finish_service(to_fill.object);
  if (to_fill.dry_run) return ServiceAddresses::Claim();
  return addresses_.claim(to_fill.place, to_fill.object, to_fill.old);
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
  if (parts_.upkeep == LifecycleMode::InBackground) lifecycle_.start();
  return {};
}

// ---- who asks for what

// The cluster's own administrator, known by a token that is good nowhere else.
std::optional<User> ApiServer::own_user_of_cluster(const Call& call) const {
  if (call.route.home == management_home) return std::nullopt;
  const auto state = clusters_.find(call.route.cluster_namespace, call.route.cluster_name);
  if (!state) return std::nullopt;
  return authenticate_within(call.http, trust_, state->cluster);
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
  auto user = authenticate(call.http, trust_);
  if (!user) return refuse(user.error());
  call.user = std::move(*user);
  return admit_by(*policies_.of(management_home), exchange);
}

Outcome<void> ApiServer::admit_by(const Policy& rules, Exchange& exchange) const {
  Call& call = exchange.call();
  auto acting = acting_user(call.http, call.user, rules);
  if (!acting) return refuse(acting.error());
  // A cluster's own users are others than those of the same name elsewhere.
  exchange.note_client(call.from_within ? format("{}/{}", call.route.home, call.user.name)
                                        : call.user.name);
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

std::optional<http::BodyWanted> ApiServer::handle_head(http::Request head,
                                                       http::Responder responder) {
  ExchangePtr exchange;
  try {
    exchange = std::make_shared<Exchange>(
        std::move(head), std::move(responder),
        Exchange::Books{parts_.clock, parts_.entropy, metrics_, parts_.audit});
    if (!admit(exchange)) return std::nullopt;
  } catch (...) {
    ++exceptions_;
    // Without an exchange the Responder says 500 when it is dropped.
    if (exchange) exchange->give_up();
    return std::nullopt;
  }
  const std::string client = exchange->client();
  const bool is_stranger = client == anonymous_user;
  return http::BodyWanted{
      .client = is_stranger ? std::string() : client,
      .bytes_max = is_stranger ? std::optional(strangers_body_bytes_max) : std::nullopt,
      .then = [this, exchange = std::move(exchange)](http::Body body) {
        begin(exchange, std::move(body));
      }};
}

void ApiServer::handle(http::Request request, http::Responder responder) {
  http::Body body{.bytes = std::exchange(request.body, {}), .held = request.held};
  const auto wanted = handle_head(std::move(request), std::move(responder));
  if (wanted) wanted->then(std::move(body));
}

// False when it was answered: nothing that a body could say would change that.
bool ApiServer::admit(const ExchangePtr& exchange) const {
  if (const auto understood = understand(*exchange); !understood) {
    exchange->refuse(understood.error());
    return false;
  }
  if (const auto admitted = admit_user(*exchange); !admitted) {
    exchange->refuse(admitted.error());
    return false;
  }
  // What must be in the audit log first is looked at when it is.
  return exchange->must_be_recorded() || enter(*exchange);
}

// Only now, so that what is there and what is not is nobody's to learn but theirs who may ask.
bool ApiServer::enter(Exchange& exchange) const {
  if (!enter_cluster(exchange)) return false;
  const Call& call = exchange.call();
  if (call.route.what != Route::What::Objects || has_endpoint(call)) return true;
  exchange.answer(page_not_found());
  return false;
}

void ApiServer::begin(const ExchangePtr& exchange, http::Body body) {
  exchange->take_body(std::move(body));
  try {
    if (!exchange->must_be_recorded()) return dispatch(exchange);
    exchange->record_first(
        [this, exchange](AuditLog::Fate fate) { after_recording(exchange, fate); });
  } catch (...) {
    ++exceptions_;
    exchange->give_up();
  }
}

// On the audit log's thread, which has others to tell.
void ApiServer::after_recording(const ExchangePtr& exchange, AuditLog::Fate fate) {
  if (fate == AuditLog::Fate::NotWritten) {
    return exchange->refuse(
        unavailable("the audit log cannot be written, and what is not recorded is not done"));
  }
  if (fate == AuditLog::Fate::TooManyOfClient) {
    return exchange->refuse(
        too_many_requests("more requests of one client than the audit log takes", 1));
  }
  post_turn({.level = Level::System, .flow = "recorded"}, exchange,
            [this, exchange] { proceed(exchange); });
}

void ApiServer::proceed(const ExchangePtr& exchange) {
  if (enter(*exchange)) dispatch(exchange);
}

// ---- what is done about it

// Work for a request, which is answered whatever becomes of that work.
void ApiServer::post_turn(const Demand& turn, const ExchangePtr& exchange,
                          std::function<void()> work) {
  const auto run = [exchange, work = std::move(work)] {
    try {
      work();
    } catch (...) {
      exchange->give_up();
      throw;  // the workers count it
    }
  };
  const auto refuse = [exchange](Refused) { exchange->refuse(asked_too_much()); };
  flows_->post(turn, {.run = run, .refuse = refuse});
}

void ApiServer::post(const ExchangePtr& exchange, void (ApiServer::*work)(Exchange&)) {
  Call& call = exchange->call();
  call.demand = demand_of(call, exchange->asker(), parts_.store.present());
  post_turn(call.demand, exchange, [this, exchange, work] { (this->*work)(*exchange); });
}

// Never refused for lack of room: an answer that has begun would be broken off. How many there are
// is limited by the bytes that each holds.
bool ApiServer::post_piece(const Demand& turn, std::function<void()> job) {
  return flows_->post(turn, {.run = std::move(job), .refuse = {}});
}

// The server's own work, which waits for its turn as long as it takes.
bool ApiServer::post_own(Level level, std::function<void()> job) {
  return post_piece({.level = level, .flow = "the server"}, std::move(job));
}

void ApiServer::dispatch(const ExchangePtr& exchange) {
  Call& call = exchange->call();
  if (call.route.what == Route::What::Nothing) return exchange->answer(page_not_found());
  if (is_store_path(call.route)) return post(exchange, &ApiServer::answer_store_path);
  if (is_rotate_path(call.route)) return post(exchange, &ApiServer::answer_rotate_path);
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
  if (!quick) return post(exchange, &ApiServer::answer_objects);
  auto answer = answer_object(call);
  // Compressing is nothing for the threads of the sockets.
  if (!answer || !exchange->gzips(*answer)) return exchange->answer(std::move(answer));
  call.demand = demand_of(call, exchange->asker(), parts_.store.present());
  post_turn(call.demand, exchange,
            [exchange, held = std::make_shared<http::Response>(*std::move(answer))] {
              exchange->answer(std::move(*held));
            });
}

void ApiServer::answer_objects(Exchange& exchange) {
  exchange.answer(answer_object(exchange.call()));
}

void ApiServer::answer_store_path(Exchange& exchange) {
  exchange.answer(answer_store(exchange.call(), parts_.store, parts_.keys));
}

void ApiServer::answer_rotate_path(Exchange& exchange) {
  exchange.answer(answer_rotate(exchange.call(), parts_.rotate, parts_.clock.now()));
}

void ApiServer::replace_trust(BelievedPtr believed) {
  trust_.replace(std::move(believed));
  hub_.end_disbelieved();
  lifecycle_.serve_clusters();
}

std::optional<json::Value> ApiServer::core_object(std::string_view plural,
                                                  std::string_view namespace_name,
                                                  std::string_view name) const {
  const auto resource = definitions_.registry()->find("", plural);
  if (!resource || namespace_name.empty() || name.empty()) return std::nullopt;
  const auto item =
      parts_.store.present().get(object_key(management_home, *resource, namespace_name, name));
  if (!item) return std::nullopt;
  auto object = from_stored(*item->value);
  if (!object) return std::nullopt;
  return std::move(*object);
}

Outcome<http::Response> ApiServer::answer_object(Call& call) {
  const Resource& resource = *call.resource;
  if (call.route.subresource == "token") return answer_account_token(call);
  if (call.route.subresource == "binding") return pod_actions_.bind(call);
  if (call.route.subresource == "eviction") return pod_actions_.evict(call);
  const bool needs_name = call.http.method == "PUT" || call.http.method == "PATCH";
  if (needs_name && call.route.name.empty()) return refuse(bad_request("name must be provided"));
  if (!has_verb(resource, call.verb)) return refuse(method_not_allowed(call.named(), call.verb));
  const bool collection = call.route.name.empty();
  if (call.verb == "create") {
    // The place of one custom resource takes what the collection takes, whatever its name.
    const bool takes = collection || (resource.custom() && call.route.subresource.empty());
    if (!takes) return refuse(method_not_allowed(call.named(), call.verb));
    if (resource.behavior != nullptr && resource.behavior->review)
      return answer_access_review(call);
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
                                      call.user, *policies_.of(call.route.home), trust_);
  if (!answered) return refuse(answered.error());
  return answer_json(json::print(*answered), *form, call.target, 201);
}

Outcome<http::Response> ApiServer::answer_account_token(Call& call) const {
  const auto form = negotiate(call.accept(), Shapes::NotOffered);
  if (!form) return refuse(form.error());
  auto body = read_body(call.http.body, body_type_of(call.content_type()), token_request_kind,
                        Protobuf::Taken);
  if (!body) return refuse(body.error());
  const auto answered = answer_token_request(
      {.namespace_name = call.route.namespace_name, .name = call.route.name, .body = body->object},
      trust_, parts_.clock.now(), parts_.entropy, call.warnings);
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
  const auto filter =
      ObjectFilter::make(options->label_selector, fields, *call.resource, call.version);
  if (!filter) return exchange.refuse(filter.error());
  const auto presenter = reader_.presenter_for(call);
  if (!presenter) return exchange.refuse(presenter.error());
  if (hub_.full()) return exchange.refuse(too_many_requests("too many watches", 5));
  if (hub_.full_for(call.demand.flow)) {
    return exchange.refuse(too_many_requests("too many watches of one user", 5));
  }
  if (!options->version) {
    if (const auto current = reader_.catch_up(); !current) return exchange.refuse(current.error());
  }
  const WatchHub::Begin begin = beginning_of(call, *options);
  std::array<std::uint8_t, 2> spread{};
  parts_.entropy.fill(spread);
  const Seconds time = options->timeout.value_or(
      watch_time_min + Seconds((spread[0] * 256U + spread[1]) % watch_time_spread));
  auto stream = exchange.stream({.content_type = std::string(content_type_of(presenter->form()))});
  const auto pull = [this, turn = piece_of(call.demand),
                     peer = std::weak_ptr(stream)](NextPiece next) {
    const auto open = peer.lock();
    if (!open) return;
    open->pull({.next = [next = std::move(next)]() -> Result<store::Bytes> { return next(); },
                .run = [this, turn](
                           std::function<void()> job) { return post_piece(turn, std::move(job)); },
                .bytes = 0});
  };
  hub_.add({.home = call.route.home,
            .prefix = Reader::prefix_of(call, *filter),
            .filter = *filter,
            .selectors = format("{}\n{}", options->label_selector, fields),
            .flow = call.demand.flow,
            .presenter = std::make_shared<const Presenter>(*presenter),
            .bookmarks = options->bookmarks,
            .ends = parts_.clock.now() + time,
            .is_believed = call.from_within ? nullptr : standing_of(call.http, trust_),
            .pull = pull},
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
    return answer_health(call.target, path, health(),
                         told && management ? Reasons::Told : Reasons::Withheld);
  }
  return page_not_found();
}

ServerHealth ApiServer::health() const {
  ServerHealth health{.store = parts_.store.health()};
  const bool counts = parts_.audit != nullptr && parts_.audit->required();
  if (counts) health.audit_error = parts_.audit->error();
  return health;
}

void ApiServer::tick() {
  flows_->tick();
  hub_.tick();
  if (parts_.audit != nullptr) parts_.audit->tick();
  lifecycle_.wake();
  // Whether a store that was out of reach is there again shows by asking it; one question at a
  // time, since each may wait for long. Without it a server that nobody asks stays unready.
  if (parts_.store.health().writable || asking_.exchange(true)) return;
  const bool posted = post_own(Level::Exempt, [this] {
    static_cast<void>(parts_.store.catch_up());  // it notes by itself what it finds
    asking_ = false;
  });
  if (!posted) asking_ = false;
}

void ApiServer::settle() {
  check(parts_.upkeep == LifecycleMode::OnDemand, "one thread does the server's own work");
  lifecycle_.run_once();
}

std::string ApiServer::metrics_text(std::size_t connections) const {
  store::CurrentState& present = parts_.store.present();
  return metrics_.text(
      {.watchers = hub_.size(),
       .watch_bytes = hub_.unsent_bytes(),
       .connections = connections,
       .objects = present.size(),
       .revision = present.revision(),
       .audit = parts_.audit == nullptr ? AuditLog::Figures{} : parts_.audit->figures(),
       .exceptions = exceptions_ + flows_->thrown() + lifecycle_.thrown(),
       .flows = flows_->figures(),
       .reviews = webhook_calls_.figures(),
       .expiries = parts_.expiries ? parts_.expiries() : std::vector<ExpiryFigure>(),
       .commits = parts_.store.figures(),
       .disk = parts_.store.disk(),
       .budget =
           parts_.budget == nullptr ? std::nullopt : std::optional(parts_.budget->figures())});
}

bool ApiServer::may_read(const http::Request& request, std::string_view path) const {
  const auto user = authenticate(request, trust_);
  if (!user) return false;
  const Attributes wanted{.verb = "get", .path = std::string(path)};
  return policies_.of(management_home)->decide(*user, wanted).allowed;
}

}  // namespace telltale::server
