// SPDX-License-Identifier: Apache-2.0
// What arrives at the loop: what is served, definitions, objects, workload clusters, memory.

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "convert/shapes.h"
#include "json/parse.h"
#include "live/control_loop.h"
#include "remote/secrets.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds discover_again{2'000};
constexpr std::chrono::milliseconds memory_again{2'000};
constexpr std::chrono::milliseconds list_patience{30'000};
constexpr std::size_t retired_max = 256;
constexpr std::string_view events_about = "involvedObject.kind=";
constexpr std::string_view cluster_identity = "/api/v1/namespaces/kube-system";

Home home_of(const remote::ClusterName& cluster) { return {cluster.namespace_name, cluster.name}; }

// While probes succeed the last success is always now, and nothing needs to be told: a document
// with a time in it would be news every ten seconds.
std::string steady_document(const remote::ClusterName& cluster, remote::ConnectionState state) {
  if (state.connected && state.consecutive_failures == 0) state.last_success = no_time;
  return remote::connection_document(cluster, state);
}

// Of the namespace that every cluster has; empty where the document has none.
std::string uid_of_document(std::string_view document) {
  const Result<json::Value> value = json::parse(document);
  const json::ValueMap* map = value ? value->if_object() : nullptr;
  const json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  const json::ValueMap* inner = metadata == nullptr ? nullptr : metadata->if_object();
  const json::Value* uid = inner == nullptr ? nullptr : inner->if_contains("uid");
  return uid != nullptr && uid->is_string() ? std::string(uid->get_string()) : std::string();
}

TreeIndex::ListOf list_of(const client::ReflectorOptions& options) {
  std::string_view about = options.field_selector;
  if (about.starts_with(events_about)) about.remove_prefix(events_about.size());
  return {.group = options.resource.group,
          .kind = options.resource.kind,
          .namespace_name = options.namespace_name,
          .about = about};
}

}  // namespace

void Controller::ControlLoop::discover() {
  discovering_ = true;
  next_discovery_ = parts_.clock.elapsed() + options_.discover_period;
  client::discover(api_, [this](Result<client::Served> served, std::vector<std::string> errors) {
    inbox_.post_now([this, served = std::move(served), errors = std::move(errors)]() mutable {
      found(std::move(served), errors);
    });
  });
}

void Controller::ControlLoop::found(Result<client::Served> served,
                                    const std::vector<std::string>& errors) {
  discovering_ = false;
  if (!served) {
    next_discovery_ = parts_.clock.elapsed() + discover_again;
    if (said_ != served.error().detail) log(format("the API server: {}", served.error().detail));
    said_ = served.error().detail;
    return;
  }
  said_.clear();
  for (const std::string& trouble : errors) {
    if (std::ranges::find(troubles_said_, trouble) == troubles_said_.end()) log(trouble);
  }
  troubles_said_ = errors;
  if (!served_ || *served_ != *served) {
    served_ = std::make_shared<const client::Served>(std::move(*served));
    executor_.set_served(served_);
  }
  if (!asked_for_uid_) read_cluster_uid();
  discovering_ = true;
  // Every time: a definition may say something else while the same is served.
  read_definitions(api_, *served_, [this](KnownDefinitions known) {
    inbox_.post_now([this, known = std::move(known)]() mutable { defined(std::move(known)); });
  });
}

// Who asks us has to know that we speak about the same cluster. Asked with every discovery until it
// is known; nothing waits for it.
void Controller::ControlLoop::read_cluster_uid() {
  asked_for_uid_ = true;
  api_.send({.target = std::string(cluster_identity)}, [this](Result<http::Response> answer) {
    inbox_.post_now([this, answer = client::accepted(std::move(answer), cluster_identity)] {
      cluster_uid_read(answer);
    });
  });
}

void Controller::ControlLoop::cluster_uid_read(const Result<http::Response>& answer) {
  const std::string uid = answer ? uid_of_document(answer->body) : std::string();
  if (!uid.empty()) {
    const std::lock_guard lock(shared_mutex_);
    running_.cluster_uid = uid;
    return;
  }
  asked_for_uid_ = false;
  const std::string why = answer ? "it has no uid" : answer.error().detail;
  if (uid_trouble_said_ == why) return;
  uid_trouble_said_ = why;
  log(format("commands that ask cannot tell whose cluster this is: {}", why));
}

void Controller::ControlLoop::defined(KnownDefinitions known) {
  discovering_ = false;
  for (const std::string& trouble : known.errors) {
    if (std::ranges::find(definitions_said_, trouble) == definitions_said_.end()) log(trouble);
  }
  definitions_said_ = std::move(known.errors);
  if (!options_.dialect && known.dialect) {
    reconciler_.set_dialect(*known.dialect);
    const std::lock_guard lock(shared_mutex_);
    running_.settings.dialect =
        *known.dialect == DialectName::Upstream ? upstream_dialect() : proposal_dialect();
  }
  for (KnownCapability& one : known.capabilities) {
    reconciler_.set_capability(one.group, one.kind, one.version, std::move(one.capability));
  }
  for (const std::string& document : known.documents) put(document, {});
  reconciler_.trees().cover("apiextensions.k8s.io", "CustomResourceDefinition", {});
  definitions_read_ = true;
  for (const client::ReflectorOptions& options : watch_list(*served_, options_.namespaces)) {
    watch(options);
  }
  if (!memory_loaded_) load_memory();
  begin_with_writers();
  begin_if_complete();
}

// A kind that is already watched goes on being watched in the version it was found in, as long as
// there is one.
void Controller::ControlLoop::watch(const client::ReflectorOptions& options) {
  const auto same = [&](const std::unique_ptr<Watched>& one) {
    return one->options.resource.group == options.resource.group &&
           one->options.resource.kind == options.resource.kind &&
           one->options.namespace_name == options.namespace_name &&
           one->options.field_selector == options.field_selector;
  };
  const auto known = std::ranges::find_if(watched_, same);
  if (known != watched_.end()) {
    const std::string& version = (*known)->options.resource.version;
    const auto& others = options.resource.other_versions;
    if (version == options.resource.version || std::ranges::find(others, version) != others.end()) {
      return;
    }
    retire(std::move(*known));
    watched_.erase(known);
  }
  watched_.push_back(std::make_unique<Watched>());
  Watched& watched = *watched_.back();
  watched.options = options;
  watched.reflector = std::make_unique<client::Reflector>(
      api_, parts_.scheduler, parts_.seed + 100 + ++reflectors_, options, sink_of(watched));
}

// It may be waiting for room in the inbox, which only this thread can make: it ends on another.
void Controller::ControlLoop::retire(std::unique_ptr<Watched> watched) {
  watched->retired = true;
  std::shared_ptr<client::Reflector> last = std::move(watched->reflector);
  auto ending = parts_.scheduler.after({}, [last = std::move(last)]() mutable { last.reset(); });
  retired_.push_back({std::move(watched), std::move(ending)});
  if (retired_.size() > retired_max) retired_.pop_front();
}

client::ReflectorSink Controller::ControlLoop::sink_of(Watched& watched) {
  const auto on_loop = [this, &watched](auto task) {
    inbox_.post_now([&watched, task = std::move(task)] {
      if (!watched.retired) task();
    });
  };
  return {
      .on_list =
          [this, on_loop, &watched] {
            on_loop([this, &watched] { reconciler_.trees().begin_list(list_of(watched.options)); });
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
      .on_error =
          [this, on_loop, &watched](const Error& error) {
            on_loop([this, &watched, error] { troubled(watched, error); });
          },
      .on_recovered = [on_loop, &watched] { on_loop([&watched] { watched.trouble.clear(); }); }};
}

// What is refused may never come; what is lost on the way is worth waiting for, for a while.
void Controller::ControlLoop::troubled(Watched& watched, const Error& error) {
  if (watched.trouble.empty()) watched.troubled_since = parts_.clock.elapsed();
  watched.trouble = error.detail;
  log(format("watching {}: {}", watched.options.resource.plural, error.detail));
  if (watched.synced || error.kind == Error::Kind::Unreachable) return;
  watched.given_up = true;
  begin_if_complete();
}

void Controller::ControlLoop::give_up_late(std::chrono::nanoseconds elapsed) {
  for (const auto& watched : watched_) {
    const bool waiting = !watched->synced && !watched->given_up && !watched->trouble.empty();
    if (waiting && elapsed - watched->troubled_since > list_patience) watched->given_up = true;
  }
  begin_if_complete();
}

void Controller::ControlLoop::listed(Watched& watched) {
  reconciler_.trees().end_list(list_of(watched.options));
  watched.synced = true;
  watched.trouble.clear();
  cover_if_complete(watched);
  begin_if_complete();
}

void Controller::ControlLoop::cover_if_complete(const Watched& watched) {
  const client::ServedResource& resource = watched.options.resource;
  // Nobody has looked at the other namespaces: what is not found there may well be there.
  if (!watched.options.namespace_name.empty()) {
    return reconciler_.trees().cover_in(resource.group, resource.kind,
                                        watched.options.namespace_name);
  }
  for (const auto& one : watched_) {
    const client::ServedResource& other = one->options.resource;
    const bool same = other.group == resource.group && other.kind == resource.kind;
    if (same && !one->synced) return;
  }
  reconciler_.trees().cover(resource.group, resource.kind, {});
}

void Controller::ControlLoop::put(std::string_view document, const Home& home) {
  TreeIndex& trees = reconciler_.trees();
  switch (trees.put(document, home)) {
    case TreeIndex::Effect::Unreadable:
      log(format("an object cannot be read: {}", trees.trouble()));
      return;
    case TreeIndex::Effect::Changed:
      break;
    default:
      return;
  }
  const TreeIndex::Entry* entry = trees.latest();
  const bool is_cluster = is_a(entry->object(), cluster_kind);
  if (is_cluster && home.is_management()) note_cluster(entry->object());
}

void Controller::ControlLoop::removed(std::string_view document, const Home& home) {
  reconciler_.trees().remove(document, home);
}

void Controller::ControlLoop::note_cluster(const Object& cluster) {
  const remote::ClusterName name{std::string(cluster.key.namespace_name),
                                 std::string(cluster.key.name)};
  const bool provisioned = shapes::infrastructure_provisioned(cluster);
  const auto [known, is_new] = clusters_.try_emplace(name);
  const std::string tree = format("capi/{}/{}", name.namespace_name, name.name);
  // Also where nobody connects: what was said stays, and nothing claims that a probe succeeded.
  known->second.tree = tree;
  if (is_new) put_connection(name, {});
  if (!is_new && known->second.provisioned == provisioned) return;
  known->second.provisioned = provisioned;
  wants_changed_ = true;
}

void Controller::ControlLoop::forget_cluster(const Object& cluster) {
  const remote::ClusterName name{std::string(cluster.key.namespace_name),
                                 std::string(cluster.key.name)};
  if (clusters_.erase(name) == 0) return;
  wants_changed_ = true;
  TreeIndex& trees = reconciler_.trees();
  trees.forget(home_of(name));
  trees.remove({own_group, "RemoteConnection", name.namespace_name, name.name, {}});
  {
    const std::lock_guard lock(shared_mutex_);
    told_.remove(ToldKind::Connection, to_text(name));
  }
  for (const std::string_view purpose : remote::certificate_purposes) {
    const std::string secret = format("{}-{}", name.name, purpose);
    trees.remove({{}, "Secret", name.namespace_name, secret, {}});
  }
}

void Controller::ControlLoop::want_connections() {
  wants_changed_ = false;
  if (!connections_) return;
  std::vector<remote::ClusterName> wanted;
  for (const auto& [name, cluster] : clusters_) {
    if (cluster.provisioned && is_ours(cluster.tree)) wanted.push_back(name);
  }
  connections_->want(std::move(wanted));
}

remote::ConnectionSink Controller::ControlLoop::connection_sink() {
  using remote::ClusterName;
  return {.on_state =
              [this](const ClusterName& cluster, const remote::ConnectionState& state) {
                inbox_.post_now([this, cluster, state] { connection_changed(cluster, state); });
              },
          .on_list =
              [this](const ClusterName& cluster, std::string_view kind) {
                inbox_.post_now([this, cluster, kind = std::string(kind)] {
                  if (!clusters_.contains(cluster)) return;
                  reconciler_.trees().begin_list({.kind = kind, .home = home_of(cluster)});
                });
              },
          .on_object =
              [this](const ClusterName& cluster, std::string_view document) {
                inbox_.post(
                    [this, cluster, text = std::string(document)] {
                      if (clusters_.contains(cluster)) put(text, home_of(cluster));
                    },
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
                  if (!clusters_.contains(cluster)) return;
                  const Home home = home_of(cluster);
                  reconciler_.trees().end_list({.kind = kind, .home = home});
                  reconciler_.trees().cover("", kind, home);
                });
              },
          .on_forgotten =
              [this](const ClusterName& cluster) {
                inbox_.post_now([this, cluster] {
                  if (clusters_.contains(cluster)) reconciler_.trees().forget(home_of(cluster));
                });
              },
          .on_certificate_secrets =
              [this](const ClusterName& cluster, const remote::CertificateSecrets& secrets) {
                inbox_.post_now([this, cluster, secrets] { certificates_seen(cluster, secrets); });
              },
          .on_log = [this](std::string_view line) { log(line); }};
}

void Controller::ControlLoop::certificates_seen(const remote::ClusterName& cluster,
                                                const remote::CertificateSecrets& secrets) {
  if (!clusters_.contains(cluster)) return;
  TreeIndex& trees = reconciler_.trees();
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
    if (std::ranges::none_of(secrets.documents, is_it)) trees.remove(key);
    trees.cover_one(key);
  }
  for (const std::string& document : secrets.documents) put(document, {});
}

void Controller::ControlLoop::connection_changed(const remote::ClusterName& cluster,
                                                 const remote::ConnectionState& state) {
  if (clusters_.contains(cluster)) put_connection(cluster, state);
}

// What is judged is what is told to those who ask.
void Controller::ControlLoop::put_connection(const remote::ClusterName& cluster,
                                             const remote::ConnectionState& state) {
  std::string document = steady_document(cluster, state);
  put(document, {});
  const std::lock_guard lock(shared_mutex_);
  told_.put(ToldKind::Connection, to_text(cluster), clusters_.find(cluster)->second.tree,
            std::move(document));
}

void Controller::ControlLoop::note_memory(const std::string& document) {
  const TreeIndex::Entry* entry = reconciler_.trees().find(document, {});
  if (entry == nullptr) return;
  const Key& key = entry->object().key;
  const std::lock_guard lock(shared_mutex_);
  told_.put(ToldKind::Memory, format("{}/{}", key.namespace_name, key.name),
            entry->tree == nullptr ? std::string() : entry->tree->name(), document);
}

void Controller::ControlLoop::load_memory() {
  memory_.load([this, look = ++memory_look_, held = held_](auto documents) {
    inbox_.post_now([this, look, held, documents = std::move(documents)] {
      if (look == memory_look_) remembered(documents, held);
    });
  });
}

void Controller::ControlLoop::remembered(const Result<MemoryKeeper::Documents>& documents,
                                         const std::vector<std::size_t>& held) {
  using Kind = Error::Kind;
  const bool refused = !documents && (documents.error().kind == Kind::Internal ||
                                      documents.error().kind == Kind::Invalid);
  if (!documents && !refused) {
    // Clocks that begin at zero would forgive every failure: nothing is judged without it.
    if (!memory_trouble_) log(format("waiting for memory: {}", documents.error().detail));
    memory_trouble_ = true;
    memory_retry_ = parts_.scheduler.after(memory_again,
                                           [this] { inbox_.post_now([this] { load_memory(); }); });
    return;
  }
  if (refused) {
    log(format("what was remembered cannot be read: {}", documents.error().detail));
  } else {
    for (const std::string& document : *documents) {
      // Of what we look after already we know better.
      const TreeIndex::Entry* known = reconciler_.trees().find(document, {});
      const bool ours = leases_ && known != nullptr && known->tree != nullptr &&
                        is_remembered(known->tree->name());
      if (ours) continue;
      put(document, {});
      note_memory(document);
    }
  }
  memory_trouble_ = false;
  memory_loaded_ = true;
  remembered_ = held;
  reconciler_.trees().mark_all_dirty();
  begin_if_complete();
}

void Controller::ControlLoop::begin_if_complete() {
  if (reconciler_.begun() || !definitions_read_ || !memory_loaded_) return;
  if (!writers_loaded_ || !is_writing_decided()) return;
  const auto is_settled = [](const std::unique_ptr<Watched>& one) {
    return one->synced || one->given_up;
  };
  if (!std::ranges::all_of(watched_, is_settled)) return;
  log(format("judging {} objects in {} trees", reconciler_.trees().figures().objects,
             reconciler_.trees().figures().trees));
  reconciler_.begin();
  const std::lock_guard lock(shared_mutex_);
  judging_ = true;
}

}  // namespace telltale::live
