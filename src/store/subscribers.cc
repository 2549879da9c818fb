// SPDX-License-Identifier: Apache-2.0
#include "store/subscribers.h"

#include <mutex>
#include <utility>

namespace telltale::store {

// The gate is recursive because a listener may end its own subscription.
struct Subscribers::Subscriber {
  explicit Subscriber(CurrentState::Listener told) : listener(std::move(told)) {}

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

// The caller's handle owns the subscriber and ends it; `tell` holds it only while it calls.
CurrentState::Subscription Subscribers::add(CurrentState::Listener listener) {
  auto subscriber = std::make_shared<Subscriber>(std::move(listener));
  subscribers_.push_back(subscriber);
  Subscriber* const known = subscriber.get();
  return {known, [owned = std::move(subscriber)](Subscriber* ended) { ended->end(); }};
}

void Subscribers::tell(std::span<const Change> changes) {
  std::erase_if(subscribers_,
                [](const std::weak_ptr<Subscriber>& subscriber) { return subscriber.expired(); });
  // By index: a listener must not subscribe, but a broken rule shall not read freed memory.
  for (std::size_t index = 0; index < subscribers_.size(); ++index) {
    if (const auto subscriber = subscribers_[index].lock()) subscriber->tell(changes);
  }
}

}  // namespace telltale::store
