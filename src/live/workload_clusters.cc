// SPDX-License-Identifier: Apache-2.0
#include "live/workload_clusters.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/groups.h"
#include "convert/shapes.h"
#include "reconcile/anchors.h"
#include "remote/secrets.h"

namespace telltale::live {
namespace {

using remote::ClusterName;

Home home_of(const ClusterName& cluster) { return {cluster.namespace_name, cluster.name}; }

ClusterName name_of_cluster(const Object& cluster) {
  return {std::string(cluster.key.namespace_name), std::string(cluster.key.name)};
}

// While probes succeed the last success is always now, and nothing needs to be told: a document
// with a time in it would be news every ten seconds.
std::string steady_document(const ClusterName& cluster, remote::ConnectionState state) {
  if (state.connected && state.consecutive_failures == 0) state.last_success = no_time;
  return remote::connection_document(cluster, state);
}

}  // namespace

void WorkloadClusters::start(const remote::Dial& dial, const remote::ConnectionRules& rules) {
  connections_ =
      std::make_unique<remote::Connections>(remote::ConnectionParts{.management = loop_.api,
                                                                    .scheduler = loop_.scheduler,
                                                                    .clock = loop_.clock,
                                                                    .dial = dial,
                                                                    .seed = loop_.seed + 1},
                                            rules, sink());
}

void WorkloadClusters::stop() {
  std::unique_ptr<remote::Connections> last;
  {
    const std::lock_guard lock(mutex_);
    last = std::move(connections_);
  }
  last.reset();
}

std::optional<remote::ConnectionState> WorkloadClusters::state_of(
    const ClusterName& cluster) const {
  const std::lock_guard lock(mutex_);
  return connections_ ? connections_->state_of(cluster) : std::nullopt;
}

remote::Connections::Figures WorkloadClusters::figures() const {
  return connections_ ? connections_->figures() : remote::Connections::Figures{};
}

void WorkloadClusters::note(const Object& cluster) {
  const ClusterName name = name_of_cluster(cluster);
  const bool provisioned = shapes::infrastructure_provisioned(cluster);
  const auto [known, is_new] = clusters_.try_emplace(name);
  known->second.tree = anchor_of_cluster(name.namespace_name, name.name);
  if (is_new) put_connection(name, {});
  if (!is_new && known->second.provisioned == provisioned) return;
  known->second.provisioned = provisioned;
  wants_changed_ = true;
}

void WorkloadClusters::forget(const Object& cluster) {
  const ClusterName name = name_of_cluster(cluster);
  if (clusters_.erase(name) == 0) return;
  wants_changed_ = true;
  TreeIndex& trees = parts_.trees;
  trees.forget(home_of(name));
  trees.remove({own_group, "RemoteConnection", name.namespace_name, name.name, {}});
  parts_.status.remove_told(ToldKind::Connection, to_text(name));
  for (const std::string_view purpose : remote::certificate_purposes) {
    const std::string secret = format("{}-{}", name.name, purpose);
    trees.remove({{}, "Secret", name.namespace_name, secret, {}});
  }
}

void WorkloadClusters::want_if_changed() {
  if (!std::exchange(wants_changed_, false) || !connections_) return;
  std::vector<ClusterName> wanted;
  for (const auto& [name, cluster] : clusters_) {
    if (cluster.provisioned && parts_.shares.is_ours(cluster.tree)) wanted.push_back(name);
  }
  connections_->want(std::move(wanted));
}

// The pages tell what is judged.
void WorkloadClusters::put_connection(const ClusterName& cluster,
                                      const remote::ConnectionState& state) {
  std::string document = steady_document(cluster, state);
  loop_.put(document, {});
  parts_.status.put_told(ToldKind::Connection, to_text(cluster),
                         clusters_.find(cluster)->second.tree, std::move(document));
}

remote::ConnectionSink WorkloadClusters::sink() {
  return {
      .on_state =
          [this](const ClusterName& cluster, const remote::ConnectionState& state) {
            loop_.inbox.post_now([this, cluster, state] {
              if (is_known(cluster)) put_connection(cluster, state);
            });
          },
      .on_list =
          [this](const ClusterName& cluster, std::string_view kind) {
            loop_.inbox.post_now([this, cluster, kind = std::string(kind)] {
              if (!is_known(cluster)) return;
              parts_.trees.begin_list({.kind = kind, .home = home_of(cluster)});
            });
          },
      .on_object =
          [this](const ClusterName& cluster, std::string_view document) {
            loop_.inbox.post(
                [this, cluster, text = std::string(document)] {
                  if (is_known(cluster)) loop_.put(text, home_of(cluster));
                },
                document.size());
          },
      .on_deleted =
          [this](const ClusterName& cluster, std::string_view document) {
            loop_.inbox.post(
                [this, cluster, text = std::string(document)] {
                  parts_.trees.remove(text, home_of(cluster));
                },
                document.size());
          },
      .on_synced =
          [this](const ClusterName& cluster, std::string_view kind) {
            loop_.inbox.post_now([this, cluster, kind = std::string(kind)] {
              if (!is_known(cluster)) return;
              const Home home = home_of(cluster);
              parts_.trees.end_list({.kind = kind, .home = home});
              parts_.trees.cover("", kind, home);
            });
          },
      .on_forgotten =
          [this](const ClusterName& cluster) {
            loop_.inbox.post_now([this, cluster] {
              if (is_known(cluster)) parts_.trees.forget(home_of(cluster));
            });
          },
      .on_certificate_secrets =
          [this](const ClusterName& cluster, const remote::CertificateSecrets& secrets) {
            loop_.inbox.post_now([this, cluster, secrets] { certificates_seen(cluster, secrets); });
          },
      .on_log = [this](std::string_view line) { loop_.log(line); }};
}

void WorkloadClusters::certificates_seen(const ClusterName& cluster,
                                         const remote::CertificateSecrets& secrets) {
  if (!is_known(cluster)) return;
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
    if (std::ranges::none_of(secrets.documents, is_it)) parts_.trees.remove(key);
    parts_.trees.cover_one(key);
  }
  for (const std::string& document : secrets.documents) loop_.put(document, {});
}

}  // namespace telltale::live
