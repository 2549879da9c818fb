// SPDX-License-Identifier: Apache-2.0
#include "live/machinery.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "reconcile/lease_holder.h"
#include "reconcile/shards.h"
#include "remote/secrets.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds discover_again{2'000};
constexpr std::chrono::milliseconds flush_period{1'000};
constexpr std::chrono::milliseconds longest_nap{1'000};
constexpr std::chrono::milliseconds resign_patience{3'000};
constexpr std::chrono::milliseconds memory_again{2'000};
constexpr std::size_t trees_per_round = 64;

Home home_of(const remote::ClusterName& cluster) { return {cluster.namespace_name, cluster.name}; }

// While probes succeed the last success is always now, and nothing needs to be told: a document
// with a time in it would be news every ten seconds.
std::string document_of(const remote::ClusterName& cluster, remote::ConnectionState state) {
  if (state.connected && state.consecutive_failures == 0) state.last_success = no_time;
  return remote::connection_document(cluster, state);
}

Grove::ListOf list_of(const client::ReflectorOptions& options) {
  return {.group = options.resource.group,
          .kind = options.resource.kind,
          .namespace_name = options.namespace_name};
}

ReconcilerOptions with_dialect(ReconcilerOptions options, DialectName dialect) {
  options.settings.dialect =
      dialect == DialectName::Proposal ? proposal_dialect() : upstream_dialect();
  return options;
}

}  // namespace

Controller::Machinery::Machinery(ControllerParts parts, ControllerOptions options, Journal journal)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      api_(parts_.management, parts_.scheduler, parts_.clock, parts_.seed, options_.limits),
      lease_api_(parts_.management, parts_.scheduler, parts_.clock, parts_.seed + 3),
      memory_(api_, options_.memory),
      executor_({.api = api_,
                 .memory = memory_,
                 .may_write = [this](std::string_view tree) { return is_ours(tree); },
                 .on_finished =
                     [this](std::uint64_t id, Outcome outcome) {
                       inbox_.post_now(
                           [this, id, outcome = std::move(outcome)] { finished(id, outcome); });
                     }}),
      reconciler_(
          with_dialect(options_.reconcile, options_.dialect.value_or(DialectName::Proposal)),
          witness()),
      journal_(std::move(journal)),
      metrics_(options_.metrics) {}

Controller::Machinery::~Machinery() { stop(); }

Witness Controller::Machinery::witness() {
  return {.on_judged = [this](const Judged& judged, Instant now) { note(judged, now); },
          .on_gone = [this](const Object& object) { forget(object); },
          .on_log = [this](std::string_view line) { log(line); }};
}

void Controller::Machinery::log(std::string_view line) const {
  if (parts_.on_log) parts_.on_log(line);
}

void Controller::Machinery::start() {
  if (options_.remote && parts_.dial) {
    connections_ =
        std::make_unique<remote::Connections>(remote::ConnectionParts{.management = api_,
                                                                      .scheduler = parts_.scheduler,
                                                                      .clock = parts_.clock,
                                                                      .dial = parts_.dial,
                                                                      .seed = parts_.seed + 1},
                                              options_.connections, connection_sink());
  }
  if (options_.lease.mode != LeaseOptions::Mode::None) {
    leases_ = make_leases();
    reconciler_.set_share([this](std::string_view tree) { return is_ours(tree); });
  }
  thread_ = std::thread([this] { run(); });
}

std::unique_ptr<LeaseKeeper> Controller::Machinery::make_leases() {
  const LeaseOptions& lease = options_.lease;
  const bool sharded = lease.mode == LeaseOptions::Mode::Shards;
  std::unique_ptr<LeaseClaimant> claimant;
  if (sharded) {
    claimant = std::make_unique<Shards>(lease.identity, lease.shards, lease.rules);
  } else {
    claimant = std::make_unique<LeaseHolder>("telltale-leader", lease.identity, lease.rules,
                                             parts_.seed + 2);
  }
  return std::make_unique<LeaseKeeper>(
      LeaseKeeperParts{.api = lease_api_, .scheduler = parts_.scheduler, .clock = parts_.clock},
      LeaseKeeperOptions{.namespace_name = lease.namespace_name,
                         .set = sharded ? format("{}", lease.shards) : std::string(),
                         .rules = lease.rules},
      std::move(claimant),
      LeaseSink{.on_change =
                    [this](const std::vector<std::size_t>& held) {
                      inbox_.post_now([this, held] { share_changed(held); });
                    },
                .on_trouble =
                    [this](const Error& trouble) { log(format("leases: {}", trouble.detail)); }});
}

void Controller::Machinery::stop() {
  if (stopping_.exchange(true)) return;
  // Stops leading first, so that another replica may begin.
  if (leases_ && !leases_->resign_and_wait(resign_patience)) log("leases could not be given back");
  inbox_.close();
  if (thread_.joinable()) thread_.join();
  memory_retry_.reset();
  connections_.reset();
  watched_.clear();
  const std::lock_guard lock(shared_mutex_);
  if (auto flushed = journal_.flush(); !flushed) log(flushed.error().detail);
}

// Asked before every write as well, since a process may have slept meanwhile.
bool Controller::Machinery::is_ours(std::string_view tree) const {
  if (!leases_) return true;
  const bool sharded = options_.lease.mode == LeaseOptions::Mode::Shards;
  const std::size_t shard = sharded ? shard_of(tree, options_.lease.shards) : 0;
  return std::ranges::binary_search(leases_->held(), shard);
}

void Controller::Machinery::share_changed(const std::vector<std::size_t>& held) {
  const bool lost = held.size() < shards_held_;
  shards_held_ = held.size();
  log(options_.lease.mode == LeaseOptions::Mode::Shards
          ? format("holding {} of {} shards", held.size(), options_.lease.shards)
          : std::string(held.empty() ? "not leading" : "leading"));
  if (lost && options_.lease.mode == LeaseOptions::Mode::Leader && parts_.on_lost_lease) {
    parts_.on_lost_lease();
  }
  reconciler_.grove().mark_all_dirty();
  wants_changed_ = true;
  // Whoever held it before may have remembered something since.
  memory_loaded_ = false;
  load_memory();
}

std::chrono::milliseconds Controller::Machinery::patience() const {
  const Instant now = parts_.clock.now();
  if (reconciler_.has_work(now)) return std::chrono::milliseconds(0);
  const auto wake = reconciler_.wake();
  if (!wake || *wake - now > longest_nap) return longest_nap;
  // Instants are whole seconds: the second that is told as `now` may just have begun or may end.
  return std::chrono::milliseconds(*wake > now ? 100 : 1);
}

void Controller::Machinery::run() {
  discover();
  while (!stopping_) {
    for (const Inbox::Task& task : inbox_.take(patience())) task();
    if (stopping_) break;
    execute(reconciler_.step(parts_.clock.now(), trees_per_round));
    if (wants_changed_) want_connections();
    keep_time();
  }
}

void Controller::Machinery::execute(std::vector<Command> commands) {
  for (Command& command : commands) {
    if (!command.line.empty()) log(command.line);
    sent_[command.id] = parts_.clock.elapsed();
    executor_.execute(std::move(command));
  }
}

void Controller::Machinery::finished(std::uint64_t id, const Outcome& outcome) {
  if (const auto sent = sent_.find(id); sent != sent_.end()) {
    const std::lock_guard lock(shared_mutex_);
    round_trip_.note(parts_.clock.elapsed() - sent->second);
    sent_.erase(sent);
  }
  reconciler_.finished(id, outcome, parts_.clock.now());
}

// What happens by the clock alone.
void Controller::Machinery::keep_time() {
  const auto elapsed = parts_.clock.elapsed();
  if (elapsed >= next_sync_) {
    if (next_sync_ != std::chrono::nanoseconds{}) reconciler_.grove().mark_all_dirty();
    next_sync_ = elapsed + options_.sync_period;
  }
  if (elapsed >= next_discovery_ && !discovering_) discover();
  if (elapsed < next_flush_) return;
  next_flush_ = elapsed + flush_period;
  const std::lock_guard lock(shared_mutex_);
  if (auto flushed = journal_.flush(); !flushed) log(flushed.error().detail);
  figures_ = {
      .loop = reconciler_.figures(),
      .grove = reconciler_.grove().figures(),
      .verdicts = metrics_.verdicts(),
      .connections = connections_ ? connections_->figures() : remote::Connections::Figures{},
      .begun = reconciler_.begun()};
  shards_held_now_ = shards_held_;
  watch_figures_.clear();
  for (const auto& watched : watched_) {
    const std::uint64_t watches = watched->reflector->figures().watches;
    watch_figures_.push_back(
        {.resource = watched->options.resource.plural, .restarts = watches > 0 ? watches - 1 : 0});
  }
  checks_ = {{.name = "discovery", .ok = served_ != nullptr}};
  for (const auto& watched : watched_) {
    checks_.push_back({.name = format("watch/{}.{}", watched->options.resource.plural,
                                      watched->options.resource.group),
                       .ok = watched->synced || watched->given_up,
                       .detail = watched->trouble});
  }
  checks_.push_back({.name = "memory", .ok = memory_loaded_});
  checks_.push_back({.name = "judging", .ok = reconciler_.begun()});
}

void Controller::Machinery::note(const Judged& judged, Instant now) {
  std::vector<JournalEntry> news;
  {
    const std::lock_guard lock(shared_mutex_);
    metrics_.note(judged, now);
    news = journal_.note(judged, now);
  }
  if (!parts_.on_turn) return;
  for (JournalEntry& entry : news) {
    parts_.on_turn({.at = now,
                    .verdict = judged.verdict,
                    .kind = std::string(judged.object->key.kind),
                    .namespace_name = std::string(judged.object->key.namespace_name),
                    .name = std::string(judged.object->key.name),
                    .entry = std::move(entry)});
  }
}

void Controller::Machinery::forget(const Object& object) {
  {
    const std::lock_guard lock(shared_mutex_);
    metrics_.forget(object.key);
    journal_.forget(object.key, object.uid);
  }
  if (!is_a(object, cluster_api_group, "Cluster")) return;
  const remote::ClusterName name{std::string(object.key.namespace_name),
                                 std::string(object.key.name)};
  // Another one of that name may be there already.
  if (reconciler_.grove().find(object.key) != nullptr || clusters_.erase(name) == 0) return;
  wants_changed_ = true;
  reconciler_.grove().forget(home_of(name));
  reconciler_.grove().remove({own_group, "RemoteConnection", name.namespace_name, name.name, {}});
}

std::vector<Controller::Check> Controller::Machinery::readiness() const {
  const std::lock_guard lock(shared_mutex_);
  return checks_;
}

Result<Journal::History> Controller::Machinery::history(const Key& key,
                                                        std::string_view type) const {
  const std::lock_guard lock(shared_mutex_);
  return journal_.history(key, type);
}

std::optional<remote::ConnectionState> Controller::Machinery::connection(
    const remote::ClusterName& cluster) const {
  return connections_ ? connections_->state_of(cluster) : std::nullopt;
}

Controller::Figures Controller::Machinery::figures() const {
  const std::lock_guard lock(shared_mutex_);
  return figures_;
}

// What arrives: discovery, definitions, objects.

void Controller::Machinery::discover() {
  discovering_ = true;
  next_discovery_ = parts_.clock.elapsed() + options_.discover_period;
  client::discover(api_, [this](Result<client::Served> served, std::vector<std::string> troubles) {
    inbox_.post_now([this, served = std::move(served), troubles = std::move(troubles)]() mutable {
      found(std::move(served), troubles);
    });
  });
}

void Controller::Machinery::found(Result<client::Served> served,
                                  const std::vector<std::string>& troubles) {
  discovering_ = false;
  if (!served) {
    next_discovery_ = parts_.clock.elapsed() + discover_again;
    if (said_ != served.error().detail) log(format("the API server: {}", served.error().detail));
    said_ = served.error().detail;
    return;
  }
  said_.clear();
  for (const std::string& trouble : troubles) log(trouble);
  if (served_ && *served_ == *served) return;
  served_ = std::make_shared<const client::Served>(std::move(*served));
  executor_.set_served(served_);
  discovering_ = true;
  read_definitions(api_, *served_, [this](KnownDefinitions known) {
    inbox_.post_now([this, known = std::move(known)]() mutable { defined(std::move(known)); });
  });
}

void Controller::Machinery::defined(KnownDefinitions known) {
  discovering_ = false;
  for (const std::string& trouble : known.troubles) log(trouble);
  if (!options_.dialect && known.dialect) {
    reconciler_.set_dialect(*known.dialect);
  }
  for (KnownCapability& one : known.capabilities) {
    reconciler_.set_capability(one.group, one.kind, one.version, std::move(one.capability));
  }
  for (const std::string& document : known.documents) put(document, {});
  reconciler_.grove().cover("apiextensions.k8s.io", "CustomResourceDefinition", {});
  definitions_read_ = true;
  for (const client::ReflectorOptions& options : watch_list(*served_, options_.namespaces)) {
    watch(options);
  }
  if (!memory_loaded_) load_memory();
  begin_if_complete();
}

// A kind that is already watched goes on being watched, in whatever version it was found.
void Controller::Machinery::watch(const client::ReflectorOptions& options) {
  const auto same = [&](const std::unique_ptr<Watched>& one) {
    return one->options.resource.group == options.resource.group &&
           one->options.resource.kind == options.resource.kind &&
           one->options.namespace_name == options.namespace_name &&
           one->options.field_selector == options.field_selector;
  };
  if (std::ranges::any_of(watched_, same)) return;
  watched_.push_back(std::make_unique<Watched>());
  Watched& watched = *watched_.back();
  watched.options = options;
  const bool whole = options.field_selector.empty();
  const auto on_loop = [this](auto task) { inbox_.post_now(std::move(task)); };
  client::ReflectorSink sink{
      .on_list =
          [this, on_loop, &watched, whole] {
            on_loop([this, &watched, whole] {
              if (whole) reconciler_.grove().begin_list(list_of(watched.options));
            });
          },
      .on_object =
          [this](std::string_view document) {
            inbox_.post([this, text = std::string(document)] { put(text, {}); }, document.size());
          },
      .on_deleted =
          [this](std::string_view document) {
            inbox_.post([this, text = std::string(document)] { removed(text, {}); },
                        document.size());
          },
      .on_synced = [this, on_loop, &watched] { on_loop([this, &watched] { listed(watched); }); },
      .on_trouble =
          [this, on_loop, &watched](const Error& error) {
            on_loop([this, &watched, detail = error.detail] {
              watched.trouble = detail;
              log(format("watching {}: {}", watched.options.resource.plural, detail));
              if (watched.synced) return;
              watched.given_up = true;
              begin_if_complete();
            });
          },
      .on_recovered = [on_loop, &watched] { on_loop([&watched] { watched.trouble.clear(); }); }};
  watched.reflector = std::make_unique<client::Reflector>(
      api_, parts_.scheduler, parts_.seed + 100 + watched_.size(), options, std::move(sink));
}

void Controller::Machinery::listed(Watched& watched) {
  const client::ServedResource& resource = watched.options.resource;
  if (watched.options.field_selector.empty()) {
    reconciler_.grove().end_list(list_of(watched.options));
  }
  watched.synced = true;
  watched.trouble.clear();
  cover_if_complete(resource);
  begin_if_complete();
}

void Controller::Machinery::cover_if_complete(const client::ServedResource& resource) {
  for (const auto& one : watched_) {
    const client::ServedResource& other = one->options.resource;
    const bool same = other.group == resource.group && other.kind == resource.kind;
    if (same && !one->synced) return;
  }
  reconciler_.grove().cover(resource.group, resource.kind, {});
}

void Controller::Machinery::put(std::string_view document, const Home& home) {
  Grove& grove = reconciler_.grove();
  switch (grove.put(document, home)) {
    case Grove::Effect::Unreadable:
      log(format("an object cannot be read: {}", grove.trouble()));
      return;
    case Grove::Effect::Changed:
      break;
    default:
      return;
  }
  const Grove::Entry* entry = grove.latest();
  const bool is_cluster = is_a(entry->object(), cluster_api_group, "Cluster");
  if (is_cluster && home.is_management()) note_cluster(entry->object());
}

void Controller::Machinery::removed(std::string_view document, const Home& home) {
  reconciler_.grove().remove(document, home);
}

void Controller::Machinery::note_cluster(const Object& cluster) {
  const remote::ClusterName name{std::string(cluster.key.namespace_name),
                                 std::string(cluster.key.name)};
  const json::Tree status = cluster.body["status"];
  const bool provisioned = status["initialization"]["infrastructureProvisioned"].as_bool(false) ||
                           status["infrastructureReady"].as_bool(false);
  const auto [known, is_new] = clusters_.try_emplace(name);
  const std::string tree = format("capi/{}/{}", name.namespace_name, name.name);
  if (is_new && connections_) put(document_of(name, {}), {});
  if (!is_new && known->second.provisioned == provisioned) return;
  known->second = {.provisioned = provisioned, .tree = tree};
  wants_changed_ = true;
}

void Controller::Machinery::want_connections() {
  wants_changed_ = false;
  if (!connections_) return;
  std::vector<remote::ClusterName> wanted;
  for (const auto& [name, cluster] : clusters_) {
    if (cluster.provisioned && is_ours(cluster.tree)) wanted.push_back(name);
  }
  connections_->want(std::move(wanted));
}

remote::ConnectionSink Controller::Machinery::connection_sink() {
  using remote::ClusterName;
  return {.on_state =
              [this](const ClusterName& cluster, const remote::ConnectionState& state) {
                inbox_.post_now([this, cluster, state] { connection_changed(cluster, state); });
              },
          .on_list =
              [this](const ClusterName& cluster, std::string_view kind) {
                inbox_.post_now([this, cluster, kind = std::string(kind)] {
                  reconciler_.grove().begin_list({.kind = kind, .home = home_of(cluster)});
                });
              },
          .on_object =
              [this](const ClusterName& cluster, std::string_view document) {
                inbox_.post(
                    [this, cluster, text = std::string(document)] { put(text, home_of(cluster)); },
                    document.size());
              },
          .on_deleted =
              [this](const ClusterName& cluster, std::string_view document) {
                inbox_.post([this, cluster,
                             text = std::string(document)] { removed(text, home_of(cluster)); },
                            document.size());
              },
          .on_synced =
              [this](const ClusterName& cluster, std::string_view kind) {
                inbox_.post_now([this, cluster, kind = std::string(kind)] {
                  const Home home = home_of(cluster);
                  reconciler_.grove().end_list({.kind = kind, .home = home});
                  reconciler_.grove().cover("", kind, home);
                });
              },
          .on_certificate_secrets =
              [this](const ClusterName& cluster, const remote::CertificateSecrets& secrets) {
                inbox_.post_now([this, cluster, secrets] { certificates_seen(cluster, secrets); });
              },
          .on_log = [this](std::string_view line) { log(line); }};
}

void Controller::Machinery::certificates_seen(const remote::ClusterName& cluster,
                                              const remote::CertificateSecrets& secrets) {
  Grove& grove = reconciler_.grove();
  for (const std::string_view purpose : remote::certificate_purposes) {
    const std::string name = format("{}-{}", cluster.name, purpose);
    const Key key{.group = {},
                  .kind = "Secret",
                  .namespace_name = cluster.namespace_name,
                  .name = name,
                  .home = {}};
    if (!secrets.complete) continue;
    const auto is_it = [&](const std::string& document) {
      return document.find(format("\"{}\"", name)) != std::string::npos;
    };
    if (std::ranges::none_of(secrets.documents, is_it)) grove.remove(key);
    grove.cover_one(key);
  }
  for (const std::string& document : secrets.documents) put(document, {});
}

void Controller::Machinery::connection_changed(const remote::ClusterName& cluster,
                                               const remote::ConnectionState& state) {
  if (clusters_.contains(cluster)) put(document_of(cluster, state), {});
}

void Controller::Machinery::load_memory() {
  memory_.load([this](Result<MemoryKeeper::Documents> documents) {
    inbox_.post_now([this, documents = std::move(documents)] {
      if (!documents && documents.error().kind == Error::Kind::Unreachable) {
        // Clocks that begin at zero would forgive every failure: nothing is judged without it.
        if (!memory_trouble_) log(format("waiting for memory: {}", documents.error().detail));
        memory_trouble_ = true;
        memory_retry_ = parts_.scheduler.after(
            memory_again, [this] { inbox_.post_now([this] { load_memory(); }); });
        return;
      }
      if (!documents) {
        log(format("what was remembered cannot be read: {}", documents.error().detail));
      } else {
        for (const std::string& document : *documents) put(document, {});
      }
      memory_trouble_ = false;
      memory_loaded_ = true;
      begin_if_complete();
    });
  });
}

void Controller::Machinery::begin_if_complete() {
  if (reconciler_.begun() || !definitions_read_ || !memory_loaded_) return;
  const auto is_settled = [](const std::unique_ptr<Watched>& one) {
    return one->synced || one->given_up;
  };
  if (!std::ranges::all_of(watched_, is_settled)) return;
  log(format("judging {} objects in {} trees", reconciler_.grove().figures().objects,
             reconciler_.grove().figures().trees));
  reconciler_.begin();
}

}  // namespace telltale::live
