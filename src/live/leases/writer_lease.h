// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Lease `telltale-writer`: the telltale that writes on a server holds it, and any other that is
// not its replica looks on. It names its holder and what that writes. A LeaseHolder that tells what
// it saw, since a second telltale must know whom it yields to.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reconcile/leases/lease_holder.h"
#include "report/status/status_write.h"

namespace telltale::live {

inline constexpr std::string_view writer_lease = "telltale-writer";

// A process that is killed gives nothing back, and its successor must not wait for that.
// So the holder's name also says which process it is: one that is gone from this very machine
// (this boot, this namespace of processes) holds nothing.
std::string name_of_process(std::string_view identity);
bool is_gone_from_here(std::string_view holder);

// "missing", "all" or "none".
std::string_view to_text(WritePolicy policy);

class WriterClaim final : public LeaseClaimant {
 public:
  struct Observation {
    std::string write = {};   // what that one writes
    std::string holder = {};  // as it was read or written last; empty: nobody's
    bool is_ours = false;
    std::string trouble = {};  // why it can be neither read nor written; not empty: refused
    bool no_namespace = false;
  };
  // `tell` is called after every answer, on threads of the keeper; must not block. What a holder of
  // whom `is_gone` is true holds is free.
  WriterClaim(std::string identity, const LeaseRules& rules, std::uint64_t seed,
              std::function<void(Observation)> tell,
              std::function<bool(std::string_view)> is_gone = is_gone_from_here)
      : identity_(std::move(identity)),
        holder_(std::string(writer_lease), identity_, rules, seed),
        tell_(std::move(tell)),
        is_gone_holder_(std::move(is_gone)) {}

  std::vector<LeaseRequest> next(LeaseElapsed elapsed, Instant now) override {
    return holder_.next(elapsed, now);
  }
  LeaseElapsed wake() const override { return holder_.wake(); }
  void answered(const LeaseRequest& request, const LeaseAnswer& answer,
                LeaseElapsed elapsed) override;
  std::vector<std::size_t> held(LeaseElapsed elapsed) const override {
    return holder_.held(elapsed);
  }
  void resign() override { holder_.resign(); }
  bool is_gone() const override { return holder_.is_gone(); }

 private:
  std::string identity_;
  LeaseHolder holder_;
  std::function<void(Observation)> tell_;
  std::function<bool(std::string_view)> is_gone_holder_;
};

}  // namespace telltale::live
