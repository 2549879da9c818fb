// SPDX-License-Identifier: Apache-2.0
#include "client/api.h"

#include <utility>

#include "client/api_queue.h"

namespace telltale::client {

Api::Api(Transport& transport, Scheduler& scheduler, const Clock& clock, std::uint64_t seed,
         const ApiLimits& limits)
    : queue_(std::make_shared<Queue>(transport, scheduler, clock, seed, limits)) {}

Api::~Api() { queue_->close(); }

void Api::send(Outgoing request, Then then) { queue_->send(std::move(request), std::move(then)); }

std::unique_ptr<PendingRequest> Api::stream(Outgoing request, StreamSink sink) {
  return queue_->stream(std::move(request), std::move(sink));
}

ApiFigures Api::figures() const { return queue_->figures(); }

const Clock& Api::clock() const { return queue_->clock(); }

}  // namespace telltale::client
