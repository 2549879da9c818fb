// SPDX-License-Identifier: Apache-2.0
#pragma once

// Several replicas share a fleet: it is cut into a fixed number of shards, each a set of whole
// trees, each with a Lease of its own. Every replica has a Lease of membership, too, by which the
// others know how many they are. A replica takes what nobody holds up to its share; when a holder
// dies its shards are free after a lease duration; when a replica joins, the others give up what
// they hold beyond their share, one per retry period. Sans I/O, like a single Lease.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reconcile/leases/lease.h"
#include "reconcile/leases/shards_names.h"
#include "reconcile/leases/shards_quota.h"

namespace telltale {

inline constexpr std::size_t shards_max = 1024;
// Further Leases of membership are not looked at.
inline constexpr std::size_t shard_members_max = 1024;

class Shards final : public LeaseClaimant {
 public:
  Shards(std::string identity, std::size_t count, const LeaseRules& rules);

  std::vector<LeaseRequest> next(LeaseElapsed elapsed, Instant now) override;
  LeaseElapsed wake() const override;
  void answered(const LeaseRequest& request, const LeaseAnswer& answer,
                LeaseElapsed elapsed) override;
  std::vector<std::size_t> held(LeaseElapsed elapsed) const override;
  void resign() override { resigned_ = true; }
  bool is_gone() const override;

  bool holds(std::size_t shard, LeaseElapsed elapsed) const;
  std::size_t count() const { return shards_.size(); }
  // Live replicas as far as the Leases tell, this one included.
  std::size_t replicas(LeaseElapsed elapsed) const { return counts(elapsed).size(); }

 private:
  struct Round;

  template <class Action>
  void for_each(Action action);
  template <class Action>
  void for_each(Action action) const;
  void stop_waiting(LeaseElapsed elapsed);
  void was_listed(const std::vector<NamedLease>& leases, LeaseElapsed elapsed);
  void note_members(const std::map<std::string_view, const LeaseRecord*>& found);
  ShardCounts counts(LeaseElapsed elapsed) const;
  std::size_t ours() const;
  bool is_due(const LeaseClaim& claim, LeaseElapsed elapsed) const;

  void list(Round& round);
  void renew(Round& round);
  void balance(Round& round);
  void take_some(Round& round, std::size_t wanted);
  bool release_one(Round& round);
  void clear_away_dead(Round& round, const ShardCounts& live);
  void leave(Round& round);

  std::string identity_;
  LeaseRules rules_;
  LeaseClaim member_;
  std::vector<LeaseClaim> shards_;
  std::map<std::string, LeaseClaim, std::less<>> others_;  // members, by the name of their Lease
  std::size_t first_;                                      // where it begins to look for free ones
  std::uint64_t requests_ = 0;
  std::uint64_t listing_ = 0;  // the number of the List under way
  LeaseElapsed list_begun_{};
  LeaseElapsed next_list_{LeaseElapsed::min()};
  std::optional<LeaseElapsed> member_since_;
  LeaseElapsed next_release_{LeaseElapsed::min()};
  LeaseElapsed asked_{LeaseElapsed::min()};  // when next() was last called
  bool is_news_ = false;                     // a List was answered since the last balance
  bool knows_members_ = false;               // a List was made after our membership was written
  bool resigned_ = false;
};

}  // namespace telltale
