// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who is told of changes. A listener is called until its subscription is let go, never afterwards,
// and may let go of it while it is being called.
//
// Safe to share between threads, but `tell` and `add` are for one thread at a time.

#include <memory>
#include <span>
#include <vector>

#include "store/present.h"

namespace telltale::store {

class Ears {
 public:
  Present::Subscription add(Present::Listener listener);
  void tell(std::span<const Change> changes);

 private:
  struct Ear;
  std::vector<std::weak_ptr<Ear>> ears_;
};

}  // namespace telltale::store
