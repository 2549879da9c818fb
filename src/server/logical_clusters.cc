// SPDX-License-Identifier: Apache-2.0
#include "server/logical_clusters.h"

#include "base/encoding.h"
#include "base/text.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"

namespace telltale::server {
namespace {

std::string clusters_prefix() {
  return format("{}/{}/{}/", management_home, logical_clusters_group, logical_clusters_plural);
}

std::optional<LogicalState> state_of(const std::string& key, std::string_view stored) {
  const auto parts = parts_of(key);
  const auto object = from_stored(stored);
  if (!parts || !object) return std::nullopt;
  const json::Value* connected = at(*object, "spec.connected");
  return LogicalState{
      .cluster = {.namespace_name = std::string(parts->namespace_name),
                  .name = std::string(parts->name),
                  .uid = std::string(text_at(*object, "metadata.uid"))},
      .connected = connected == nullptr || !connected->is_bool() || connected->get_bool()};
}

}  // namespace

LogicalClusters::LogicalClusters(store::Store& store) {
  subscription_ = store.present().subscribe(
      [this](std::span<const store::Change> changes) { follow(changes); });
  const auto page = store.present().list({.prefix = clusters_prefix()});
  if (!page) return;
  const std::lock_guard lock(mutex_);
  for (const store::Item& item : page->items) {
    if (auto state = state_of(item.key, *item.value)) states_[item.key] = std::move(*state);
  }
}

std::optional<LogicalState> LogicalClusters::find(std::string_view namespace_name,
                                                  std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = states_.find(format("{}{}/{}", clusters_prefix(), namespace_name, name));
  if (found == states_.end()) return std::nullopt;
  return found->second;
}

std::vector<LogicalState> LogicalClusters::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<LogicalState> states;
  for (const auto& [key, state] : states_) states.push_back(state);
  return states;
}

void LogicalClusters::on_cut(std::function<void(const std::string& home)> tell) {
  const std::lock_guard lock(mutex_);
  cut_ = std::move(tell);
}

void LogicalClusters::follow(std::span<const store::Change> changes) {
  const std::string prefix = clusters_prefix();
  std::vector<std::string> cut;
  std::function<void(const std::string&)> tell;
  {
    const std::lock_guard lock(mutex_);
    for (const store::Change& change : changes) {
      if (!change.key.starts_with(prefix)) continue;
      const auto parts = parts_of(change.key);
      if (!parts) continue;
      auto state = change.value ? state_of(change.key, *change.value) : std::nullopt;
      if (!state || !state->connected) {
        cut.push_back(home_of_cluster(parts->namespace_name, parts->name));
      }
      states_.erase(change.key);
      if (state) states_[change.key] = std::move(*state);
    }
    tell = cut_;
  }
  for (const std::string& home : cut) {
    if (tell) tell(home);
  }
}

json::Value kubeconfig_secret(const LogicalCluster& cluster, const std::string& kubeconfig) {
  return json::ValueMap{
      {"apiVersion", "v1"},
      {"kind", "Secret"},
      {"metadata",
       json::ValueMap{{"name", cluster.name + "-kubeconfig"},
                      {"namespace", cluster.namespace_name},
                      {"labels", json::ValueMap{{"cluster.x-k8s.io/cluster-name", cluster.name}}}}},
      {"type", "cluster.x-k8s.io/secret"},
      {"data", json::ValueMap{{"value", to_base64(kubeconfig)}}}};
}

}  // namespace telltale::server
