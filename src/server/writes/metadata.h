// SPDX-License-Identifier: Apache-2.0
#pragma once

// The part of every object that is the server's: what may stand in metadata, and what only the
// server writes there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/entropy.h"
#include "base/instant.h"
#include "json/value.h"
#include "schema/validate/field_error.h"
#include "server/resource.h"

namespace telltale::server {

// What in metadata is of a type that no client could read, in the API's words; nothing when all is
// well. Nulls are well: they are as if they were not there.
std::optional<std::string> metadata_type_error(const json::Value& object);
// Removes members of metadata that the API does not know, and nulls; returns the paths of the
// former.
std::vector<std::string> prune_metadata(json::Value& object);

// Everything wrong with names, labels, annotations, owners and finalizers.
schema::FieldErrors metadata_errors(const json::Value& object, const Resource& resource);
// What an update may not change. `old` is the stored object.
schema::FieldErrors metadata_change_errors(const json::Value& object, const json::Value& old,
                                           const Resource& resource);

// "cluster-" becomes "cluster-x7k2p".
std::string generated_name(std::string_view prefix, Entropy& entropy);

// A new object: uid, creationTimestamp and generation; what a client may not set is removed.
void begin_metadata(json::Value& object, const Resource& resource, Instant now, Entropy& entropy);
// An update: what only the server writes is taken from the stored object.
void keep_metadata(json::Value& object, const json::Value& old);

// Whether anything that counts as desired state differs: all but metadata and, where it has an
// endpoint of its own, status.
enum class StatusCounts : std::uint8_t { Yes, No };
bool desires_differ(const json::Value& one, const json::Value& other, StatusCounts status);

}  // namespace telltale::server
