// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must be in the store before anybody asks: the namespaces every cluster has, the roles, and
// telltale's own definitions. What is there already is left alone, so that a restart writes
// nothing.

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "json/value.h"
#include "server/crds/definitions.h"
#include "server/objects/live_object.h"
#include "store/store.h"

namespace telltale::server {

struct Startup {
  store::Store& store;
  const Clock& clock;
  Entropy& entropy;
  const Definitions& definitions;

  // Those that were there before `since` belong to a predecessor that is being erased, and are
  // replaced.
  [[nodiscard]] Result<void> ensure_namespaces(std::string_view home,
                                               store::Revision since = 0) const;
  [[nodiscard]] Result<void> ensure_roles() const;
  [[nodiscard]] Result<void> ensure_definitions() const;

 private:
  Result<void> ensure_definition(json::Value wanted) const;
  Result<void> replace_older(const Place& place, store::Revision since) const;
};

// Creates the object unless it is there, with metadata of its own and the kind's defaults.
[[nodiscard]] Result<void> ensure_object(store::Store& store, const Clock& clock, Entropy& entropy,
                                         const Registry& registry, std::string_view home,
                                         json::Value wanted);

}  // namespace telltale::server
