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

inline constexpr Question deleting{.name = "deleting",
                                   .text = "it is being deleted",
                                   .denial = "it is not being deleted",
                                   .ask = [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question judged_before{.name = "judged_before",
                                        .text = "Degraded is there",
                                        .denial = "Degraded is not there yet",
                                        .ask = [](const Seen& seen) { return seen.stands; },
                                        .evidence = condition_evidence};

inline constexpr Question degraded{.name = "degraded",
                                   .text = "Degraded is True",
                                   .denial = "Degraded is not True",
                                   .ask = is_degraded,
                                   .evidence = condition_evidence};

inline constexpr Question undecided{
    .name = "undecided",
    .text = "Degraded is Unknown",
    .denial = "Degraded is not Unknown",
    .ask = [](const Seen& seen) { return seen.degraded == Status::Unknown; },
    .evidence = condition_evidence};

inline constexpr Question edited{
    .name = "edited",
    .text = "the spec of the NodePool is newer than the one that was judged",
    .denial = "the spec of the NodePool is the one that was judged",
    .ask = was_edited,
    .evidence = generation_evidence};

inline constexpr Question class_edited{
    .name = "class_edited",
    .text = "the NodeClass is newer than the one that was judged",
    .denial = "the NodeClass is the one that was judged, or nobody can tell",
    .ask = was_class_edited,
    .evidence = class_evidence};

inline constexpr Question ttl_over{
    .name = "ttl_over",
    .text = "the registration TTL has passed since each of its reasons began",
    .denial = "the registration TTL has not passed since all of its reasons began",
    .ask = is_ttl_over,
    .at = [](const Seen& seen) { return seen.last_end; },
    .evidence = term_evidence};

inline constexpr Question reset_unsaid{.name = "reset_unsaid",
                                       .text = "it was reset before, and only Memory knows",
                                       .denial = "it was not reset since it began",
                                       .ask = is_reset_unsaid};

inline constexpr Question cleared_by_success{
    .name = "cleared_by_success",
    .text = "a node registered since, and the settings say that this clears it",
    .denial = "no node registered since, or the settings say that this clears nothing",
    .ask = has_succeeded};

inline constexpr Question reasons_changed{.name = "reasons_changed",
                                          .text = "a reason came or ended",
                                          .denial = "its reasons are the same as before",
                                          .ask = have_reasons_changed,
                                          .at = [](const Seen& seen) { return seen.first_end; },
                                          .evidence = term_evidence};

inline constexpr Question enough_failures{
    .name = "enough_failures",
    .text = "enough NodeClaims failed to launch or to register",
    .denial = "too few NodeClaims failed to launch or to register",
    .ask = [](const Seen& seen) { return seen.failed >= seen.limit; },
    .evidence = count_evidence};

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
