// SPDX-License-Identifier: Apache-2.0
#pragma once

// Replicas that fight for Leases in virtual time: an API server with resource versions, a network
// that loses, delays and reorders, clocks that run differently, replicas that stop and die. One
// seed is one story.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "base/text.h"
#include "reconcile/leases/lease.h"

namespace telltale {

// What a kube-apiserver does with Leases.
class LeaseServerForTest {
 public:
  LeaseAnswer serve(const LeaseRequest& request) {
    using What = LeaseRequest::What;
    if (request.what == What::List) return all();
    const auto found = leases_.find(request.name);
    const bool is_there = found != leases_.end();
    if (request.what == What::Read && !is_there) return std::vector<NamedLease>{};
    if (request.what == What::Create && is_there) return fail(Error::Kind::Conflict, "exists");
    if (request.what == What::Read) return std::vector<NamedLease>{{found->first, found->second}};
    if (request.what == What::Create) return store(request);
    if (!is_there) return fail(Error::Kind::NotFound, "not found");
    if (found->second.resource_version != request.record.resource_version) {
      return fail(Error::Kind::Conflict, "changed");
    }
    if (request.what == What::Update) return store(request);
    leases_.erase(found);
    return std::vector<NamedLease>{};
  }

  const std::map<std::string, LeaseRecord>& leases() const { return leases_; }
  std::size_t writes() const { return writes_; }

 private:
  LeaseAnswer all() const {
    std::vector<NamedLease> found;
    for (const auto& [name, record] : leases_) found.push_back({name, record});
    return found;
  }
  LeaseAnswer store(const LeaseRequest& request) {
    ++writes_;
    LeaseRecord record = request.record;
    record.resource_version = format("{}", ++version_);
    leases_[request.name] = record;
    return std::vector<NamedLease>{{request.name, record}};
  }

  std::map<std::string, LeaseRecord> leases_;
  std::uint64_t version_ = 100;
  std::size_t writes_ = 0;
};

class LeaseWorldForTest {
 public:
  using Millis = std::chrono::milliseconds;
  static constexpr Millis tick{100};

  struct Weather {
    std::uint64_t delay_ms_max = 50;  // of one way
    std::uint64_t lost_one_in = 0;    // of messages, each way; 0: none
  };

  struct Replica {
    std::unique_ptr<LeaseClaimant> claimant;
    std::int64_t rate = 1000;  // thousandths of true time
    LeaseElapsed offset{};
    bool is_alive = true;
    bool is_paused = false;
    bool is_told = true;  // an answer came since it was last asked
  };

  explicit LeaseWorldForTest(std::uint64_t seed) : rng_(seed) {}

  std::size_t add(std::unique_ptr<LeaseClaimant> claimant, std::int64_t rate = 1000) {
    const LeaseElapsed offset = std::chrono::seconds(rng_.below(1'000'000));
    replicas_.push_back({.claimant = std::move(claimant), .rate = rate, .offset = offset});
    return replicas_.size() - 1;
  }
  Replica& at(std::size_t index) { return replicas_[index]; }
  std::size_t size() const { return replicas_.size(); }
  LeaseServerForTest& server() { return server_; }
  Rng& rng() { return rng_; }
  Weather& weather() { return weather_; }
  Millis time() const { return time_; }

  LeaseElapsed elapsed(const Replica& replica) const {
    return replica.offset + LeaseElapsed(time_) / 1000 * replica.rate;
  }
  std::vector<std::size_t> held(std::size_t index) const {
    const Replica& replica = replicas_[index];
    if (!replica.is_alive) return {};
    return replica.claimant->held(elapsed(replica));
  }
  // Every slot that is held, and by how many.
  std::map<std::size_t, std::size_t> holders() const {
    std::map<std::size_t, std::size_t> found;
    for (std::size_t index = 0; index < replicas_.size(); ++index) {
      for (const std::size_t slot : held(index)) ++found[slot];
    }
    return found;
  }

  // A tick; false when two hold the same.
  bool step() {
    time_ += tick;
    while (!mail_.empty() && mail_.begin()->first <= time_) {
      const auto deliver = std::move(mail_.begin()->second);
      mail_.erase(mail_.begin());
      deliver();
    }
    for (std::size_t index = 0; index < replicas_.size(); ++index) ask(index);
    for (const auto& [slot, count] : holders()) {
      if (count > 1) return false;
    }
    return true;
  }
  bool run(Millis span) {
    const Millis end = time_ + span;
    while (time_ < end) {
      if (!step()) return false;
    }
    return true;
  }

 private:
  // Only when it asked to be: a wake that is missing shows.
  void ask(std::size_t index) {
    Replica& replica = replicas_[index];
    if (!replica.is_alive || replica.is_paused) return;
    const LeaseElapsed now = elapsed(replica);
    if (!std::exchange(replica.is_told, false) && now < replica.claimant->wake()) return;
    // Wall clocks differ by years, which nobody may notice.
    const Instant wall = Instant(Seconds(1'700'000'000)) +
                         std::chrono::floor<Seconds>(now) * static_cast<std::int64_t>(index + 1);
    for (LeaseRequest& request : replica.claimant->next(now, wall)) post(index, std::move(request));
  }
  void post(std::size_t index, LeaseRequest request) {
    if (is_lost()) return;
    mail_.emplace(time_ + delay(), [this, index, request = std::move(request)] {
      LeaseAnswer answer = server_.serve(request);
      if (is_lost()) return;
      mail_.emplace(time_ + delay(), [this, index, request, answer = std::move(answer)] {
        Replica& replica = replicas_[index];
        if (!replica.is_alive) return;
        replica.claimant->answered(request, answer, elapsed(replica));
        replica.is_told = true;
      });
    });
  }
  bool is_lost() { return weather_.lost_one_in != 0 && rng_.one_in(weather_.lost_one_in); }
  Millis delay() { return Millis(rng_.below(weather_.delay_ms_max + 1)); }

  Rng rng_;
  Weather weather_;
  LeaseServerForTest server_;
  std::vector<Replica> replicas_;
  std::multimap<Millis, std::function<void()>> mail_;
  Millis time_{0};
};

// Within what the lease rules forgive: the fastest clock runs 1.35 times the slowest, and the
// default rules allow 1.5.
inline std::int64_t drifting_rate(Rng& rng) {
  return 850 + static_cast<std::int64_t>(rng.below(301));
}

// Something bad happens to somebody: a pause, its end, a death, a change of weather.
inline void make_trouble(LeaseWorldForTest& world) {
  Rng& rng = world.rng();
  LeaseWorldForTest::Replica& replica = world.at(rng.below(world.size()));
  switch (rng.below(6)) {
    case 0:
      replica.is_paused = true;
      break;
    case 1:
      if (rng.one_in(4)) replica.is_alive = false;
      break;
    case 2:
      world.weather().delay_ms_max = rng.below(8'000);
      break;
    case 3:
      world.weather().lost_one_in = rng.below(4);
      break;
    default:
      for (std::size_t index = 0; index < world.size(); ++index) world.at(index).is_paused = false;
      world.weather() = {};
  }
}

inline void end_all_trouble(LeaseWorldForTest& world) {
  for (std::size_t index = 0; index < world.size(); ++index) world.at(index).is_paused = false;
  world.weather() = {};
}

}  // namespace telltale
