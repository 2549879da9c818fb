// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that decide the verdict on one Machine.

#include "catalog/machine/verdict.h"

namespace telltale::machine {

// Whom the rows blame.
Cause blame_deletion(const VerdictSeen& seen);
Cause blame_outdated(const VerdictSeen& seen);
Cause blame_violation(const VerdictSeen& seen);
Cause blame_nothing_told(const VerdictSeen& seen);
Cause blame_trouble(const VerdictSeen& seen);
Cause blame_unresolved(const VerdictSeen& seen);
Cause blame_missing_node(const VerdictSeen& seen);
Cause blame_lasting_trouble(const VerdictSeen& seen);

namespace verdict_rows {

using enum Verdict;

inline constexpr When<VerdictSeen> otherwise{};

inline constexpr Guard<VerdictSeen> deletion_told = tells<VerdictSeen, &VerdictSeen::deletion>(
    "deletion_told", "Deleted is True", "Deleted is not True");
inline constexpr Guard<VerdictSeen> ready_told =
    tells<VerdictSeen, &VerdictSeen::ready>("ready_told", "Ready is True", "Ready is not True");
inline constexpr Guard<VerdictSeen> outdated = tells<VerdictSeen, &VerdictSeen::outdated>(
    "outdated", "UpToDate is False", "UpToDate is not False");
inline constexpr Guard<VerdictSeen> contract_broken = tells<VerdictSeen, &VerdictSeen::violation>(
    "contract_broken", "a provider reports what its contract does not allow",
    "no provider reports what its contract does not allow");
inline constexpr Guard<VerdictSeen> anything_told = tells<VerdictSeen, &VerdictSeen::trouble>(
    "anything_told", "Ready, or a condition behind it, stands on it",
    "neither Ready nor a condition behind it stands on it");
inline constexpr Guard<VerdictSeen> has_issue = holds<VerdictSeen, &VerdictSeen::has_issue>(
    "has_issue", "a condition behind Ready is bad", "no condition behind Ready is bad");
inline constexpr Guard<VerdictSeen> has_node =
    holds<VerdictSeen, &VerdictSeen::has_node_ref>("has_node", "it has a Node", "it has no Node");
inline constexpr Guard<VerdictSeen> cannot_tell = holds<VerdictSeen, &VerdictSeen::cannot_tell>(
    "cannot_tell", "how it is cannot be known", "how it is can be known");
inline constexpr Guard<VerdictSeen> will_be_replaced =
    holds<VerdictSeen, &VerdictSeen::will_be_replaced>(
        "will_be_replaced", "a controller was asked to replace it and has not refused",
        "no controller was asked to replace it, or it refused");
inline constexpr Guard<VerdictSeen> provider_fails =
    holds<VerdictSeen, &VerdictSeen::provider_fails>(
        "provider_fails", "the provider reports a failure of a known class",
        "the provider reports no failure of a known class");

inline constexpr Guard<VerdictSeen> stage_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::stage_term>(
        "stage_patience_over", "this stage lasts longer than deletionStage",
        "this stage does not last longer than deletionStage");
inline constexpr Guard<VerdictSeen> provider_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::provider_term>(
        "provider_patience_over", "that lasts longer than its class may",
        "that does not last longer than its class may");
inline constexpr Guard<VerdictSeen> node_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::node_term>(
        "node_patience_over", "it was created longer ago than machineWithoutNode",
        "it was not created longer ago than machineWithoutNode");
inline constexpr Guard<VerdictSeen> trouble_patience_over =
    patience_over<VerdictSeen, &VerdictSeen::trouble_term>(
        "trouble_patience_over", "the trouble lasts longer than machineNotReady",
        "the trouble does not last longer than machineNotReady");

inline constexpr Blame<VerdictSeen> deletion{"Deleted, since the stage began", blame_deletion};
inline constexpr Blame<VerdictSeen> replacement{"UpToDate", blame_outdated};
inline constexpr Blame<VerdictSeen> violation{"the provider's condition", blame_violation};
inline constexpr Blame<VerdictSeen> nothing_told{"nothing that is reported", blame_nothing_told};
inline constexpr Blame<VerdictSeen> trouble{"the first condition behind Ready that is not good",
                                            blame_trouble};
inline constexpr Blame<VerdictSeen> unresolved{trouble.text, blame_unresolved};
inline constexpr Blame<VerdictSeen> missing_node{trouble.text, blame_missing_node};
inline constexpr Blame<VerdictSeen> lasting_trouble{trouble.text, blame_lasting_trouble};

// clang-format off
inline constexpr VerdictTable verdict_table{"Machine", std::to_array<VerdictRow<VerdictSeen>>({
  {deletion_told && stage_patience_over,     Stuck,   deletion},
  {deletion_told,                            Working, deletion},
  {ready_told && outdated,                   Working, replacement},
  {ready_told,                               Healthy, nothing<VerdictSeen>},
  {contract_broken,                          Stuck,   violation},
  {!anything_told,                           Unknown, nothing_told},
  {!has_issue && has_node,                   Unknown, trouble},
  {!has_issue && cannot_tell,                Unknown, trouble},
  {will_be_replaced,                         Working, trouble},
  {provider_fails && provider_patience_over, Stuck,   unresolved},
  {provider_fails,                           Working, unresolved},
  {!has_node && node_patience_over,          Stuck,   missing_node},
  {!has_node,                                Working, missing_node},
  {trouble_patience_over,                    Stuck,   lasting_trouble},
  {otherwise,                                Working, lasting_trouble},
})};
// clang-format on

}  // namespace verdict_rows

}  // namespace telltale::machine
