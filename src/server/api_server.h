// SPDX-License-Identifier: Apache-2.0
#pragma once

// The embedded Kubernetes API server, without its sockets: requests in, answers out. What it keeps
// lies in the store; what it needs to know of the world is handed in.
//
//   ApiServer server({.store = *store, .clock = clock, .entropy = entropy, ...});
//   if (auto ready = server.prepare(); !ready) return fail(ready.error());
//   http::Server::start_on_heads(options, [&](auto head, auto answer) {
//     return server.handle_head(std::move(head), std::move(answer));
//   });
//
// Safe to share between threads. `tick` is to be called about every second.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "http/server.h"
#include "server/access/audit/audit.h"
#include "server/access/credentials/rotate_path.h"
#include "server/access/identity/trust.h"
#include "server/access/rbac/policies.h"
#include "server/access/rbac/policy.h"
#include "server/conversion/webhook_calls.h"
#include "server/crds/definitions.h"
#include "server/flow/flow_control.h"
#include "server/lifecycle/lifecycle.h"
#include "server/logical_clusters.h"
#include "server/metrics.h"
#include "server/objects/reader.h"
#include "server/objects/remover.h"
#include "server/request/exchange.h"
#include "server/request/fixed_paths.h"
#include "server/startup.h"
#include "server/watch/watch_hub.h"
#include "server/writes/admission.h"
#include "server/writes/pod_actions.h"
#include "server/writes/service_addresses.h"
#include "server/writes/writer.h"
#include "store/store.h"

namespace telltale::store {
class KeyKeeper;
}  // namespace telltale::store

namespace telltale::server {

// Whether the server does its own work (lifecycle.h) on a thread, or when `settle` is called.
enum class LifecycleMode : std::uint8_t { InBackground, OnDemand };

struct ApiServerParts {
  store::Store& store;
  const Clock& clock;
  Entropy& entropy;  // safe to share between threads
  BelievedPtr believed;
  std::string url;  // where clients reach it: "https://127.0.0.1:7443"
  AuditLog* audit = nullptr;
  store::KeyKeeper* keys = nullptr;                          // none: nothing is sealed
  Rotate rotate = {};                                        // empty: credentials are not ours
  std::function<std::vector<ExpiryFigure>()> expiries = {};  // of credentials, for the metrics
  bool install_definitions = true;      // telltale's own CustomResourceDefinitions
  bool shared_store = false;            // others write to it, too, so that a read may have to wait
  std::size_t workers = 32;             // how much is done at once (fair_queue.h)
  WebhookCalls::Send ask_webhook = {};  // empty: over the network
  LifecycleMode upkeep = LifecycleMode::InBackground;
  const http::Budget* budget = nullptr;  // what the metrics tell of, if anything
  AddressRange service_addresses = {};
};

class ApiServer {
 public:
  explicit ApiServer(const ApiServerParts& parts);
  ~ApiServer();

  // What must be there before the first request: namespaces, roles, telltale's definitions.
  [[nodiscard]] Result<void> prepare();
  // Who asks and whether they may shows in the head, so that bodies are read from those only. The
  // body is to be handed to what is returned, if anything is; otherwise it is answered.
  std::optional<http::BodyWanted> handle_head(http::Request head, http::Responder responder);
  // A request that is complete goes the same way.
  void handle(http::Request request, http::Responder responder);
  void tick();
  // Does what is to be done by now, on the caller's thread. Only with LifecycleMode::OnDemand.
  void settle();
  // Credentials were replaced: requests, watches and the kubeconfigs of logical clusters follow.
  void replace_trust(BelievedPtr believed);
  // A token for somebody in this process, until it is let out.
  std::string let_in(User user) { return trust_.let_in(std::move(user), parts_.entropy); }
  void let_out(std::string_view token) { trust_.let_out(token); }
  // Requests in flight are finished; afterwards everything is refused.
  void finish();

  // Without authentication, for a port that people and probes ask.
  std::string metrics_text(std::size_t connections) const;
  ServerHealth health() const;
  // Whether the holder of these credentials may read a page such as /metrics.
  bool may_read(const http::Request& request, std::string_view path) const;

 private:
  using ExchangePtr = std::shared_ptr<Exchange>;

  Outcome<void> understand(Exchange& exchange) const;
  Outcome<void> understand_objects(Call& call) const;
  Outcome<void> admit_user(Exchange& exchange) const;
  Outcome<void> admit_by(const Policy& rules, Exchange& exchange) const;
  std::optional<User> own_user_of_cluster(const Call& call) const;
  bool enter_cluster(Exchange& exchange) const;

  bool admit(const ExchangePtr& exchange) const;
  bool enter(Exchange& exchange) const;
  void begin(const ExchangePtr& exchange, http::Body body);
  void after_recording(const ExchangePtr& exchange, AuditLog::Fate fate);
  void proceed(const ExchangePtr& exchange);
  void dispatch(const ExchangePtr& exchange);
  void post(const ExchangePtr& exchange, void (ApiServer::*work)(Exchange&));
  void post_turn(const Demand& turn, const ExchangePtr& exchange, std::function<void()> work);
  bool post_own(Level level, std::function<void()> job);
  bool post_piece(const Demand& turn, std::function<void()> job);
  void answer_objects(Exchange& exchange);
  void answer_store_path(Exchange& exchange);
  void answer_rotate_path(Exchange& exchange);
  Outcome<http::Response> answer_object(Call& call);
  Outcome<http::Response> answer_access_review(Call& call) const;
  Outcome<http::Response> answer_account_token(Call& call) const;
  std::optional<json::Value> core_object(std::string_view plural, std::string_view namespace_name,
                                         std::string_view name) const;
  Outcome<ServiceAddresses::Claim> fill_server_fields(const ObjectToFill& to_fill);
  Outcome<void> complete(const Place& created, store::Revision revision) const;
  Startup startup() const;
  void start_watch(Exchange& exchange);
  WatchHub::Begin beginning_of(const Call& call, const ListOptions& options) const;
  Outcome<http::Response> answer_fixed(const Call& call) const;

  ApiServerParts parts_;
  WebhookCalls webhook_calls_;
  Definitions definitions_;
  Trust trust_;
  LogicalClusters clusters_;
  Policies policies_;
  WatchHub hub_;
  Reader reader_;
  ServiceAddresses addresses_;
  Writer writer_;
  Remover remover_;
  PodActions pod_actions_;
  Lifecycle lifecycle_;
  mutable Published published_;
  mutable Published published_for_clusters_;
  mutable Metrics metrics_;
  std::atomic<std::uint64_t> exceptions_ = 0;  // on the http server's threads
  std::atomic<bool> asking_ = false;           // whether the store is there again
  std::unique_ptr<FlowControl> flows_;
};

}  // namespace telltale::server
