// SPDX-License-Identifier: Apache-2.0
#include "server/startup.h"

#include <array>

#include "base/text.h"
#include "kube/object.h"
#include "schema/shape.h"
#include "server/access/credentials/bootstrap.h"
#include "server/crds/telltale_crds.h"
#include "server/objects/keys.h"
#include "server/objects/live_object.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"
#include "server/writes/metadata.h"

namespace telltale::server {
namespace {

constexpr int replacement_attempts_max = 16;
constexpr std::array<std::string_view, 4> first_namespaces{"default", "kube-node-lease",
                                                           "kube-public", "kube-system"};

Result<Place> place_of(const Registry& registry, std::string_view home, const json::Value& object) {
  const std::string_view kind = text_at(object, "kind");
  auto resource = registry.find_kind(group_of(text_at(object, "apiVersion")), kind);
  if (!resource) {
    return fail(Error::Kind::Internal, format("the kind {} is not served", kind));
  }
  return Place{.home = std::string(home),
               .resource = std::move(resource),
               .namespace_name = std::string(text_at(object, "metadata.namespace")),
               .name = std::string(text_at(object, "metadata.name"))};
}

// Somebody else who starts at the same moment writes the same: both are content.
Result<void> settled(const Outcome<store::Item>& saved, const Place& place) {
  if (saved || saved.error().code == 409) return {};
  return fail(Error::Kind::Internal, format("{} {} cannot be written: {}", place.resource->kind,
                                            place.name, saved.error().message));
}

}  // namespace

Result<void> ensure_object(store::Store& store, const Clock& clock, Entropy& entropy,
                           const Registry& registry, std::string_view home, json::Value wanted) {
  const auto place = place_of(registry, home, wanted);
  if (!place) return fail(place.error());
  if (store.present().get(place->key())) return {};
  const Resource& resource = *place->resource;
  if (resource.storage().structure) schema::fill_defaults(wanted, *resource.storage().structure);
  begin_metadata(wanted, resource, clock.now(), entropy);
  if (resource.behavior != nullptr && resource.behavior->prepare != nullptr) {
    resource.behavior->prepare(wanted, nullptr);
  }
  return settled(save(store, *place, std::move(wanted), 0), *place);
}

Result<void> Startup::replace_older(const Place& place, store::Revision since) const {
  for (int attempt = 0; attempt < replacement_attempts_max; ++attempt) {
    const auto item = store.present().get(place.key());
    if (!item || item->revision > since) return {};
    if (erase(store, place, item->revision)) return {};
    // Whoever erases the predecessor was faster.
  }
  return fail(Error::Kind::Internal,
              format("{} {} is changed again and again", place.resource->kind, place.name));
}

Result<void> Startup::ensure_namespaces(std::string_view home, store::Revision since) const {
  const auto registry = definitions.registry();
  for (const std::string_view name : first_namespaces) {
    json::Value wanted = json::ValueMap{
        {"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::ValueMap{{"name", name}}}};
    const auto place = place_of(*registry, home, wanted);
    if (!place) return fail(place.error());
    if (auto free = replace_older(*place, since); !free) return fail(free.error());
    auto done = ensure_object(store, clock, entropy, *registry, home, std::move(wanted));
    if (!done) return fail(done.error());
  }
  return {};
}

Result<void> Startup::ensure_roles() const {
  const auto registry = definitions.registry();
  std::vector<std::string> groups;
  for (const GroupVersions& group : registry->groups()) groups.push_back(group.group);
  for (json::Value& wanted : bootstrap_rbac(groups)) {
    const auto place = place_of(*registry, management_home, wanted);
    if (!place) return fail(place.error());
    auto live = load(store, *place, place->resource->storage());
    if (!live) return fail(Error::Kind::Internal, live.error().message);
    if (!*live) {
      auto done =
          ensure_object(store, clock, entropy, *registry, management_home, std::move(wanted));
      if (!done) return fail(done.error());
      continue;
    }
    auto better = brought_up_to((*live)->object, wanted);
    if (!better) continue;
    auto done = settled(save(store, *place, std::move(*better), (*live)->revision), *place);
    if (!done) return fail(done.error());
  }
  return {};
}

Result<void> Startup::ensure_definition(json::Value wanted) const {
  const auto place = place_of(*definitions.registry(), management_home, wanted);
  if (!place) return fail(place.error());
  auto live = load(store, *place, place->resource->storage());
  if (!live) return fail(Error::Kind::Internal, live.error().message);
  const json::Value* old = *live ? &(*live)->object : nullptr;
  if (old == nullptr) {
    begin_metadata(wanted, *place->resource, clock.now(), entropy);
  } else {
    json::Value next = *old;
    if (const json::Value* spec = member(wanted, "spec")) next.get_object()["spec"] = *spec;
    wanted = std::move(next);
  }
  std::vector<std::string> warnings;
  if (const auto admitted = definitions.admit(wanted, old, clock.now(), warnings); !admitted) {
    return fail(Error::Kind::Internal, admitted.error().message);
  }
  if (old != nullptr) {
    if (!desires_differ(*old, wanted, StatusCounts::No)) return {};
    metadata_of(wanted)["generation"] = number_at(*old, "metadata.generation") + 1;
  }
  const store::Revision expected = *live ? (*live)->revision : 0;
  return settled(save(store, *place, std::move(wanted), expected), *place);
}

Result<void> Startup::ensure_definitions() const {
  for (TelltaleCrd& definition : telltale_crds()) {
    if (auto done = ensure_definition(std::move(definition.object)); !done) {
      return fail(done.error());
    }
  }
  return {};
}

}  // namespace telltale::server
