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

inline constexpr Question install_present{
    .name = "install_present",
    .text = "the ClusterInstall exists",
    .denial = "no ClusterInstall is seen",
    .ask = [](const Seen& seen) { return seen.install.present; },
    .evidence = install_evidence};

inline constexpr Question install_requires{
    .name = "install_requires",
    .text = "the ClusterInstall reports RequirementsMet",
    .denial = "no ClusterInstall reports RequirementsMet",
    .ask = [](const Seen& seen) { return seen.install.requirements != nullptr; },
    .evidence = install_evidence};

inline constexpr Question install_tells_stopped{
    .name = "install_tells_stopped",
    .text = "the ClusterInstall reports Stopped",
    .denial = "no ClusterInstall reports Stopped",
    .ask = [](const Seen& seen) { return seen.install.stopped != nullptr; },
    .evidence = install_evidence};

inline constexpr Question install_completed{.name = "install_completed",
                                            .text = "the ClusterInstall says Completed",
                                            .denial = "the ClusterInstall does not say Completed",
                                            .ask = is_told<&Install::completed>,
                                            .evidence = install_evidence};

inline constexpr Question install_failed{.name = "install_failed",
                                         .text = "the ClusterInstall says Failed",
                                         .denial = "the ClusterInstall does not say Failed",
                                         .ask = is_told<&Install::failed>,
                                         .evidence = install_evidence};

inline constexpr Question install_stopped{.name = "install_stopped",
                                          .text = "the ClusterInstall says Stopped",
                                          .denial = "the ClusterInstall does not say Stopped",
                                          .ask = is_told<&Install::stopped>,
                                          .evidence = install_evidence};

inline constexpr Question progress_seen{.name = "progress_seen",
                                        .text = "an attempt or a ClusterInstall is seen",
                                        .denial = "neither an attempt nor a ClusterInstall is seen",
                                        .ask =
                                            [](const Seen& seen) {
                                              if (seen.install_path) return seen.install.present;
                                              return seen.stage != Stage::None &&
                                                     seen.stage != Stage::NotSeen;
                                            },
                                        .evidence = attempt_evidence};

// The ClusterDeprovision.

inline constexpr Question deprovision_exists{
    .name = "deprovision_exists",
    .text = "a ClusterDeprovision exists",
    .denial = "no ClusterDeprovision is seen",
    .ask = [](const Seen& seen) { return seen.deprovision != Deprovision::None; },
    .evidence = deprovision_evidence};

inline constexpr Question deprovision_completed{
    .name = "deprovision_completed",
    .text = "the ClusterDeprovision is completed",
    .denial = "no ClusterDeprovision is completed",
    .ask = [](const Seen& seen) { return seen.deprovision == Deprovision::Completed; },
    .evidence = deprovision_evidence};

inline constexpr Question deprovision_denied{
    .name = "deprovision_denied",
    .text = "deprovisioning fails to authenticate",
    .denial = "deprovisioning does not fail to authenticate",
    .ask = [](const Seen& seen) { return is(seen.deprovision_denied, Status::True); },
    .evidence = deprovision_evidence};

inline constexpr Question deprovision_failed{
    .name = "deprovision_failed",
    .text = "the ClusterDeprovision says DeprovisionFailed",
    .denial = "no ClusterDeprovision says DeprovisionFailed",
    .ask = [](const Seen& seen) { return is(seen.deprovision_failed, Status::True); },
    .evidence = deprovision_evidence};

inline constexpr Question deprovision_not_requested{
    .name = "deprovision_not_requested",
    .text = "a ClusterDeprovision is needed, and could not be created",
    .denial = "no ClusterDeprovision is missing for too long",
    .ask =
        [](const Seen& seen) {
          return is_set(seen.deprovision_due) && seen.now >= seen.deprovision_due;
        },
    .at = [](const Seen& seen) { return seen.deprovision_due; },
    .evidence = deprovision_evidence};

inline constexpr Question deprovision_well{
    .name = "deprovision_well",
    .text = "deprovisioning is said to have no such trouble",
    .denial = "nothing says that deprovisioning has no such trouble",
    .ask =
        [](const Seen& seen) {
          return is(seen.deprovision_denied, Status::False) ||
                 is(seen.deprovision_failed, Status::False);
        },
    .evidence = deprovision_evidence};

inline constexpr Question deprovision_reports{
    .name = "deprovision_reports",
    .text = "the ClusterDeprovision says anything at all",
    .denial = "no ClusterDeprovision says anything",
    .ask = [](const Seen& seen) { return seen.deprovision_reports; },
    .evidence = deprovision_evidence};

}  // namespace telltale::clusterdeployment::rows
