// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/lease_holder.h"

#include <algorithm>
#include <utility>

namespace telltale {

LeaseHolder::LeaseHolder(std::string name, std::string identity, const LeaseRules& rules,
                         std::uint64_t seed)
    : claim_(std::move(name), std::move(identity), rules), rules_(rules), rng_(seed) {}

std::vector<LeaseRequest> LeaseHolder::next(LeaseElapsed elapsed, Instant now) {
  stop_waiting(elapsed);
  claim_.lapse(elapsed);
  if (claim_.is_under_way() || reading_ != 0 || is_gone()) return {};
  if (resigned_ && claim_.is_certain()) return {claim_.give_up(++requests_, elapsed, now)};
  if (elapsed < next_) return {};
  if (claim_.is_certain() && claim_.is_within_reach(elapsed)) {
    return {claim_.take(++requests_, elapsed, now)};
  }
  return {read(elapsed)};
}

LeaseRequest LeaseHolder::read(LeaseElapsed elapsed) {
  reading_ = ++requests_;
  read_begun_ = elapsed;
  return {.what = LeaseRequest::What::Read, .name = claim_.name(), .number = reading_};
}

void LeaseHolder::stop_waiting(LeaseElapsed elapsed) {
  const auto late = [&](LeaseElapsed begun) { return elapsed >= begun + answer_patience(rules_); };
  if (claim_.is_under_way() && late(claim_.begun())) {
    claim_.stop_waiting(elapsed);
    next_ = pause(elapsed);
  }
  if (reading_ != 0 && late(read_begun_)) {
    reading_ = 0;
    next_ = pause(elapsed);
  }
}

LeaseElapsed LeaseHolder::pause(LeaseElapsed elapsed) {
  return elapsed +
         (holds(elapsed) ? LeaseElapsed(rules_.retry_period) : jittered(rules_.retry_period, rng_));
}

void LeaseHolder::answered(const LeaseRequest& request, const LeaseAnswer& answer,
                           LeaseElapsed elapsed) {
  if (request.number == 0) return;
  if (request.number == reading_) return was_read(answer, elapsed);
  if (!claim_.is_under_way()) return;
  claim_.answered(request, answer, elapsed);
  if (claim_.is_under_way()) return;
  has_held_ = has_held_ || claim_.holds(elapsed);
  next_ = pause(elapsed);
}

void LeaseHolder::was_read(const LeaseAnswer& answer, LeaseElapsed elapsed) {
  reading_ = 0;
  if (!answer) {
    next_ = pause(elapsed);
    return;
  }
  std::optional<LeaseRecord> record;
  if (!answer->empty()) record = answer->front().record;
  claim_.saw(record, read_begun_, elapsed);
  if (!claim_.is_within_reach(elapsed)) wait_for_others(elapsed);
}

// Until the next look, or until its holder is dead if nothing changes.
void LeaseHolder::wait_for_others(LeaseElapsed elapsed) {
  next_ = pause(elapsed);
  if (const auto end = claim_.view().expires()) next_ = std::min(next_, *end);
}

LeaseElapsed LeaseHolder::wake() const {
  if (is_gone()) return LeaseElapsed::max();
  LeaseElapsed first = next_;
  if (claim_.is_under_way()) first = claim_.begun() + answer_patience(rules_);
  if (reading_ != 0) first = read_begun_ + answer_patience(rules_);
  if (const auto end = claim_.holds_until()) first = std::min(first, *end);
  return first;
}

std::vector<std::size_t> LeaseHolder::held(LeaseElapsed elapsed) const {
  if (resigned_ || !holds(elapsed)) return {};
  return {0};
}

bool LeaseHolder::is_gone() const {
  return resigned_ && !claim_.is_under_way() && !claim_.is_ours();
}

}  // namespace telltale
