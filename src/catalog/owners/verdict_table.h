// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that decide the verdict on whatever owns Machines, written once. A kind joins those that
// can hold for it; the order is the same for all.

#include <array>

#include "catalog/engine/verdict_table.h"
#include "catalog/owners/verdict.h"

namespace telltale::owner_rows {

using enum Verdict;

inline constexpr When<OwnerSeen> otherwise{};

inline constexpr Guard<OwnerSeen> judged_before = tells<OwnerSeen, &OwnerSeen::root>(
    "judged_before", "the condition that sums it up stands on it",
    "the condition that sums it up does not stand on it");
// clang-format off
inline constexpr Guard<OwnerSeen> child_stuck{"child_stuck",
    "something below it is Stuck", "nothing below it is Stuck",
    [](const OwnerSeen& seen) { return seen.stuck != nullptr; },
    {.evidence = [](const OwnerSeen& seen) {
       return seen.stuck != nullptr ? to_text(seen.stuck->object->key) : std::string();
     }}};
// clang-format on
inline constexpr Guard<OwnerSeen> contract_broken = tells<OwnerSeen, &OwnerSeen::violation>(
    "contract_broken", "a provider reports what its contract does not allow",
    "no provider reports what its contract does not allow");
inline constexpr Guard<OwnerSeen> deletion_told = tells<OwnerSeen, &OwnerSeen::deletion>(
    "deletion_told", "Deleted is True", "Deleted is not True");
inline constexpr Guard<OwnerSeen> troubled = tells<OwnerSeen, &OwnerSeen::trouble>(
    "troubled", "one of its own conditions shows trouble, or that it moves",
    "none of its own conditions shows trouble, or that it moves");
inline constexpr Guard<OwnerSeen> template_gone = holds<OwnerSeen, &OwnerSeen::template_missing>(
    "template_gone", "a template for replicas that it needs now is missing",
    "no template for replicas that it needs now is missing");
inline constexpr Guard<OwnerSeen> root_unknown = tells<OwnerSeen, &OwnerSeen::unclear_root>(
    "root_unknown", "the condition that sums it up is Unknown",
    "the condition that sums it up is not Unknown");
inline constexpr Guard<OwnerSeen> children_come_up = holds<OwnerSeen, &OwnerSeen::children_come_up>(
    "children_come_up", "its Machines may only be coming up, none is Unknown",
    "it has no Machines, or one is Unknown");
inline constexpr Guard<OwnerSeen> waits = tells<OwnerSeen, &OwnerSeen::waits>(
    "waits", "what it owns is not ready, or not enough", "what it owns is ready and enough");
inline constexpr Guard<OwnerSeen> connection_lost = tells<OwnerSeen, &OwnerSeen::lost_connection>(
    "connection_lost", "the connection to the workload cluster is lost",
    "the connection to the workload cluster is not lost");

inline constexpr Guard<OwnerSeen> deletion_patience_over =
    patience_over<OwnerSeen, &OwnerSeen::deletion_term>(
        "deletion_patience_over", "the deletion got no further for longer than deletionStage",
        "the deletion got further within deletionStage");
inline constexpr Guard<OwnerSeen> template_patience_over =
    patience_over<OwnerSeen, &OwnerSeen::template_term>(
        "template_patience_over", "the trouble lasts longer than missingTemplate",
        "the trouble does not last longer than missingTemplate");
inline constexpr Guard<OwnerSeen> waiting_patience_over =
    patience_over<OwnerSeen, &OwnerSeen::waiting_term>(
        "waiting_patience_over", "that lasts longer than ownerNotReady",
        "that does not last longer than ownerNotReady");
inline constexpr Guard<OwnerSeen> connection_patience_over =
    patience_over<OwnerSeen, &OwnerSeen::connection_term>(
        "connection_patience_over", "it is lost for longer than ownerNotReady",
        "it is not lost for longer than ownerNotReady");

inline constexpr Blame<OwnerSeen> nothing_told{"nothing that is reported", blame_nothing_told};
inline constexpr Blame<OwnerSeen> stuck_child{"what is Stuck below", blame_stuck_child};
inline constexpr Blame<OwnerSeen> violation{"the provider's condition", blame_violation};
inline constexpr Blame<OwnerSeen> own_trouble{"its own condition", blame_own_trouble};
inline constexpr Blame<OwnerSeen> working_child{
    "its own condition, and what is Working below where that is made of it", blame_working_child};
inline constexpr Blame<OwnerSeen> unknown_child{
    "its own condition, and what is Unknown below where that is made of it", blame_unknown_child};

// clang-format off

inline constexpr auto first_rows = std::to_array<VerdictRow<OwnerSeen>>({
  {!judged_before,                          Unknown, nothing_told},
  {child_stuck,                             Stuck,   stuck_child},
  {contract_broken,                         Stuck,   violation},
  {deletion_told && deletion_patience_over, Stuck,   own_trouble},
  {deletion_told,                           Working, own_trouble},
});
inline constexpr auto template_rows = std::to_array<VerdictRow<OwnerSeen>>({
  {troubled && template_gone && template_patience_over, Stuck,   own_trouble},
  {troubled && template_gone,                           Working, own_trouble},
});
inline constexpr auto unknown_row = std::to_array<VerdictRow<OwnerSeen>>({
  {root_unknown, Unknown, unknown_child},
});
// Machines that are still coming up do not report yet either; their set waits with them.
inline constexpr auto unknown_row_of_sets = std::to_array<VerdictRow<OwnerSeen>>({
  {root_unknown && !children_come_up, Unknown, unknown_child},
});
inline constexpr auto waiting_row = std::to_array<VerdictRow<OwnerSeen>>({
  {waits && waiting_patience_over, Stuck, own_trouble},
});
// Stuck by the probe's own time, also where Available was told only just now.
inline constexpr auto connection_row = std::to_array<VerdictRow<OwnerSeen>>({
  {connection_lost && connection_patience_over, Stuck, own_trouble},
});
inline constexpr auto last_rows = std::to_array<VerdictRow<OwnerSeen>>({
  {troubled,  Working, working_child},
  {otherwise, Healthy, nothing<OwnerSeen>},
});
// clang-format on

}  // namespace telltale::owner_rows
