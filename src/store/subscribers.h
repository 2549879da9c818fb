// SPDX-License-Identifier: Apache-2.0
#pragma once

// The listeners that are told of changes. One is called until its subscription is let go, never
// afterwards, and may let go of it while it is being called.
//
// Safe to share between threads, but `tell` and `add` are for one thread at a time.

#include <memory>
#include <span>
#include <vector>

#include "store/current_state.h"

namespace telltale::store {

class Subscribers {
 public:
  CurrentState::Subscription add(CurrentState::Listener listener);
  void tell(std::span<const Change> changes);

 private:
  struct Subscriber;
  std::vector<std::weak_ptr<Subscriber>> subscribers_;
};

}  // namespace telltale::store
