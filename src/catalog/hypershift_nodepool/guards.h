// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions that Progressing of a NodePool is asked. Those about a class of failure are the
// same for each class: is it seen, has it lasted, may it be shown?

#include <array>
#include <string>

#include "catalog/hypershift_nodepool/seen.h"
#include "table/guard.h"

namespace telltale::hypershift_nodepool {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};

// Evidence for `why`; in guards.cc, since it makes text.
std::string pause_evidence(const Seen& seen);
std::string data_evidence(const Seen& seen);
std::string turned_evidence(const Seen& seen);
std::string shown_evidence(const Seen& seen);
std::string signal_evidence(const Seen& seen);
std::string operation_evidence(const Seen& seen);
std::string recovery_evidence(const Seen& seen);
std::string seen_evidence(const Seen& seen, Class one);
std::string since_evidence(const Seen& seen, Class one);
template <Class One>
std::string seen_evidence_of(const Seen& seen) {
  return seen_evidence(seen, One);
}
template <Class One>
std::string since_evidence_of(const Seen& seen) {
  return since_evidence(seen, One);
}

// clang-format off
inline constexpr Question deleting{"deleting",
    "it is being deleted", "it is not being deleted",
    [](const Seen& seen) { return seen.is_deleting; }};

inline constexpr Question paused{"paused",
    "its reconciliation is paused", "its reconciliation is not paused",
    [](const Seen& seen) {
      return seen.is_paused || (is_set(seen.paused_until) && seen.now < seen.paused_until);
    },
    {.at = [](const Seen& seen) { return seen.is_paused ? no_time : seen.paused_until; },
     .evidence = pause_evidence}};

inline constexpr Question lacks_data{"lacks_data",
    "what its Machines do was not collected", "what its Machines do is known",
    [](const Seen& seen) { return seen.lacks_data; }, {.evidence = data_evidence}};

inline constexpr Question too_soon{"too_soon",
    "its status would turn, and turned less than a minute ago",
    "its status stays, or has not turned lately",
    [](const Seen& seen) {
      return seen.would_turn && is_set(seen.turned) && seen.now < seen.turned + seen.dwell;
    },
    {.at = [](const Seen& seen) {
       return seen.would_turn && is_set(seen.turned) ? seen.turned + seen.dwell : no_time;
     },
     .evidence = turned_evidence}};

// The questions about one class of failure.

struct ClassWords {
  std::string_view seen;
  std::string_view seen_text;
  std::string_view unseen_text;
  std::string_view lasts;
  std::string_view may_show;
};

constexpr ClassWords class_words(Class one) {
  constexpr std::array<ClassWords, class_count> all{{
      {"blocked", "a condition stops its reconciliation", "no condition stops its reconciliation",
       "blocked_lasts", "blocked_may_show"},
      {"missing", "machines miss cloud resources", "no machine misses cloud resources",
       "missing_lasts", "missing_may_show"},
      {"quota", "machines exceed a quota", "no machine exceeds a quota", "quota_lasts",
       "quota_may_show"},
      {"capacity", "all waiting machines lack capacity", "not all waiting machines lack capacity",
       "capacity_lasts", "capacity_may_show"},
      {"provider", "machines have another provider error", "no machine has another provider error",
       "provider_lasts", "provider_may_show"},
      {"deployment", "its MachineDeployment or MachineSet is not available",
       "its MachineDeployment or MachineSet is available", "deployment_lasts",
       "deployment_may_show"},
      {"controller", "reconciliation fails", "reconciliation does not fail", "controller_lasts",
       "controller_may_show"},
  }};
  return all[index_of(one)];
}

template <Class One>
constexpr Instant lingering_turns_of(const Seen& seen) {
  const Failing& one = seen.failing[One];
  return one.seen ? no_time : one.lingering_turns(seen.now);
}

// What is not seen at this look counts while it lingers, and is not told after that, even if its
// clock has not been forgotten yet.
template <Class One>
inline constexpr Question is_seen{class_words(One).seen,
    class_words(One).seen_text, class_words(One).unseen_text,
    [](const Seen& seen) {
      const Failing& one = seen.failing[One];
      return (one.seen || one.lingers(seen.now)) &&
             (One != Class::Blocked || seen.blocked_now);
    },
    {.at = is_of_machines(One) ? lingering_turns_of<One> : nullptr,
     .evidence = seen_evidence_of<One>}};

template <Class One>
inline constexpr Question lasts{class_words(One).lasts,
    "that has lasted for its threshold", "that has not lasted for its threshold",
    [](const Seen& seen) {
      const Failing& failing = seen.failing[One];
      return is_set(failing.since) && seen.now >= failing.since + failing.threshold;
    },
    {.at = [](const Seen& seen) {
       const Failing& failing = seen.failing[One];
       return is_set(failing.since) ? failing.since + failing.threshold : no_time;
     },
     .evidence = since_evidence_of<One>}};

// One that is shown gives way to a higher one at once, to a lower one when it is over.
template <Class One>
inline constexpr Question may_show{class_words(One).may_show,
    "no failure of a higher rank still stands", "a failure of a higher rank still stands",
    [](const Seen& seen) {
      return !seen.shown || One <= *seen.shown || seen.is_over(seen.shown_gone());
    },
    {.at = [](const Seen& seen) {
       const bool outranked = seen.shown && One > *seen.shown;
       const Instant gone = outranked ? seen.shown_gone() : no_time;
       return is_set(gone) ? gone + seen.absence : no_time;
     },
     .evidence = shown_evidence}};

inline constexpr Question inplace_failed{"inplace_failed",
    "an upgrade in place has failed", "no upgrade in place has failed",
    [](const Seen& seen) { return seen.inplace_failed; },
    {.evidence = seen_evidence_of<Class::Controller>}};

// The questions about what Progressing says so far.

inline constexpr Question shows_failure{"shows_failure",
    "Progressing reports a failure", "Progressing does not report a failure",
    [](const Seen& seen) { return seen.shown.has_value(); }, {.evidence = shown_evidence}};

inline constexpr Question steady{"steady",
    "there is nothing to do", "there is something to do",
    [](const Seen& seen) { return seen.operation == Operation::Steady; },
    {.evidence = operation_evidence}};

inline constexpr Question fails{"fails",
    "some failure is seen", "no failure is seen",
    [](const Seen& seen) { return seen.sees_any(); }};

// A new machine has its node, more replicas are available than when the failure was first shown, no
// more are wanted than there are, or no failure has been seen for long enough.
inline constexpr Question good_sign{"good_sign",
    "something shows a recovery", "nothing shows a recovery",
    [](const Seen& seen) {
      const bool calm = !seen.sees_any() && seen.is_over(seen.shown_gone());
      const bool given = seen.has_new_node || seen.has_grown || seen.fits_again;
      return (given && !seen.is_due()) || calm;
    },
    {.at = [](const Seen& seen) {
       const bool given = seen.has_new_node || seen.has_grown || seen.fits_again;
       if (given && seen.sees_any()) return seen.ripe_at();
       const Instant gone = given || seen.sees_any() ? no_time : seen.shown_gone();
       return is_set(gone) ? gone + seen.absence : no_time;
     },
     .evidence = signal_evidence}};

inline constexpr Question recovers{"recovers",
    "Progressing reports a recovery", "Progressing does not report a recovery",
    [](const Seen& seen) { return seen.recovers; }};

inline constexpr Question recovery_lasts{"recovery_lasts",
    "the recovery is young, or the failure is still seen",
    "the recovery has lasted long enough, and no failure was seen meanwhile",
    [](const Seen& seen) {
      return seen.sees_any() || seen.now < seen.recovers_since + seen.recovering;
    },
    {.at = [](const Seen& seen) {
       return seen.sees_any() ? no_time : seen.recovers_since + seen.recovering;
     },
     .evidence = recovery_evidence}};

constexpr bool is_busy(const Seen& seen, Operation with) { return seen.operation == with; }

inline constexpr Question upgrading{"upgrading",
    "another version is rolled out", "no other version is rolled out",
    [](const Seen& seen) { return is_busy(seen, Operation::Upgrading); },
    {.evidence = operation_evidence}};
inline constexpr Question provisioning{"provisioning",
    "no rollout was completed yet, or what makes its machines is not there",
    "a rollout was completed, and what makes its machines is there",
    [](const Seen& seen) { return is_busy(seen, Operation::Provisioning); },
    {.evidence = operation_evidence}};
inline constexpr Question scaling{"scaling",
    "fewer or more replicas are there than desired, and not because of a rollout",
    "as many replicas are there as desired, or a rollout surges",
    [](const Seen& seen) { return is_busy(seen, Operation::Scaling); },
    {.evidence = operation_evidence}};
inline constexpr Question changing{"changing",
    "config or template are rolled out, or a machine leaves or is not well",
    "nothing is rolled out or repaired",
    [](const Seen& seen) { return is_busy(seen, Operation::Changing); },
    {.evidence = operation_evidence}};
// clang-format on

}  // namespace telltale::hypershift_nodepool
