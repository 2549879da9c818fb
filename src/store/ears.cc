// SPDX-License-Identifier: Apache-2.0
#include "store/ears.h"

#include <mutex>
#include <utility>

namespace telltale::store {

// The gate is recursive because a listener may end its own subscription.
struct Ears::Ear {
  explicit Ear(Present::Listener told) : listener(std::move(told)) {}

  void tell(std::span<const Change> changes) {
    const std::lock_guard held(gate);
    if (!ended) listener(changes);
  }
  void end() {
    const std::lock_guard held(gate);
    ended = true;
  }

  std::recursive_mutex gate;
  Present::Listener listener;
  bool ended = false;
};

// The caller's handle owns the ear and ends it; `tell` holds it only while it calls.
Present::Subscription Ears::add(Present::Listener listener) {
  auto ear = std::make_shared<Ear>(std::move(listener));
  ears_.push_back(ear);
  Ear* const known = ear.get();
  return {known, [owned = std::move(ear)](Ear* ended) { ended->end(); }};
}

void Ears::tell(std::span<const Change> changes) {
  std::erase_if(ears_, [](const std::weak_ptr<Ear>& ear) { return ear.expired(); });
  // By index: a listener must not subscribe, but a broken rule shall not read freed memory.
  for (std::size_t index = 0; index < ears_.size(); ++index) {
    if (const auto ear = ears_[index].lock()) ear->tell(changes);
  }
}

}  // namespace telltale::store
