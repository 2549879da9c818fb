// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/shards.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace telltale {
namespace {

// A Lease of membership that was dead for so many lease durations is deleted: replicas come with
// new names, and somebody must sweep.
constexpr int swept_after_durations = 4;

}  // namespace

// One call of next().
struct Shards::Round {
  LeaseElapsed elapsed;
  Instant now;
  std::vector<LeaseRequest> requests = {};
};

Shards::Shards(std::string identity, std::size_t count, const LeaseRules& rules)
    : identity_(std::move(identity)),
      rules_(rules),
      member_(member_lease_name(identity_), identity_, rules),
      first_(count == 0 ? 0 : shard_of(identity_, count)) {
  check(count > 0 && count <= shards_max, "a fleet has from one to shards_max shards");
  shards_.reserve(count);
  for (std::size_t shard = 0; shard < count; ++shard) {
    shards_.emplace_back(shard_lease_name(shard, count), identity_, rules);
  }
}

template <class Action>
void Shards::for_each(Action action) {
  action(member_);
  for (LeaseClaim& claim : shards_) action(claim);
  for (auto& [name, claim] : others_) action(claim);
}

template <class Action>
void Shards::for_each(Action action) const {
  action(member_);
  for (const LeaseClaim& claim : shards_) action(claim);
  for (const auto& [name, claim] : others_) action(claim);
}

std::vector<LeaseRequest> Shards::next(LeaseElapsed elapsed, Instant now) {
  asked_ = elapsed;
  stop_waiting(elapsed);
  for_each([&](LeaseClaim& claim) { claim.lapse(elapsed); });
  Round round{.elapsed = elapsed, .now = now};
  if (resigned_) {
    leave(round);
  } else {
    balance(round);
    renew(round);
  }
  list(round);
  return std::move(round.requests);
}

void Shards::stop_waiting(LeaseElapsed elapsed) {
  const auto patience = answer_patience(rules_);
  for_each([&](LeaseClaim& claim) {
    if (claim.is_under_way() && elapsed >= claim.begun() + patience) claim.stop_waiting(elapsed);
  });
  if (listing_ != 0 && elapsed >= list_begun_ + patience) {
    listing_ = 0;
    next_list_ = elapsed + rules_.retry_period;
  }
}

// What was read by a List is as good as what each Lease alone would say, at the price of one.
void Shards::list(Round& round) {
  if (listing_ != 0 || round.elapsed < next_list_ || is_gone()) return;
  listing_ = ++requests_;
  list_begun_ = round.elapsed;
  next_list_ = round.elapsed + rules_.retry_period;
  round.requests.push_back({.what = LeaseRequest::What::List, .number = listing_});
}

bool Shards::is_due(const LeaseClaim& claim, LeaseElapsed elapsed) const {
  if (claim.is_under_way() || !claim.is_certain()) return false;
  // Ours by an answer that was lost, or overdue: as soon as possible.
  return !claim.holds(elapsed) || elapsed >= claim.begun() + rules_.retry_period;
}

void Shards::renew(Round& round) {
  if (is_due(member_, round.elapsed) && member_.is_within_reach(round.elapsed)) {
    round.requests.push_back(member_.take(++requests_, round.elapsed, round.now));
  }
  for (LeaseClaim& claim : shards_) {
    if (claim.is_ours() && is_due(claim, round.elapsed)) {
      round.requests.push_back(claim.take(++requests_, round.elapsed, round.now));
    }
  }
}

// A replica that just arrived looks around before it takes anything: of two that come at the same
// time at least one sees the other.
void Shards::balance(Round& round) {
  if (!knows_members_) return;
  const ShardCounts live = counts(round.elapsed);
  const std::size_t quota = shard_quota(live, identity_, shards_.size());
  const std::size_t have = ours();
  if (have < quota) take_some(round, quota - have);
  // Once for every List: what we gave up or took ourselves is no reason to give up more.
  if (!is_news_ || (have > quota && !release_one(round))) return;
  is_news_ = false;
  clear_away_dead(round, live);
}

void Shards::take_some(Round& round, std::size_t wanted) {
  const auto coming = std::ranges::count_if(
      shards_, [](const LeaseClaim& claim) { return claim.is_under_way() && !claim.is_ours(); });
  std::size_t left = wanted - std::min(wanted, static_cast<std::size_t>(coming));
  for (std::size_t step = 0; step < shards_.size() && left > 0; ++step) {
    LeaseClaim& claim = shards_[(first_ + step) % shards_.size()];
    const bool is_takeable = claim.is_certain() && !claim.is_under_way() && !claim.is_ours() &&
                             claim.view().is_free(round.elapsed);
    if (!is_takeable) continue;
    round.requests.push_back(claim.take(++requests_, round.elapsed, round.now));
    --left;
  }
}

// False when it has to wait: for the next period, or for renewals that are on their way.
bool Shards::release_one(Round& round) {
  if (round.elapsed < next_release_) return false;
  for (std::size_t step = shards_.size(); step > 0; --step) {
    LeaseClaim& claim = shards_[(first_ + step - 1) % shards_.size()];
    if (!claim.is_ours() || !claim.is_certain() || claim.is_under_way()) continue;
    round.requests.push_back(claim.give_up(++requests_, round.elapsed, round.now));
    next_release_ = round.elapsed + rules_.retry_period;
    return true;
  }
  return false;
}

// The first of the living sweeps, one at a time.
void Shards::clear_away_dead(Round& round, const ShardCounts& live) {
  if (live.begin()->first != identity_) return;
  for (auto& [name, claim] : others_) {
    const LeaseElapsed dead_for = round.elapsed - claim.view().changed();
    const bool is_sweepable = claim.is_certain() && !claim.is_under_way() &&
                              claim.view().is_there() && claim.view().is_free(round.elapsed) &&
                              dead_for >= swept_after_durations * rules_.duration;
    if (!is_sweepable) continue;
    round.requests.push_back(claim.remove(++requests_, round.elapsed));
    return;
  }
}

// The membership goes last, so that nobody counts on less than is still held.
void Shards::leave(Round& round) {
  bool is_holding = false;
  for (LeaseClaim& claim : shards_) {
    is_holding = is_holding || claim.is_ours() || claim.is_under_way();
    if (!claim.is_ours() || !claim.is_certain() || claim.is_under_way()) continue;
    round.requests.push_back(claim.give_up(++requests_, round.elapsed, round.now));
  }
  if (is_holding || !member_.is_ours() || !member_.is_certain() || member_.is_under_way()) return;
  round.requests.push_back(member_.remove(++requests_, round.elapsed));
}

bool Shards::is_gone() const {
  if (!resigned_) return false;
  const auto is_done = [](const LeaseClaim& claim) {
    return !claim.is_ours() && !claim.is_under_way();
  };
  return is_done(member_) && std::ranges::all_of(shards_, is_done);
}

void Shards::answered(const LeaseRequest& request, const LeaseAnswer& answer,
                      LeaseElapsed elapsed) {
  if (request.number == 0) return;
  if (request.number == listing_) {
    listing_ = 0;
    if (answer) was_listed(*answer, elapsed);
    return;
  }
  for_each([&](LeaseClaim& claim) { claim.answered(request, answer, elapsed); });
  if (member_since_ || !member_.holds(elapsed)) return;
  member_since_ = elapsed;
  next_list_ = elapsed;
}

void Shards::was_listed(const std::vector<NamedLease>& leases, LeaseElapsed elapsed) {
  std::map<std::string_view, const LeaseRecord*> found;
  for (const NamedLease& lease : leases) found.emplace(lease.name, &lease.record);
  const auto look_at = [&](LeaseClaim& claim) {
    const auto at = found.find(claim.name());
    std::optional<LeaseRecord> record;
    if (at != found.end()) record = *at->second;
    claim.saw(record, list_begun_, elapsed);
  };
  note_members(found);
  for_each(look_at);
  std::erase_if(others_, [](const auto& other) {
    return other.second.is_certain() && !other.second.view().is_there();
  });
  knows_members_ = knows_members_ || (member_since_ && list_begun_ >= *member_since_);
  is_news_ = true;
}

void Shards::note_members(const std::map<std::string_view, const LeaseRecord*>& found) {
  for (auto at = found.lower_bound(member_lease_prefix);
       at != found.end() && at->first.starts_with(member_lease_prefix); ++at) {
    if (others_.size() >= shard_members_max) return;
    if (at->first == member_.name() || others_.contains(at->first)) continue;
    others_.emplace(std::string(at->first), LeaseClaim(std::string(at->first), identity_, rules_));
  }
}

ShardCounts Shards::counts(LeaseElapsed elapsed) const {
  ShardCounts counts;
  counts[identity_] = ours();
  for (const auto& [name, claim] : others_) {
    if (!claim.view().is_free(elapsed)) counts.emplace(std::string(claim.view().holder()), 0);
  }
  for (const LeaseClaim& claim : shards_) {
    if (claim.is_ours() || claim.view().is_free(elapsed)) continue;
    const auto holder = counts.find(claim.view().holder());
    if (holder != counts.end()) ++holder->second;
  }
  return counts;
}

std::size_t Shards::ours() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(shards_, [](const LeaseClaim& claim) { return claim.is_ours(); }));
}

bool Shards::holds(std::size_t shard, LeaseElapsed elapsed) const {
  return !resigned_ && shard < shards_.size() && shards_[shard].holds(elapsed);
}

std::vector<std::size_t> Shards::held(LeaseElapsed elapsed) const {
  std::vector<std::size_t> found;
  for (std::size_t shard = 0; shard < shards_.size(); ++shard) {
    if (holds(shard, elapsed)) found.push_back(shard);
  }
  return found;
}

LeaseElapsed Shards::wake() const {
  if (is_gone()) return LeaseElapsed::max();
  const auto patience = answer_patience(rules_);
  LeaseElapsed first = listing_ != 0 ? list_begun_ + patience : next_list_;
  const auto consider = [&](std::optional<LeaseElapsed> at) {
    if (at && *at > asked_) first = std::min(first, *at);
  };
  for_each([&](const LeaseClaim& claim) {
    consider(claim.holds_until());
    if (claim.is_under_way()) return consider(claim.begun() + patience);
    if (claim.is_ours()) return consider(claim.begun() + rules_.retry_period);
    consider(claim.view().expires());
  });
  return first;
}

}  // namespace telltale
