// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that decide the verdict on one HyperShift NodePool.

#include "catalog/hypershift_nodepool/verdict.h"

namespace telltale::hypershift_nodepool {

// Whom the rows blame.
Cause blame_not_collected(const VerdictSeen& seen);
Cause blame_progressing(const VerdictSeen& seen);

namespace verdict_rows {

using enum Verdict;

inline constexpr When<VerdictSeen> otherwise{};

inline constexpr Guard<VerdictSeen> told = tells<VerdictSeen, &VerdictSeen::told>(
    "progressing_told", "Progressing is known", "Progressing is not known");
inline constexpr Guard<VerdictSeen> moves = tells<VerdictSeen, &VerdictSeen::moves>(
    "moves", "Progressing is True", "Progressing is not True");
inline constexpr Guard<VerdictSeen> failure_told = tells<VerdictSeen, &VerdictSeen::failure>(
    "failure_told", "Progressing reports a failure", "Progressing reports no failure");
inline constexpr Guard<VerdictSeen> as_expected = tells<VerdictSeen, &VerdictSeen::expected>(
    "as_expected", "Progressing says that all is as expected",
    "Progressing does not say that all is as expected");

inline constexpr Blame<VerdictSeen> what_is_missing{"what was not collected", blame_not_collected};
inline constexpr Blame<VerdictSeen> by_progressing{"Progressing, since what it reports began",
                                                   blame_progressing};

// clang-format off
// The patience with a failure is the condition's own: it tells of it when that is over.
inline constexpr VerdictTable verdict_table{"NodePool", std::to_array<VerdictRow<VerdictSeen>>({
  {!told,        Unknown, what_is_missing},
  {moves,        Working, by_progressing},
  {failure_told, Stuck,   by_progressing},
  {as_expected,  Healthy, nothing<VerdictSeen>},
  {otherwise,    Unknown, by_progressing},
}), "verdict.hypershift"};
// clang-format on

}  // namespace verdict_rows

}  // namespace telltale::hypershift_nodepool
