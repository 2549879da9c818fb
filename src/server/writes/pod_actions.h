// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is done to a Pod through its subresources: it is bound to a Node, and evicted as far as
// PodDisruptionBudgets let it go. No kubelet is here: a Pod that is evicted goes at once.

#include "base/clock.h"
#include "http/message.h"
#include "server/objects/live_object.h"
#include "server/objects/remover.h"
#include "server/request/call.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

class PodActions {
 public:
  PodActions(store::Store& store, const Clock& clock)
      : store_(store), clock_(clock), remover_(store, clock) {}

  Outcome<http::Response> bind(Call& call) const;
  Outcome<http::Response> evict(Call& call) const;

 private:
  Outcome<Live> load_pod(const Place& place) const;
  Outcome<void> assign(const Place& place, const json::Value& binding, bool dry_run) const;
  Outcome<void> spend_budgets(const Call& call, const json::Value& pod, bool dry_run) const;
  Outcome<void> spend(const Place& budget, const json::Value& pod, bool dry_run) const;

  store::Store& store_;
  const Clock& clock_;
  Remover remover_;
};

}  // namespace telltale::server
