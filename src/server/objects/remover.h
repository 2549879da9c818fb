// SPDX-License-Identifier: Apache-2.0
#pragma once

// Deleting: at once, or by marking an object that still has finalizers, namespaces and definitions
// being emptied first. Used by requests and by the server's own housekeeping.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "http/message.h"
#include "server/objects/live_object.h"
#include "server/request/call.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

inline constexpr std::string_view foreground_finalizer = "foregroundDeletion";
inline constexpr std::string_view orphan_finalizer = "orphan";
inline constexpr std::string_view definition_finalizer =
    "customresourcecleanup.apiextensions.k8s.io";
inline constexpr std::string_view namespace_finalizer = "kubernetes";

struct DeleteOptions {
  enum class Propagation : std::uint8_t { Default, Background, Foreground, Orphan };
  Propagation propagation = Propagation::Default;
  std::optional<std::string> uid = {};  // preconditions
  std::optional<std::string> version = {};
  bool dry_run = false;
};
// From the body, JSON or protobuf, and from the query.
Outcome<DeleteOptions> read_delete_options(const Call& call);

struct Removed {
  bool gone = false;  // false: it is marked, and stays until its finalizers are gone
  store::Bytes object;
  store::Revision revision = 0;
  bool damaged = false;  // what was there could not be read
};

class Remover {
 public:
  Remover(store::Store& store, const Clock& clock) : store_(store), clock_(clock) {}

  Outcome<http::Response> remove(Call& call) const;
  Outcome<http::Response> remove_many(Call& call) const;

  // Tries again when somebody else writes meanwhile, unless a version was demanded.
  Outcome<Removed> remove_object(const Place& place, const DeleteOptions& options) const;

 private:
  Outcome<Removed> attempt(const Place& place, const DeleteOptions& options) const;
  void mark(json::Value& object, const Resource& resource) const;

  store::Store& store_;
  const Clock& clock_;
};

}  // namespace telltale::server
