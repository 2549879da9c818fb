// SPDX-License-Identifier: Apache-2.0
#pragma once

// Wants one Lease: the leader of several replicas, as client-go elects it.
//
//   LeaseHolder leader("telltale-leader", identity, rules, seed);
//   for (const LeaseRequest& request : leader.next(clock.elapsed(), clock.now())) ...

#include "reconcile/leases/lease.h"

namespace telltale {

class LeaseHolder final : public LeaseClaimant {
 public:
  LeaseHolder(std::string name, std::string identity, const LeaseRules& rules, std::uint64_t seed);

  std::vector<LeaseRequest> next(LeaseElapsed elapsed, Instant now) override;
  LeaseElapsed wake() const override;
  void answered(const LeaseRequest& request, const LeaseAnswer& answer,
                LeaseElapsed elapsed) override;
  std::vector<std::size_t> held(LeaseElapsed elapsed) const override;
  void resign() override { resigned_ = true; }
  bool is_gone() const override;

  bool holds(LeaseElapsed elapsed) const { return claim_.holds(elapsed); }
  // It held it and does not any more, without having resigned: time to stop acting at once.
  bool is_lost(LeaseElapsed elapsed) const { return has_held_ && !resigned_ && !holds(elapsed); }
  // Who holds it, dead or alive, as far as is known.
  std::string_view observed_holder() const { return claim_.view().holder(); }

 private:
  void stop_waiting(LeaseElapsed elapsed);
  LeaseRequest read(LeaseElapsed elapsed);
  void was_read(const LeaseAnswer& answer, LeaseElapsed elapsed);
  void wait_for_others(LeaseElapsed elapsed);
  // As long as it is held renewals are not put off; one that only waits leaves room for others.
  LeaseElapsed pause(LeaseElapsed elapsed);

  LeaseClaim claim_;
  LeaseRules rules_;
  Rng rng_;
  std::uint64_t requests_ = 0;
  std::uint64_t reading_ = 0;  // the number of the read under way
  LeaseElapsed read_begun_{};
  LeaseElapsed next_{LeaseElapsed::min()};
  bool has_held_ = false;
  bool resigned_ = false;
};

}  // namespace telltale
