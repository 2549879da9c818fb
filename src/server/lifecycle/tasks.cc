// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/tasks.h"

#include <algorithm>

#include <absl/container/flat_hash_set.h>

#include "base/text.h"
#include "kube/object.h"
#include "server/access/credentials/kubeconfig.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"
#include "server/startup.h"
#include "server/writes/service_addresses.h"

namespace telltale::server {
namespace {

constexpr int task_attempts_max = 16;
constexpr std::size_t page_size = 500;

// Owners named by these uids are cut out of the object.
bool drop_owners(json::Value& object, const absl::flat_hash_set<std::string>& uids) {
  json::Value* list = metadata_of(object).if_contains("ownerReferences");
  if (list == nullptr || !list->is_array()) return false;
  json::ValueList kept;
  for (const json::Value& reference : list->get_array()) {
    if (!uids.contains(std::string(text_at(reference, "uid")))) kept.push_back(reference);
  }
  if (kept.size() == list->get_array().size()) return false;
  if (kept.empty()) {
    metadata_of(object).erase("ownerReferences");
  } else {
    *list = std::move(kept);
  }
  return true;
}

// A logical cluster can be reached by its Secret, or cannot.
json::Value kubeconfig_ready() {
  return json::ValueMap{{"type", "KubeconfigReady"},
                        {"status", "True"},
                        {"reason", "SecretWritten"},
                        {"message", ""}};
}
json::Value kubeconfig_not_owned(std::string_view cluster) {
  return json::ValueMap{
      {"type", "KubeconfigReady"},
      {"status", "False"},
      {"reason", "SecretNotOwned"},
      {"message", format("Secret {}-kubeconfig does not belong to this LogicalCluster and is left "
                         "alone; delete it to get one",
                         cluster)}};
}

// False when it says nothing new. The time is that of the last change of its status.
bool set_condition(json::ValueMap& status, const json::Value& condition, Instant now) {
  json::Value& list = status["conditions"];
  if (!list.is_array()) list = json::ValueList();
  json::ValueMap fresh = condition.as_object();
  fresh["lastTransitionTime"] = format_rfc3339(now);
  for (json::Value& old : list.get_array()) {
    if (text_at(old, "type") != text_at(condition, "type")) continue;
    const bool same_status = text_at(old, "status") == text_at(condition, "status");
    if (same_status) fresh["lastTransitionTime"] = text_at(old, "lastTransitionTime");
    if (old == json::Value(fresh)) return false;
    old = std::move(fresh);
    return true;
  }
  list.get_array().push_back(std::move(fresh));
  return true;
}

}  // namespace

std::optional<Place> Tasks::place_of(const std::string& key) const {
  const auto parts = parts_of(key);
  if (!parts) return std::nullopt;
  const auto registry = parts->home == management_home ? parts_.definitions.registry()
                                                       : parts_.definitions.logical_registry();
  auto resource = registry->find(parts->group, parts->plural);
  if (!resource) return std::nullopt;
  return Place{.home = std::string(parts->home),
               .resource = std::move(resource),
               .namespace_name = std::string(parts->namespace_name),
               .name = std::string(parts->name)};
}

template <class Change>
void Tasks::edit(const Place& place, Change change) {
  for (int attempt = 0; attempt < task_attempts_max; ++attempt) {
    const auto live = load_as_stored(parts_.store, place);
    if (!live || !live->object.is_object()) return;
    json::Value object = live->object;
    if (!change(object)) return;
    const bool written =
        may_go(object, *place.resource)
            ? erase(parts_.store, place, live->revision).has_value()
            : save_as_stored(parts_.store, place, object, live->revision).has_value();
    if (written) return;
  }
}

void Tasks::let_go(const Place& place, std::string_view finalizer) {
  edit(place, [&](json::Value& object) {
    if (!has_finalizer(object, finalizer)) return false;
    remove_finalizer(object, finalizer);
    return true;
  });
}

Tasks::Presence Tasks::presence_of(const Owner& owner, const Place& dependent, bool& waits) const {
  const auto registry = dependent.home == management_home ? parts_.definitions.registry()
                                                          : parts_.definitions.logical_registry();
  auto resource = registry->find_kind(group_of(owner.api_version), owner.kind);
  if (!resource) return Presence::Unknown;
  // What has no namespace cannot be owned by what has one: that says nothing about either.
  if (resource->namespaced && dependent.namespace_name.empty()) return Presence::Unknown;
  const Place place{
      .home = dependent.home,
      .resource = resource,
      .namespace_name = resource->namespaced ? dependent.namespace_name : std::string{},
      .name = owner.name};
  const OwnerState& found = state_of(place);
  if (!found.there) return Presence::Gone;
  // Nothing is collected because of an owner that cannot be read.
  if (found.uid != owner.uid) {
    return found.readable && gone_.contains(owner.uid) ? Presence::Gone : Presence::Unknown;
  }
  waits = found.waits;
  return Presence::There;
}

// An owner has what lies in its own namespace, or everything when it lies in none, of its own
// cluster. Anything else that names its uid names something that is not there: it is collected for
// that where it lies, and nobody waits for it here.
bool Tasks::refers(const Owner& reference, std::string_view dependent, const Place& owner) const {
  const auto parts = parts_of(dependent);
  return parts && parts->home == owner.home &&
         (!owner.resource->namespaced || parts->namespace_name == owner.namespace_name) &&
         reference.kind == owner.resource->kind && reference.name == owner.name &&
         group_of(reference.api_version) == owner.resource->group;
}

// Those that refer to it, and are still there.
std::vector<std::string> Tasks::dependents_of(const Place& owner, std::string_view uid,
                                              const OwnerIndex& index) const {
  std::vector<std::string> keys = index.dependents_of(uid);
  std::erase_if(keys, [&](const std::string& key) {
    const auto item = parts_.store.present().get(key);
    const auto object = item ? from_stored(*item->value) : Result<json::Value>(json::Value{});
    if (!item || !object) return true;
    return std::ranges::none_of(owners_of(*object), [&](const Owner& reference) {
      return reference.uid == uid && refers(reference, key, owner);
    });
  });
  return keys;
}

// Thousands of references may name one large object.
const Tasks::OwnerState& Tasks::state_of(const Place& place) const {
  const auto [at, is_new] = owner_states_.try_emplace(place.key());
  if (!is_new) return at->second;
  const auto item = parts_.store.present().get(at->first);
  if (!item) return at->second;
  at->second.there = true;
  const auto object = from_stored(*item->value);
  if (!object) return at->second;
  at->second = {.there = true,
                .readable = true,
                .waits = is_deleting(*object) && has_finalizer(*object, foreground_finalizer),
                .uid = std::string(text_at(*object, "metadata.uid"))};
  return at->second;
}

void Tasks::collect(const std::string& key, const OwnerIndex& index) {
  const auto place = place_of(key);
  if (!place) return;
  const auto live = load_as_stored(parts_.store, *place);
  if (!live || is_deleting(live->object)) return;
  absl::flat_hash_set<std::string> gone;
  absl::flat_hash_set<std::string> waiting;
  std::size_t solid = 0;
  owner_states_.clear();
  for (const Owner& owner : owners_of(live->object)) {
    bool waits = false;
    const Presence presence = presence_of(owner, *place, waits);
    if (presence == Presence::Gone) {
      gone.insert(owner.uid);
    } else if (waits) {
      waiting.insert(owner.uid);
    } else {
      ++solid;
    }
  }
  if (gone.empty() && waiting.empty()) return;
  if (solid == 0) {
    // Whoever waits for this one waits for what belongs to it, too.
    const std::string uid(text_at(live->object, "metadata.uid"));
    const bool waited_for = !waiting.empty() && !dependents_of(*place, uid, index).empty();
    const DeleteOptions options{.propagation = waited_for ? DeleteOptions::Propagation::Foreground
                                                          : DeleteOptions::Propagation::Default,
                                .uid = uid};
    static_cast<void>(remover_.remove_object(*place, options).has_value());
    return;
  }
  gone.insert(waiting.begin(), waiting.end());
  edit(*place, [&](json::Value& object) { return drop_owners(object, gone); });
}

void Tasks::finish_foreground(const std::string& key, const OwnerIndex& index) {
  const auto place = place_of(key);
  if (!place) return;
  const auto live = load_as_stored(parts_.store, *place);
  if (!live || !has_finalizer(live->object, foreground_finalizer)) return;
  const std::string uid(text_at(live->object, "metadata.uid"));
  bool blocked = false;
  for (const std::string& dependent : dependents_of(*place, uid, index)) {
    collect(dependent, index);
    const auto item = parts_.store.present().get(dependent);
    const auto object = item ? from_stored(*item->value) : Result<json::Value>(json::Value{});
    if (!item || !object) continue;
    const std::vector<Owner> owners = owners_of(*object);
    blocked |= std::ranges::any_of(owners, [&](const Owner& reference) {
      return reference.uid == uid && reference.blocks_deletion &&
             refers(reference, dependent, *place);
    });
  }
  if (!blocked) let_go(*place, foreground_finalizer);
}

void Tasks::finish_orphan(const std::string& key, const OwnerIndex& index) {
  const auto place = place_of(key);
  if (!place) return;
  const auto live = load_as_stored(parts_.store, *place);
  if (!live || !has_finalizer(live->object, orphan_finalizer)) return;
  const std::string uid(text_at(live->object, "metadata.uid"));
  for (const std::string& dependent : dependents_of(*place, uid, index)) {
    const auto where = place_of(dependent);
    if (!where) continue;
    edit(*where, [&](json::Value& object) { return drop_owners(object, {uid}); });
  }
  let_go(*place, orphan_finalizer);
}

// True when nothing is left; what has finalizers stays until they are gone.
bool Tasks::delete_all(const std::string& prefix) {
  bool empty = true;
  store::Range range{.prefix = prefix, .limit = page_size};
  while (true) {
    const auto page = parts_.store.present().list(range);
    if (!page || page->items.empty()) return empty && page.has_value();
    for (const store::Item& item : page->items) {
      range.after = item.key;
      const auto place = place_of(item.key);
      if (!place) continue;
      const auto removed = remover_.remove_object(*place, {});
      empty &= removed ? removed->gone : removed.error().code == 404;
    }
  }
}

void Tasks::empty_namespace(const std::string& key) {
  const auto place = place_of(key);
  if (!place) return;
  const auto live = load_as_stored(parts_.store, *place);
  if (!live || !is_deleting(live->object)) return;
  const auto registry = place->home == management_home ? parts_.definitions.registry()
                                                       : parts_.definitions.logical_registry();
  bool empty = true;
  for (const auto& resource : registry->resources()) {
    const bool holds = resource->namespaced && resource->stored_under.empty();
    if (holds) empty &= delete_all(range_prefix(place->home, *resource, place->name));
  }
  if (!empty) return;
  // Others may have finalizers of their own there, and finalize when they are done.
  edit(*place, [](json::Value& object) {
    json::Value* spec = member(object, "spec");
    json::Value* list = spec == nullptr ? nullptr : member(*spec, "finalizers");
    if (list == nullptr || !list->is_array()) return false;
    json::ValueList& finalizers = list->get_array();
    const auto ours = std::ranges::find(finalizers, json::Value(namespace_finalizer));
    if (ours == finalizers.end()) return false;
    finalizers.erase(ours);
    return true;
  });
}

void Tasks::empty_definition(const std::string& key) {
  const auto place = place_of(key);
  if (!place) return;
  const auto live = load_as_stored(parts_.store, *place);
  if (!live || !is_deleting(live->object)) return;
  const json::Value& object = live->object;
  const auto resource = parts_.definitions.registry()->find(text_at(object, "spec.group"),
                                                            text_at(object, "spec.names.plural"));
  if (!resource || delete_all(resource_prefix(management_home, *resource))) {
    let_go(*place, definition_finalizer);
  }
}

// The server may listen elsewhere since the Secret was written. One of that name that does not
// belong to this very cluster is somebody else's.
Tasks::Kubeconfig Tasks::refresh_kubeconfig(const Place& cluster, std::string_view uid,
                                            const json::Value& data) {
  Kubeconfig found = Kubeconfig::Missing;
  const auto secrets = parts_.definitions.registry()->find("", "secrets");
  if (!secrets) return found;
  Place place = cluster;
  place.resource = secrets;
  place.name = cluster.name + "-kubeconfig";
  edit(place, [&](json::Value& object) {
    const std::vector<Owner> owners = owners_of(object);
    const bool own = std::ranges::find(owners, uid, &Owner::uid) != owners.end();
    found = own ? Kubeconfig::OfCluster : Kubeconfig::OfOthers;
    if (!own) return false;
    json::Value& stored = object.as_object()["data"];
    if (stored == data) return false;
    stored = data;
    return true;
  });
  return found;
}

void Tasks::serve_cluster(const std::string& key) {
  const auto place = place_of(key);
  if (!place) return;
  const auto state = parts_.clusters.find(place->namespace_name, place->name);
  if (!state) return;
  const std::string home = home_of_cluster(place->namespace_name, place->name);
  const Startup startup{.store = parts_.store,
                        .clock = parts_.clock,
                        .entropy = parts_.entropy,
                        .definitions = parts_.definitions};
  static_cast<void>(startup.ensure_namespaces(home).has_value());
  const std::string url =
      format("{}/clusters/{}/{}", parts_.url, place->namespace_name, place->name);
  const BelievedPtr believed = parts_.trust.believed();
  const std::string kubeconfig =
      kubeconfig_text({.server = url,
                       .ca_pem = believed->ca_pem,
                       .cluster = place->name,
                       .user = place->name + "-admin",
                       .context = place->name,
                       .token = believed->tokens.cluster_token(state->cluster)});
  json::Value secret = kubeconfig_secret(state->cluster, kubeconfig);
  metadata_of(secret)["ownerReferences"] =
      json::ValueList{json::ValueMap{{"apiVersion", "telltale.dev/v1alpha1"},
                                     {"kind", "LogicalCluster"},
                                     {"name", place->name},
                                     {"uid", state->cluster.uid}}};
  const json::Value data = secret.as_object()["data"];
  static_cast<void>(ensure_object(parts_.store, parts_.clock, parts_.entropy,
                                  *parts_.definitions.registry(), management_home,
                                  std::move(secret))
                        .has_value());
  const Kubeconfig found = refresh_kubeconfig(*place, state->cluster.uid, data);
  edit(*place, [&](json::Value& object) {
    const bool moved = text_at(object, "status.endpoint") != url;
    if (moved) make_map(object, "status")["endpoint"] = url;
    const json::Value condition =
        found == Kubeconfig::OfOthers ? kubeconfig_not_owned(place->name) : kubeconfig_ready();
    const bool judged = found != Kubeconfig::Missing &&
                        set_condition(make_map(object, "status"), condition, parts_.clock.now());
    return moved || judged;
  });
}

std::vector<std::string> Tasks::cluster_keys() const {
  std::vector<std::string> keys;
  for (const LogicalState& state : parts_.clusters.all()) {
    keys.push_back(format("{}/{}/{}/{}/{}", management_home, logical_clusters_group,
                          logical_clusters_plural, state.cluster.namespace_name,
                          state.cluster.name));
  }
  return keys;
}

void Tasks::ensure_roles() {
  const Startup startup{.store = parts_.store,
                        .clock = parts_.clock,
                        .entropy = parts_.entropy,
                        .definitions = parts_.definitions};
  static_cast<void>(startup.ensure_roles().has_value());
}

bool Tasks::is_home_of_nobody(std::string_view home) const {
  const std::size_t colon = home.find(':');
  return colon != std::string_view::npos &&
         !parts_.clusters.find(home.substr(0, colon), home.substr(colon + 1));
}

void Tasks::erase_home(const std::string& home, store::Revision until) {
  store::Range range{.prefix = home + "/", .limit = page_size};
  while (true) {
    const auto page = parts_.store.present().list(range);
    if (!page || page->items.empty()) return;
    for (const store::Item& item : page->items) {
      range.after = item.key;
      if (item.revision > until) continue;
      static_cast<void>(
          store::commit_and_wait(
              parts_.store, {.key = item.key, .value = std::nullopt, .expected = item.revision})
              .has_value());
    }
  }
}

std::vector<std::string> Tasks::addresses_of(const std::string& key,
                                             const store::Bytes& stored) const {
  const auto parts = parts_of(key);
  const auto service = stored ? from_stored(*stored) : fail(Error::Kind::NotFound, "");
  if (!parts || !service) return {};
  const auto registry = parts->home == management_home ? parts_.definitions.registry()
                                                       : parts_.definitions.logical_registry();
  return address_keys(parts->home, *service, *registry);
}

// Addresses that somebody else made, or gave to something else, are theirs.
void Tasks::free_address(const std::string& key) {
  const auto place = place_of(key);
  const auto live = place ? load_as_stored(parts_.store, *place) : std::nullopt;
  if (!live || !live->object.is_object()) return;
  const json::Value* labels = at(live->object, "metadata.labels");
  const json::Value* label =
      labels == nullptr ? nullptr : member(*labels, "ipaddress.kubernetes.io/managed-by");
  const bool ours = label != nullptr && *label == "ipallocator.k8s.io" &&
                    text_at(live->object, "spec.parentRef.resource") == "services";
  if (!ours) return;
  const auto registry = place->home == management_home ? parts_.definitions.registry()
                                                       : parts_.definitions.logical_registry();
  const auto services = registry->find("", "services");
  if (!services) return;
  const auto item = parts_.store.present().get(
      object_key(place->home, *services, text_at(live->object, "spec.parentRef.namespace"),
                 text_at(live->object, "spec.parentRef.name")));
  if (item) {
    const auto service = from_stored(*item->value);
    if (!service) return;
    const auto held = address_keys(place->home, *service, *registry);
    if (std::ranges::find(held, key) != held.end()) return;
  }
  (void)erase(parts_.store, *place, live->revision);  // Who is faster changes it: looked at again.
}

void Tasks::expire(const std::string& key, store::Revision revision) {
  static_cast<void>(store::commit_and_wait(
                        parts_.store, {.key = key, .value = std::nullopt, .expected = revision})
                        .has_value());
}

}  // namespace telltale::server
