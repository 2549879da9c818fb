// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who may act: a Lease (coordination.k8s.io/v1) held by one replica at a time. Sans I/O: what was
// read of Leases and the passing of time go in, requests to run come out. Times of others' clocks
// are never compared with ours: a holder is dead when its Lease has not changed for as long as the
// Lease itself says, measured on our own clock since we last saw it change.
//
// Why two never hold it at once: a holder counts from when its last successful write was *begun*,
// and stops at the renewal deadline; everybody else saw that write later than it was begun, and
// waits the lease duration. So clocks may run differently by duration / renew_deadline (half as
// fast again, with the defaults), whatever they show; and every write names the version it follows,
// so of two that take a free Lease one is refused.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "base/rng.h"

namespace telltale {

// The defaults are controller-runtime's.
struct LeaseRules {
  std::chrono::milliseconds duration{15'000};
  std::chrono::milliseconds renew_deadline{10'000};
  std::chrono::milliseconds retry_period{2'000};
};

// Invalid where client-go refuses, too: the duration must be longer than the deadline, the deadline
// longer than 1.2 retry periods, the duration at least a second.
[[nodiscard]] Result<void> validate(const LeaseRules& rules);

using LeaseTime = std::chrono::sys_time<std::chrono::microseconds>;
inline constexpr LeaseTime no_lease_time = LeaseTime::min();

// A Lease as it was read, or as it is to be written against its resource version.
struct LeaseRecord {
  std::string holder = {};  // empty: nobody's
  std::int32_t duration_seconds = 0;
  LeaseTime acquired = no_lease_time;
  LeaseTime renewed = no_lease_time;
  std::int32_t transitions = 0;
  std::string resource_version = {};
  std::string write = {};  // what its holder writes, of the Lease of writers

  bool operator==(const LeaseRecord&) const = default;
};

struct NamedLease {
  std::string name = {};
  LeaseRecord record = {};

  bool operator==(const NamedLease&) const = default;
};

// A Clock's elapsed().
using LeaseElapsed = std::chrono::nanoseconds;

// One request to make.
struct LeaseRequest {
  enum class What : std::uint8_t {
    Read,    // one Lease by name
    List,    // all Leases of the set
    Create,  // refused if it is there
    Update,  // refused unless it still has the resource version of the record
    Delete,  // the same
  };
  What what = What::Read;
  std::string name = {};  // of a List: empty
  LeaseRecord record = {};
  std::uint64_t number = 0;  // no two requests of one claimant have the same
};

// What became of a request: of a Read nothing or the Lease, of a List all of them, of a write the
// Lease as it is stored now. An error: it is not known whether it happened.
using LeaseAnswer = Result<std::vector<NamedLease>>;

// A replica that wants to hold something by Leases. Not safe to share between threads.
class LeaseClaimant {
 public:
  virtual ~LeaseClaimant() = default;

  // Everything to do now, and when to ask again at the latest; asking more often does no harm.
  virtual std::vector<LeaseRequest> next(LeaseElapsed elapsed, Instant now) = 0;
  virtual LeaseElapsed wake() const = 0;
  // Answers may come late, twice or never: what is no longer waited for is not listened to.
  virtual void answered(const LeaseRequest& request, const LeaseAnswer& answer,
                        LeaseElapsed elapsed) = 0;
  // What it holds at that moment, in ascending order; of a single Lease {} or {0}. What is about to
  // be given up is not held any more when the request that gives it up comes out.
  virtual std::vector<std::size_t> held(LeaseElapsed elapsed) const = 0;
  // Takes nothing any more and gives back in good order what it holds.
  virtual void resign() = 0;
  // Resigned, and nothing is left to give back.
  virtual bool is_gone() const = 0;
};

// Another's Lease, or ours, through our eyes.
class LeaseView {
 public:
  // Nothing: it is not there.
  void saw(const std::optional<LeaseRecord>& record, LeaseElapsed elapsed);

  bool is_known() const { return known_; }
  bool is_there() const { return record_.has_value(); }
  // It is known to be nobody's: not there, given up, or its holder is dead.
  bool is_free(LeaseElapsed elapsed) const;
  // When it will be free if it does not change; nothing when it is nobody's already.
  std::optional<LeaseElapsed> expires() const;
  // When it last changed, as far as we saw.
  LeaseElapsed changed() const { return changed_; }
  const LeaseRecord* record() const { return record_ ? &*record_ : nullptr; }
  std::string_view holder() const { return record_ ? std::string_view(record_->holder) : ""; }

 private:
  bool known_ = false;
  std::optional<LeaseRecord> record_;
  LeaseElapsed changed_{};
};

// One Lease and our claim to it: what to write, and whether it is ours.
class LeaseClaim {
 public:
  LeaseClaim(std::string name, std::string identity, const LeaseRules& rules);

  const std::string& name() const { return name_; }
  const LeaseView& view() const { return view_; }
  bool is_under_way() const { return number_ != 0; }
  // What we know follows from an answer, and no write has failed since; else it must be read first.
  bool is_certain() const { return certain_; }
  bool is_ours() const { return !identity_.empty() && view_.holder() == identity_; }
  // Ours, or free for the taking.
  bool is_within_reach(LeaseElapsed elapsed) const { return is_ours() || view_.is_free(elapsed); }

  // The write that takes or renews it; it must be within reach and nothing under way.
  LeaseRequest take(std::uint64_t number, LeaseElapsed elapsed, Instant now);
  // The write that gives it up; it is not held from here on.
  LeaseRequest give_up(std::uint64_t number, LeaseElapsed elapsed, Instant now);
  // Deletes it, ours or a dead one's.
  LeaseRequest remove(std::uint64_t number, LeaseElapsed elapsed);

  // The write with that number; others are not listened to.
  void answered(const LeaseRequest& request, const LeaseAnswer& answer, LeaseElapsed elapsed);
  // No answer came in time; if one comes it is too late.
  void stop_waiting(LeaseElapsed elapsed);
  LeaseElapsed begun() const { return begun_; }
  // As it was read by a request that was made at `asked`. Not listened to when a write of ours was
  // on its way since.
  void saw(const std::optional<LeaseRecord>& record, LeaseElapsed asked, LeaseElapsed elapsed);

  bool holds(LeaseElapsed elapsed) const;
  // Until when it holds, if nothing happens; nothing when it does not. One that has passed is
  // forgotten by `lapse`.
  std::optional<LeaseElapsed> holds_until() const;
  void lapse(LeaseElapsed elapsed);

 private:
  LeaseRequest begin(LeaseRequest::What what, LeaseRecord record, std::uint64_t number,
                     LeaseElapsed elapsed);

  std::string name_;
  std::string identity_;
  LeaseRules rules_;
  LeaseView view_;
  bool certain_ = false;
  bool held_ = false;
  LeaseElapsed renewed_at_{};  // when our last successful write was begun
  std::uint64_t number_ = 0;   // of the write under way
  LeaseElapsed begun_{};
  LeaseElapsed last_write_{LeaseElapsed::min()};  // when we last began one or heard of it
};

// A period, and up to 1.2 of it on top, so that those that wait do not ask all at once.
LeaseElapsed jittered(std::chrono::milliseconds period, Rng& rng);
// How long an answer is waited for.
std::chrono::milliseconds answer_patience(const LeaseRules& rules);

}  // namespace telltale
