// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions about what others report: the ClusterInstall and the ClusterDeprovision.

#include "catalog/clusterdeployment/evidence.h"
#include "catalog/clusterdeployment/guards.h"

namespace telltale::clusterdeployment::rows {

// The ClusterInstall.

template <const Condition* Install::* told>
constexpr bool is_told(const Seen& seen) {
  return is(seen.install.*told, Status::True);
}

// clang-format off
inline constexpr Question install_present{"install_present",
    "the ClusterInstall exists", "no ClusterInstall is seen",
    [](const Seen& seen) { return seen.install.present; }, {.evidence = install_evidence}};

inline constexpr Question install_requires{"install_requires",
    "the ClusterInstall reports RequirementsMet", "no ClusterInstall reports RequirementsMet",
    [](const Seen& seen) { return seen.install.requirements != nullptr; },
    {.evidence = install_evidence}};

inline constexpr Question install_tells_stopped{"install_tells_stopped",
    "the ClusterInstall reports Stopped", "no ClusterInstall reports Stopped",
    [](const Seen& seen) { return seen.install.stopped != nullptr; },
    {.evidence = install_evidence}};

inline constexpr Question install_completed{"install_completed",
    "the ClusterInstall says Completed", "the ClusterInstall does not say Completed",
    is_told<&Install::completed>, {.evidence = install_evidence}};

inline constexpr Question install_failed{"install_failed",
    "the ClusterInstall says Failed", "the ClusterInstall does not say Failed",
    is_told<&Install::failed>, {.evidence = install_evidence}};

inline constexpr Question install_stopped{"install_stopped",
    "the ClusterInstall says Stopped", "the ClusterInstall does not say Stopped",
    is_told<&Install::stopped>, {.evidence = install_evidence}};

inline constexpr Question progress_seen{"progress_seen",
    "an attempt or a ClusterInstall is seen", "neither an attempt nor a ClusterInstall is seen",
    [](const Seen& seen) {
      if (seen.install_path) return seen.install.present;
      return seen.stage != Stage::None &&
             seen.stage != Stage::NotSeen;
    },
    {.evidence = attempt_evidence}};

// The ClusterDeprovision.

inline constexpr Question deprovision_exists{"deprovision_exists",
    "a ClusterDeprovision exists", "no ClusterDeprovision is seen",
    [](const Seen& seen) { return seen.deprovision != Deprovision::None; },
    {.evidence = deprovision_evidence}};

inline constexpr Question deprovision_completed{"deprovision_completed",
    "the ClusterDeprovision is completed", "no ClusterDeprovision is completed",
    [](const Seen& seen) { return seen.deprovision == Deprovision::Completed; },
    {.evidence = deprovision_evidence}};

inline constexpr Question deprovision_denied{"deprovision_denied",
    "deprovisioning fails to authenticate", "deprovisioning does not fail to authenticate",
    [](const Seen& seen) { return is(seen.deprovision_denied, Status::True); },
    {.evidence = deprovision_evidence}};

inline constexpr Question deprovision_failed{"deprovision_failed",
    "the ClusterDeprovision says DeprovisionFailed", "no ClusterDeprovision says DeprovisionFailed",
    [](const Seen& seen) { return is(seen.deprovision_failed, Status::True); },
    {.evidence = deprovision_evidence}};

inline constexpr Question deprovision_not_requested{"deprovision_not_requested",
    "a ClusterDeprovision is needed, and could not be created",
    "no ClusterDeprovision is missing for too long",
    [](const Seen& seen) {
      return is_set(seen.deprovision_due) && seen.now >= seen.deprovision_due;
    },
    {.at = [](const Seen& seen) { return seen.deprovision_due; },
     .evidence = deprovision_evidence}};

inline constexpr Question deprovision_well{"deprovision_well",
    "deprovisioning is said to have no such trouble",
    "nothing says that deprovisioning has no such trouble",
    [](const Seen& seen) {
      return is(seen.deprovision_denied, Status::False) ||
             is(seen.deprovision_failed, Status::False);
    },
    {.evidence = deprovision_evidence}};

inline constexpr Question deprovision_reports{"deprovision_reports",
    "the ClusterDeprovision says anything at all", "no ClusterDeprovision says anything",
    [](const Seen& seen) { return seen.deprovision_reports; }, {.evidence = deprovision_evidence}};
// clang-format on

}  // namespace telltale::clusterdeployment::rows
