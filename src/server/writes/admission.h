// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the state of the server says of an object that is about to be written: its namespace must be
// there and not be ending, nobody may grant more than they have, and a definition must be one.

#include "base/clock.h"
#include "server/access/rbac/policies.h"
#include "server/crds/definitions.h"
#include "server/request/call.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

class Admission {
 public:
  Admission(store::Store& store, const Definitions& definitions, const Clock& clock,
            const Policies& policies)
      : store_(store), definitions_(definitions), clock_(clock), policies_(policies) {}

  // `old` is null on create.
  Outcome<void> operator()(Call& call, json::Value& object, const json::Value* old) const;
  // What the server adds to an object that is created, and nobody comes to own.
  Outcome<void> enrich(const Call& call, json::Value& object) const;

 private:
  Outcome<void> check_may_create(const Call& call, const json::Value& object) const;
  Outcome<void> check_namespace(const Call& call, const json::Value& object) const;
  Outcome<void> set_priority(const Call& call, json::Value& pod) const;

  store::Store& store_;
  const Definitions& definitions_;
  const Clock& clock_;
  const Policies& policies_;
};

}  // namespace telltale::server
