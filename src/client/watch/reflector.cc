// SPDX-License-Identifier: Apache-2.0
#include "client/watch/reflector.h"

#include <utility>

#include "client/watch/following.h"

namespace telltale::client {

Reflector::Reflector(Api& api, Scheduler& scheduler, std::uint64_t seed, ReflectorOptions options,
                     ReflectorSink sink)
    : following_(
          std::make_shared<Following>(api, scheduler, seed, std::move(options), std::move(sink))) {
  following_->begin();
}

Reflector::~Reflector() { following_->close(); }

ReflectorFigures Reflector::figures() const { return following_->figures(); }

}  // namespace telltale::client
