// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions about the five conditions as they stood before this look.

#include "catalog/clusterdeployment/evidence.h"
#include "catalog/clusterdeployment/guards.h"

namespace telltale::clusterdeployment::rows {

inline constexpr Question requirements_stand{
    .name = "requirements_stand",
    .text = "RequirementsMet was written before",
    .denial = "RequirementsMet was never written",
    .ask = [](const Seen& seen) { return seen.stored.requirements != nullptr; },
    .evidence = requirements_evidence};

inline constexpr Question failure_stands{
    .name = "failure_stands",
    .text = "ProvisionFailed was written before",
    .denial = "ProvisionFailed was never written",
    .ask = [](const Seen& seen) { return seen.stored.failed != nullptr; },
    .evidence = failed_evidence};

inline constexpr Question failure_shown{
    .name = "failure_shown",
    .text = "ProvisionFailed is True, and a new attempt does not clear it",
    .denial = "ProvisionFailed is not True yet",
    .ask =
        [](const Seen& seen) {
          return is(seen.stored.failed, Status::True) && seen.launch != Launch::Over;
        },
    .evidence = failed_evidence};

inline constexpr Question success_shown{
    .name = "success_shown",
    .text = "ProvisionFailed is False already",
    .denial = "ProvisionFailed is not False",
    .ask = [](const Seen& seen) { return is(seen.stored.failed, Status::False); },
    .evidence = failed_evidence};

inline constexpr Question stop_stands{
    .name = "stop_stands",
    .text = "ProvisionStopped was written before",
    .denial = "ProvisionStopped was never written",
    .ask = [](const Seen& seen) { return seen.stored.stopped != nullptr; },
    .evidence = stopped_evidence};

inline constexpr Question stop_shown{
    .name = "stop_shown",
    .text = "ProvisionStopped is True, and never turns back",
    .denial = "ProvisionStopped was not True before",
    .ask = [](const Seen& seen) { return is(seen.stored.stopped, Status::True); },
    .evidence = stopped_evidence};

inline constexpr Question go_shown{
    .name = "go_shown",
    .text = "ProvisionStopped is False already",
    .denial = "ProvisionStopped was not False before",
    .ask = [](const Seen& seen) { return is(seen.stored.stopped, Status::False); },
    .evidence = stopped_evidence};

inline constexpr Question provisioned_stands{
    .name = "provisioned_stands",
    .text = "Provisioned was written before",
    .denial = "Provisioned was never written",
    .ask = [](const Seen& seen) { return seen.stored.provisioned != nullptr; },
    .evidence = provisioned_evidence};

inline constexpr Question violation_shown{.name = "violation_shown",
                                          .text = "Provisioned still tells of a broken contract",
                                          .denial = "Provisioned tells of no broken contract",
                                          .ask =
                                              [](const Seen& seen) {
                                                const Condition* stored = seen.stored.provisioned;
                                                return is(stored, Status::Unknown) &&
                                                       stored->reason == "Error";
                                              },
                                          .evidence = provisioned_evidence};

inline constexpr Question error_stands{
    .name = "error_stands",
    .text = "DeprovisionError was written before",
    .denial = "DeprovisionError was never written",
    .ask = [](const Seen& seen) { return seen.stored.deprovision != nullptr; },
    .evidence = error_evidence};

inline constexpr Question request_missed{
    .name = "request_missed",
    .text = "DeprovisionError tells of a ClusterDeprovision that was not created",
    .denial = "DeprovisionError tells of no ClusterDeprovision that was not created",
    .ask =
        [](const Seen& seen) {
          return is(seen.stored.deprovision, Status::True) &&
                 seen.stored.deprovision->reason == "ClusterDeprovisionNotCreated";
        },
    .evidence = error_evidence};

inline constexpr Question error_shown{
    .name = "error_shown",
    .text = "DeprovisionError is True",
    .denial = "DeprovisionError is not True yet",
    .ask = [](const Seen& seen) { return is(seen.stored.deprovision, Status::True); },
    .evidence = error_evidence};

}  // namespace telltale::clusterdeployment::rows
