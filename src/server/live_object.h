// SPDX-License-Identifier: Apache-2.0
#pragma once

// One object between the store and the version that a request speaks: loaded, and saved against the
// revision it was loaded at.

#include <optional>
#include <string>

#include "json/value.h"
#include "server/failure.h"
#include "server/resource.h"
#include "store/store.h"

namespace telltale::server {

struct Live {
  json::Value object;  // in the version asked for, with its resourceVersion
  store::Revision revision = 0;
  store::Bytes stored;
};

// Where an object lies, and what it is called in failures.
struct Place {
  std::string home;
  std::shared_ptr<const Resource> resource;
  std::string namespace_name;  // empty for what has none
  std::string name;

  std::string key() const;
  Named named() const;          // by its plural
  Named named_by_kind() const;  // as failures of validation name it
};

Outcome<std::optional<Live>> load(store::Store& store, const Place& place, const Version& version);

// How a write of the store ended, as the API says it. `expected`: 0 for a create.
Failure failure_of(const Error& error, const Place& place, store::Revision expected);

// The object, which is in any version of the resource, as the store keeps it.
Outcome<std::string> bytes_to_store(json::Value object, const Resource& resource);

// Whether an object is being deleted and nobody waits any more. Namespaces have finalizers of their
// own in their spec; elsewhere a field of that name is just a field.
bool may_go(const json::Value& object, const Resource& resource);
bool is_namespace(const Resource& resource);

// Durable when it returns. The item is what readers now see.
Outcome<store::Item> save(store::Store& store, const Place& place, json::Value object,
                          store::Revision expected);
Outcome<store::Revision> erase(store::Store& store, const Place& place, store::Revision expected);

}  // namespace telltale::server
