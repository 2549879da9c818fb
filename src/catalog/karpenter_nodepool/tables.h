// SPDX-License-Identifier: Apache-2.0
#pragma once

// The table of a Karpenter NodePool: Degraded, which says that launches with this pool fail again
// and again. It is no precondition of Ready, and nothing else depends on it. What the rows that
// merge write is made by contributors.h.

#include <string>

#include "base/text.h"
#include "catalog/karpenter_nodepool/words.h"
#include "table/table.h"

namespace telltale::karpenter_nodepool {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};

// What the answers rest on.
std::string condition_evidence(const Seen& seen);
std::string generation_evidence(const Seen& seen);
std::string class_evidence(const Seen& seen);
std::string term_evidence(const Seen& seen);
std::string count_evidence(const Seen& seen);

// clang-format off
inline constexpr Question deleting{"deleting",
    "it is being deleted", "it is not being deleted",
    [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question judged_before{"judged_before",
    "Degraded is there", "Degraded is not there yet",
    [](const Seen& seen) { return seen.stands; }, {.evidence = condition_evidence}};

inline constexpr Question degraded{"degraded",
    "Degraded is True", "Degraded is not True",
    is_degraded, {.evidence = condition_evidence}};

inline constexpr Question undecided{"undecided",
    "Degraded is Unknown", "Degraded is not Unknown",
    [](const Seen& seen) { return seen.degraded == Status::Unknown; },
    {.evidence = condition_evidence}};

inline constexpr Question edited{"edited",
    "the spec of the NodePool is newer than the one that was judged",
    "the spec of the NodePool is the one that was judged",
    was_edited, {.evidence = generation_evidence}};

inline constexpr Question class_edited{"class_edited",
    "the NodeClass is newer than the one that was judged",
    "the NodeClass is the one that was judged, or that is not known",
    was_class_edited, {.evidence = class_evidence}};

inline constexpr Question ttl_over{"ttl_over",
    "the registration TTL has passed since each of its reasons began",
    "the registration TTL has not passed since all of its reasons began",
    is_ttl_over, {.at = [](const Seen& seen) { return seen.last_end; }, .evidence = term_evidence}};

inline constexpr Question reset_unsaid{"reset_unsaid",
    "it was reset before, and only Memory knows", "it was not reset since it began",
    is_reset_unsaid};

inline constexpr Question cleared_by_success{"cleared_by_success",
    "a node registered since, and the settings say that this clears it",
    "no node registered since, or the settings say that this clears nothing",
    has_succeeded};

inline constexpr Question reasons_changed{"reasons_changed",
    "a reason came or ended", "its reasons are the same as before",
    have_reasons_changed,
    {.at = [](const Seen& seen) { return seen.first_end; }, .evidence = term_evidence}};

inline constexpr Question enough_failures{"enough_failures",
    "enough NodeClaims failed to launch or to register",
    "too few NodeClaims failed to launch or to register",
    [](const Seen& seen) { return seen.failed >= seen.limit; }, {.evidence = count_evidence}};
// clang-format on

namespace rows {

using enum Act;
using enum Status;

// Whoever failed is told, alphabetically and joined by commas.
inline constexpr auto failures_told =
    std::to_array<MayWrite>({{"LaunchFailure", True},
                             {"LaunchFailure,NodeRegistrationFailure", True},
                             {"NodeRegistrationFailure", True}});

// clang-format off
inline constexpr auto degraded_table = table_of<Seen>("NodePool", "Degraded", all_words, {
  // guard                           status   reason
  //     message
  {deleting,                         Keep,
      "A NodePool that is being deleted stays as it is"},
  {!judged_before && enough_failures, Merge, True,   "",
      "", failures_told},
  {!judged_before,                   False,   "NotDegraded"},
  {edited && degraded,               False,   "ResetByEdit",
      "The NodePool was edited; failures count from zero"},
  {edited,                           False,   "NotDegraded"},
  {class_edited && degraded,         False,   "ResetByEdit",
      "{class.kind} {class.name} was edited; failures count from zero"},
  {degraded && ttl_over,             False,   "TTLExpired",
      "{ttl} have passed; failures count from zero"},
  {degraded && reset_unsaid,         False,   "ResetByEdit",
      "Failures count from zero"},
  {degraded && cleared_by_success,   False,   "NotDegraded"},
  {degraded && reasons_changed,      Merge, True,    "",
      "", failures_told},
  {degraded,                         Keep,
      "Degraded stays until its time is over or the NodePool is edited"},
  {enough_failures,                  Merge, True,    "",
      "", failures_told},
  {undecided,                        False,   "NotDegraded"},
  {otherwise,                        Keep,
      "Too few failures to say anything new"},
});
// clang-format on

}  // namespace rows

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::degraded_table);
}

}  // namespace telltale::karpenter_nodepool
