// SPDX-License-Identifier: Apache-2.0
#pragma once

// One object between the store and the version that a request speaks: loaded, and saved against the
// revision it was loaded at.

#include <optional>
#include <string>

#include "json/value.h"
#include "server/request/status_error.h"
#include "server/resource.h"
#include "store/store.h"

namespace telltale::server {

struct Live {
  json::Value object;  // in the version asked for, with its resourceVersion
  store::Revision revision = 0;
  store::Bytes stored;
};

// Where an object lies, and what it is called in errors.
struct Place {
  std::string home;
  std::shared_ptr<const Resource> resource;
  std::string namespace_name;  // empty for what has none
  std::string name;

  std::string key() const;
  Named named() const;          // by its plural
  Named named_by_kind() const;  // as errors of validation name it
};

Outcome<std::optional<Live>> load(store::Store& store, const Place& place, const Version& version);

// The object in the version it is stored in: what needs no version of its own, as a deletion, must
// not depend on whether the object can be converted. Null when it cannot be read at all.
std::optional<Live> load_as_stored(store::Store& store, const Place& place);

// How a write of the store ended, as the API says it. `expected`: 0 for a create.
StatusError status_error_of(const Error& error, const Place& place, store::Revision expected);

// The object, which is in any version of the resource, as the store keeps it.
Outcome<std::string> bytes_to_store(json::Value object, const Resource& resource);

// Whether an object is being deleted and nobody waits any more. Namespaces have finalizers of their
// own in their spec; elsewhere a field of that name is just a field.
bool may_go(const json::Value& object, const Resource& resource);
bool is_namespace(const Resource& resource);

// Patches make objects grow beyond any request. The store takes more than this, so that what is
// marked for deletion, and what the server writes by itself, always fits.
inline constexpr std::size_t object_bytes_max = std::size_t{6} << 20;
static_assert(object_bytes_max + (std::size_t{1} << 20) < store::value_bytes_max);

// Durable when it returns. The item is what readers now see. An object that is too large is
// refused, unless it is no larger than what lies there.
Outcome<store::Item> save(store::Store& store, const Place& place, json::Value object,
                          store::Revision expected);
// The same for an object in the version it is stored in.
Outcome<store::Item> save_as_stored(store::Store& store, const Place& place,
                                    const json::Value& object, store::Revision expected);
Outcome<store::Revision> erase(store::Store& store, const Place& place, store::Revision expected);

}  // namespace telltale::server
