// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who owns which field: keeps metadata.managedFields true over plain writes and server-side apply.
// Pure; the time is handed in.
//
// Objects are whole (apiVersion, kind, metadata, …); the structure is that of the version in which
// the request speaks, and includes metadata's own merge rules for built-in metadata (finalizers a
// set, ownerReferences a map by uid, labels and annotations granular) without being told.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/fields/field_set.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

struct Writer {
  std::string manager;           // at most 128 characters
  std::string api_version;       // of the request
  std::string subresource = {};  // "status", "scale"
  std::string time;              // RFC 3339, for entries that change
};

// Fields the endpoint resets, so that nobody comes to own them through it: {"status"} on the main
// endpoint of a kind with a status subresource; everything but {"status"} on /status.
struct ResetFields {
  std::vector<std::string> dropped = {};  // top-level members nobody can own through this endpoint
  std::vector<std::string> only = {};     // if not empty: the only ones that can be owned
};

// After a create or update: `live` is what was there (null value when nothing was), `updated` what
// will be stored, with the managedFields the client sent or kept. Writes the new managedFields into
// `updated`. A client that sends `managedFields: []` or `[{}]` clears them.
void record_update(const json::Value& live, json::Value& updated, const Structure& structure,
                   const Writer& writer, const ResetFields& reset);

struct Conflict {
  std::string manager;  // "alice"
  std::string detail =
      {};             // ` using v1`, ` with subresource "status" using v1 at …`: as the API says
  std::string field;  // ".spec.size"
  bool operator==(const Conflict&) const = default;
};

// More are not told.
inline constexpr std::size_t conflicts_max = 200;

struct Applied {
  json::Value object;                    // with its new managedFields
  std::vector<Conflict> conflicts = {};  // not empty: refused; the object is then of no use
};

enum class Force : std::uint8_t { No, Yes };

// Of one conflict, `conflict with "alice" using v1`: the message of its cause.
std::string conflict_text(const Conflict& conflict);
// Of all: `Apply failed with 1 conflict: conflict with "alice": .spec.size`.
std::string conflicts_message(const std::vector<Conflict>& conflicts);

// Server-side apply. `live` is null when the object does not exist yet. `config` is the body as
// sent (after defaulting of nothing). What this manager owned before and no longer sends is removed
// if nobody else owns it; same value is shared ownership; another's different value is a conflict
// unless forced. What the endpoint resets is as if it had not been sent.
//
// "kubectl" is special, as on the real server: it takes over what it applied on the client's side
// according to the annotation, and keeps that annotation up to date.
//
// Invalid: the body has not the shape of the schema, ".spec.bogus: field not declared in schema".
[[nodiscard]] Result<Applied> apply(const json::Value& live, const json::Value& config,
                                    const Structure& structure, const Writer& writer,
                                    const ResetFields& reset, Force force);

// Equal but for managedFields' times (and resourceVersion, generation): nothing is to be written.
bool same_but_for_times(const json::Value& one, const json::Value& other);

}  // namespace telltale::schema
