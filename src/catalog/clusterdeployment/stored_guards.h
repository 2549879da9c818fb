// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions about the five conditions as they stood before this look.

#include "catalog/clusterdeployment/evidence.h"
#include "catalog/clusterdeployment/guards.h"

namespace telltale::clusterdeployment::rows {

// clang-format off
inline constexpr Question requirements_stand{"requirements_stand",
    "RequirementsMet was written before", "RequirementsMet was never written",
    [](const Seen& seen) { return seen.stored.requirements != nullptr; },
    {.evidence = requirements_evidence}};

inline constexpr Question failure_stands{"failure_stands",
    "ProvisionFailed was written before", "ProvisionFailed was never written",
    [](const Seen& seen) { return seen.stored.failed != nullptr; }, {.evidence = failed_evidence}};

inline constexpr Question failure_shown{"failure_shown",
    "ProvisionFailed is True, and a new attempt does not clear it",
    "ProvisionFailed is not True yet",
    [](const Seen& seen) {
      return is(seen.stored.failed, Status::True) && seen.launch != Launch::Over;
    },
    {.evidence = failed_evidence}};

inline constexpr Question success_shown{"success_shown",
    "ProvisionFailed is False already", "ProvisionFailed is not False",
    [](const Seen& seen) { return is(seen.stored.failed, Status::False); },
    {.evidence = failed_evidence}};

inline constexpr Question stop_stands{"stop_stands",
    "ProvisionStopped was written before", "ProvisionStopped was never written",
    [](const Seen& seen) { return seen.stored.stopped != nullptr; },
    {.evidence = stopped_evidence}};

inline constexpr Question stop_shown{"stop_shown",
    "ProvisionStopped is True, and never turns back", "ProvisionStopped was not True before",
    [](const Seen& seen) { return is(seen.stored.stopped, Status::True); },
    {.evidence = stopped_evidence}};

inline constexpr Question go_shown{"go_shown",
    "ProvisionStopped is False already", "ProvisionStopped was not False before",
    [](const Seen& seen) { return is(seen.stored.stopped, Status::False); },
    {.evidence = stopped_evidence}};

inline constexpr Question provisioned_stands{"provisioned_stands",
    "Provisioned was written before", "Provisioned was never written",
    [](const Seen& seen) { return seen.stored.provisioned != nullptr; },
    {.evidence = provisioned_evidence}};

inline constexpr Question violation_shown{"violation_shown",
    "Provisioned still reports a broken contract", "Provisioned reports no broken contract",
    [](const Seen& seen) {
      const Condition* stored = seen.stored.provisioned;
      return is(stored, Status::Unknown) &&
             stored->reason == "Error";
    },
    {.evidence = provisioned_evidence}};

inline constexpr Question error_stands{"error_stands",
    "DeprovisionError was written before", "DeprovisionError was never written",
    [](const Seen& seen) { return seen.stored.deprovision != nullptr; },
    {.evidence = error_evidence}};

inline constexpr Question request_missed{"request_missed",
    "DeprovisionError reports a ClusterDeprovision that was not created",
    "DeprovisionError reports no ClusterDeprovision that was not created",
    [](const Seen& seen) {
      return is(seen.stored.deprovision, Status::True) &&
             seen.stored.deprovision->reason == "ClusterDeprovisionNotCreated";
    },
    {.evidence = error_evidence}};

inline constexpr Question error_shown{"error_shown",
    "DeprovisionError is True", "DeprovisionError is not True yet",
    [](const Seen& seen) { return is(seen.stored.deprovision, Status::True); },
    {.evidence = error_evidence}};
// clang-format on

}  // namespace telltale::clusterdeployment::rows
