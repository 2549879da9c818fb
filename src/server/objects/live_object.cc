// SPDX-License-Identifier: Apache-2.0
#include "server/objects/live_object.h"

#include "base/text.h"
#include "schema/shape.h"
#include "server/conversion/conversion.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"

namespace telltale::server {
namespace {

Outcome<store::Item> save_bytes(store::Store& store, const Place& place, const std::string& bytes,
                                store::Revision expected) {
  std::string key = place.key();
  const auto revision =
      store::commit_and_wait(store, {.key = key, .value = bytes, .expected = expected});
  if (!revision) return refuse(status_error_of(revision.error(), place, expected));
  return store::Item{.key = std::move(key),
                     .value = std::make_shared<const std::string>(store::stamped(bytes, *revision)),
                     .revision = *revision};
}

// 0 for what is not there.
std::size_t stored_bytes(store::Store& store, const Place& place) {
  const auto item = store.present().get(place.key());
  return item ? item->value->size() : 0;
}

}  // namespace

std::string Place::key() const { return object_key(home, *resource, namespace_name, name); }

Named Place::named() const {
  return {.group = resource->group, .resource = resource->plural, .name = name};
}

Named Place::named_by_kind() const {
  // A view of another resource is named as what it is.
  const std::string& under = resource->stored_under;
  return {.group = under.empty() ? resource->group : under.substr(0, under.find('/')),
          .resource = resource->kind,
          .name = name};
}

Outcome<std::optional<Live>> load(store::Store& store, const Place& place, const Version& version) {
  const auto item = store.present().get(place.key());
  if (!item) return std::nullopt;
  auto value = from_stored(*item->value);
  if (!value) return refuse(internal(value.error().detail));
  auto object = converted(std::move(*value), *place.resource, version);
  if (!object) return refuse(object.error());
  if (place.resource->behavior != nullptr && place.resource->behavior->to_view != nullptr) {
    place.resource->behavior->to_view(*object);
    object->get_object()["apiVersion"] = place.resource->api_version(version.name);
  }
  if (version.structure && place.resource->custom()) {
    schema::prune(*object, *version.structure, schema::Root::Resource);
    schema::fill_defaults(*object, *version.structure);
  }
  return Live{.object = std::move(*object), .revision = item->revision, .stored = item->value};
}

std::optional<Live> load_as_stored(store::Store& store, const Place& place) {
  const auto item = store.present().get(place.key());
  if (!item) return std::nullopt;
  return Live{.object = from_stored(*item->value).value_or(json::Value{}),
              .revision = item->revision,
              .stored = item->value};
}

StatusError status_error_of(const Error& error, const Place& place, store::Revision expected) {
  switch (error.kind) {
    case Error::Kind::Conflict:
      return expected == 0 ? already_exists(place.named()) : object_was_modified(place.named());
    case Error::Kind::TooLarge:
      return too_many_requests(error.detail, 1);
    case Error::Kind::Unreachable:
      return unavailable(error.detail);
    default:
      return internal(error.detail);
  }
}

Outcome<std::string> bytes_to_store(json::Value object, const Resource& resource) {
  if (resource.behavior != nullptr && resource.behavior->from_view != nullptr) {
    resource.behavior->from_view(object);
    return to_stored(object);
  }
  auto stored = converted(std::move(object), resource, resource.storage());
  if (!stored) return refuse(stored.error());
  return to_stored(*stored);
}

bool is_namespace(const Resource& resource) {
  return resource.group.empty() && resource.plural == "namespaces";
}

bool may_go(const json::Value& object, const Resource& resource) {
  if (!is_deleting(object) || finalizer_count(object) > 0) return false;
  return !is_namespace(resource) || list_at(object, "spec.finalizers").empty();
}

Outcome<store::Item> save(store::Store& store, const Place& place, json::Value object,
                          store::Revision expected) {
  const auto bytes = bytes_to_store(std::move(object), *place.resource);
  if (!bytes) return refuse(bytes.error());
  if (bytes->size() > object_bytes_max && bytes->size() > stored_bytes(store, place)) {
    return refuse(
        too_large(format("the object would take {} bytes with what the server keeps "
                         "beside it; the limit is {}",
                         bytes->size(), object_bytes_max)));
  }
  return save_bytes(store, place, *bytes, expected);
}

Outcome<store::Item> save_as_stored(store::Store& store, const Place& place,
                                    const json::Value& object, store::Revision expected) {
  return save_bytes(store, place, to_stored(object), expected);
}

Outcome<store::Revision> erase(store::Store& store, const Place& place, store::Revision expected) {
  const auto revision = store::commit_and_wait(
      store, {.key = place.key(), .value = std::nullopt, .expected = expected});
  if (!revision) return refuse(status_error_of(revision.error(), place, expected));
  return *revision;
}

}  // namespace telltale::server
