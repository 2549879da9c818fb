// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/lease.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t thousand = 1000;
constexpr std::uint64_t jitter_thousandths = 1200;
// What client-go writes when it lets go.
constexpr std::int32_t released_seconds = 1;

// Rounded up: others may wait too long, never too short.
std::int32_t whole_seconds(milliseconds duration) {
  const auto seconds = std::chrono::ceil<Seconds>(duration).count();
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(seconds, 1, std::numeric_limits<std::int32_t>::max()));
}

// The same but for the version, which also changes when somebody adds a label.
bool is_same(const LeaseRecord& one, const LeaseRecord& other) {
  return one.holder == other.holder && one.duration_seconds == other.duration_seconds &&
         one.acquired == other.acquired && one.renewed == other.renewed &&
         one.transitions == other.transitions;
}

// Our clock shows whole seconds, and a write that changes nothing renews nothing: a renewal is
// always later than the one before.
LeaseTime later_than(LeaseTime before, Instant now) {
  const LeaseTime at = now;
  if (before == no_lease_time || before < at) return at;
  return before < at + Seconds(1) ? before + std::chrono::microseconds(1) : at;
}

std::int32_t one_more(std::int32_t transitions) {
  if (transitions == std::numeric_limits<std::int32_t>::max()) return transitions;
  return transitions + 1;
}

}  // namespace

Result<void> validate(const LeaseRules& rules) {
  const auto refuse = [](std::string why) { return fail(Error::Kind::Invalid, std::move(why)); };
  if (rules.retry_period < milliseconds(1)) return refuse("the retry period must be positive");
  if (rules.duration < Seconds(1)) return refuse("the lease duration must be at least 1s");
  if (rules.duration <= rules.renew_deadline) {
    return refuse("the lease duration must be longer than the renew deadline");
  }
  if (rules.renew_deadline * 10 <= rules.retry_period * 12) {
    return refuse("the renew deadline must be longer than 1.2 retry periods");
  }
  return {};
}

LeaseElapsed jittered(milliseconds period, Rng& rng) {
  const LeaseElapsed whole = period;
  return whole + whole / thousand * static_cast<std::int64_t>(rng.below(jitter_thousandths));
}

milliseconds answer_patience(const LeaseRules& rules) {
  return std::max(milliseconds(1), rules.renew_deadline / 2);
}

void LeaseView::saw(const std::optional<LeaseRecord>& record, LeaseElapsed elapsed) {
  const bool changed = !known_ || record.has_value() != record_.has_value() ||
                       (record && !is_same(*record, *record_));
  if (changed) changed_ = elapsed;
  known_ = true;
  record_ = record;
}

std::optional<LeaseElapsed> LeaseView::expires() const {
  if (!record_ || record_->holder.empty()) return std::nullopt;
  return changed_ + Seconds(std::max<std::int32_t>(record_->duration_seconds, 0));
}

bool LeaseView::is_free(LeaseElapsed elapsed) const {
  if (!known_) return false;
  const auto end = expires();
  return !end || elapsed >= *end;
}

LeaseClaim::LeaseClaim(std::string name, std::string identity, const LeaseRules& rules)
    : name_(std::move(name)), identity_(std::move(identity)), rules_(rules) {}

LeaseRequest LeaseClaim::begin(LeaseRequest::What what, LeaseRecord record, std::uint64_t number,
                               LeaseElapsed elapsed) {
  check(number != 0 && !is_under_way(), "of one Lease one write is under way at a time");
  number_ = number;
  begun_ = elapsed;
  last_write_ = elapsed;
  return {.what = what, .name = name_, .record = std::move(record), .number = number};
}

LeaseRequest LeaseClaim::take(std::uint64_t number, LeaseElapsed elapsed, Instant now) {
  check(is_within_reach(elapsed), "only what is ours or has no holder is taken");
  const LeaseRecord* before = view_.record();
  LeaseRecord record = {.holder = identity_,
                        .duration_seconds = whole_seconds(rules_.duration),
                        .acquired = now,
                        .renewed = now};
  if (before == nullptr) {
    return begin(LeaseRequest::What::Create, std::move(record), number, elapsed);
  }
  record.resource_version = before->resource_version;
  record.renewed = later_than(before->renewed, now);
  record.acquired = is_ours() ? before->acquired : record.renewed;
  record.transitions = is_ours() ? before->transitions : one_more(before->transitions);
  return begin(LeaseRequest::What::Update, std::move(record), number, elapsed);
}

LeaseRequest LeaseClaim::give_up(std::uint64_t number, LeaseElapsed elapsed, Instant now) {
  check(is_ours(), "only what is ours is given up");
  held_ = false;
  LeaseRecord record = *view_.record();
  record.holder.clear();
  record.duration_seconds = released_seconds;
  record.renewed = later_than(record.renewed, now);
  record.acquired = record.renewed;
  return begin(LeaseRequest::What::Update, std::move(record), number, elapsed);
}

LeaseRequest LeaseClaim::remove(std::uint64_t number, LeaseElapsed elapsed) {
  check(view_.is_there(), "only what is there is deleted");
  held_ = false;
  return begin(LeaseRequest::What::Delete, *view_.record(), number, elapsed);
}

void LeaseClaim::answered(const LeaseRequest& request, const LeaseAnswer& answer,
                          LeaseElapsed elapsed) {
  if (number_ == 0 || request.number != number_) return;
  stop_waiting(elapsed);
  if (!answer || (answer->empty() && request.what != LeaseRequest::What::Delete)) return;
  certain_ = true;
  if (request.what == LeaseRequest::What::Delete) return view_.saw(std::nullopt, elapsed);
  const LeaseRecord& stored = answer->front().record;
  view_.saw(stored, elapsed);
  held_ = is_ours() && request.record.holder == identity_;
  if (held_) renewed_at_ = begun_;
}

void LeaseClaim::stop_waiting(LeaseElapsed elapsed) {
  number_ = 0;
  last_write_ = elapsed;
  certain_ = false;
}

void LeaseClaim::saw(const std::optional<LeaseRecord>& record, LeaseElapsed asked,
                     LeaseElapsed elapsed) {
  if (is_under_way() || asked < last_write_) return;
  view_.saw(record, elapsed);
  certain_ = true;
  if (!is_ours()) held_ = false;
}

std::optional<LeaseElapsed> LeaseClaim::holds_until() const {
  if (!held_) return std::nullopt;
  return renewed_at_ + rules_.renew_deadline;
}

void LeaseClaim::lapse(LeaseElapsed elapsed) { held_ = holds(elapsed); }

bool LeaseClaim::holds(LeaseElapsed elapsed) const {
  const auto end = holds_until();
  return end && elapsed < *end;
}

}  // namespace telltale
