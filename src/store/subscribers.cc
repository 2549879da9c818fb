// SPDX-License-Identifier: Apache-2.0
#include "store/subscribers.h"

#include <mutex>
#include <utility>

namespace telltale::store {

// The gate is recursive because a listener may end its own subscription.
struct Subscribers::Ear {
  explicit Ear(CurrentState::Listener told) : listener(std::move(told)) {}

  void tell(std::span<const Change> changes) {
    const std::lock_guard held(gate);
    if (!ended) listener(changes);
  }
  void end() {
    const std::lock_guard held(gate);
    ended = true;
  }

  std::recursive_mutex gate;
  CurrentState::Listener listener;
  bool ended = false;
};

// The caller's handle owns the ear and ends it; `tell` holds it only while it calls.
CurrentState::Subscription Subscribers::add(CurrentState::Listener listener) {
  auto ear = std::make_shared<Ear>(std::move(listener));
  subscribers_.push_back(ear);
  Ear* const known = ear.get();
  return {known, [owned = std::move(ear)](Ear* ended) { ended->end(); }};
}

void Subscribers::tell(std::span<const Change> changes) {
  std::erase_if(subscribers_, [](const std::weak_ptr<Ear>& ear) { return ear.expired(); });
  // By index: a listener must not subscribe, but a broken rule shall not read freed memory.
  for (std::size_t index = 0; index < subscribers_.size(); ++index) {
    if (const auto ear = subscribers_[index].lock()) ear->tell(changes);
  }
}

}  // namespace telltale::store
