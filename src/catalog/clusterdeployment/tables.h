// SPDX-License-Identifier: Apache-2.0
#pragma once

// The five conditions that say what Hive's many old ones said. Every one of them is Unknown at
// first, stays as it is while the deployment is being deleted (but for deprovisioning), and tells
// how the installation came out for ever after.

#include "catalog/clusterdeployment/grouped_reason.h"
#include "catalog/clusterdeployment/guards.h"
#include "catalog/clusterdeployment/reported_guards.h"
#include "catalog/clusterdeployment/stored_guards.h"
#include "catalog/clusterdeployment/words.h"
#include "table/table.h"

namespace telltale::clusterdeployment::rows {

using enum Act;
using enum Status;

inline constexpr std::string_view initialized_message = "Condition Initialized";

// A copy of what another object says.
inline constexpr auto own_words = std::to_array<MayWrite>(
    {{any_reason_of_the_source, std::nullopt, "with its own status and reason"}});

// Our own problems are taken back one by one.
inline constexpr auto requirements_resolved = resolved_reasons<7>("RequirementsMet");
inline constexpr auto launch_resolved = resolved_reasons<1>("ProvisionFailed");

// clang-format off

// Whoever pauses a deployment wants nothing about it touched.
inline constexpr auto paused_row = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {paused,                                        Keep,
      "reconciling is paused"},
});

// What a deletion finds, it freezes; `stands` asks whether the condition was written before.
consteval auto frozen_rows(Question stands) {
  return std::to_array<Row<Seen>>({
    // guard                                      status   reason
    //     message
    {deleting && stands,                          Keep,
        "what stood when the deletion began"},
    {deleting,                                    Unknown, "Initialized",
        initialized_message},
  });
}

consteval auto last_rows(Question stands) {
  return std::to_array<Row<Seen>>({
    // guard                                      status   reason
    //     message
    {stands,                                      Keep,
        "nothing new is known"},
    {otherwise,                                   Unknown, "Initialized",
        initialized_message},
  });
}

// Hive's own order of checks; a problem that is noted counts until it is seen to be over.
inline constexpr auto requirement_rows = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {dns_timed_out,                                 False,   "DNSNotReady",
      "DNSNotReadyTimedOut: DNS zone not available in time"},
  {dns_not_ready,                                 False,   "DNSNotReady",
      "{dns}"},
  {credentials_fail,                              False,   "AuthenticationFailure",
      "{credentials}"},
  {image_set_missing,                             False,   "ClusterImageSetNotFound",
      "{image_set}"},
  {images_unresolved,                             False,   "InstallerImageResolutionFailed",
      "{images}"},
  {install_config_unset,                          False,   "InstallConfigRefNotSet",
      "{install_config_ref}"},
  {install_config_invalid,                        False,   "InstallConfigValidationFailed",
      "{install_config}"},
  {customization_missing,                         False,   "CustomizationRefNotAvailable",
      "{customization}"},
  {install_requires,                              Mirror,
      "the ClusterInstall's own RequirementsMet", own_words},
  {other_problem,                                 Keep,
      "the controller that found this problem says when it is over"},
  {came_far,                                      True,    "AllRequirementsMet",
      "Every check before provisioning was passed"},
  {problem_over,                                  Mirror,
      "Unknown, and which problem of ours was resolved", requirements_resolved},
});

// Success is told once; failures are told as they come, and a new attempt clears none of them.
inline constexpr auto failure_rows = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {install_succeeded && success_shown,            Keep,
      "the installation succeeded, and that was reported"},
  {install_succeeded && install_completed,        False,   "ProvisionSucceeded",
      "{install} completed"},
  {install_succeeded,                             False,   "ProvisionSucceeded",
      "{success}"},
  {installed && failure_stands,                   Keep,
      "the cluster is installed, and what is wrong with it now is another matter"},
  {installed,                                     Unknown, "Initialized",
      initialized_message},
  {install_failed,                                Mirror,
      "the ClusterInstall's own Failed", own_words},
  {attempt_failed && tells_failure,               Mirror,
      "the ClusterProvision's own ClusterProvisionFailed", own_words},
  {attempt_failed,                                True,    "MissingCondition",
      "Provision {provision} failed and does not say why"},
  {launch_stuck,                                  True,    "InstallLaunchError",
      "{launch}"},
  {failure_shown,                                 Keep,
      "a new attempt does not clear the failure of the last one"},
  {failed_before && tells_failure,                Mirror,
      "ClusterProvisionFailed of the newest attempt that failed", own_words},
  {failed_before,                                 True,    "MissingCondition",
      "An earlier attempt failed, and nothing says why"},
  {launch_over,                                   Mirror,
      "Unknown, and that the install pod was launched", launch_resolved},
  {success_shown && progress_seen,                Unknown, "Initialized",
      initialized_message},
});

// True for ever. Other controllers delete a cluster for it, so a running attempt is left alone.
inline constexpr auto stop_rows = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {install_stopped && install_failed && !install_completed,
                                                  True,    "InstallAttemptsLimitReached",
      "{install} failed and makes no further attempt"},
  {install_stopped,                               Mirror,
      "the ClusterInstall's own Stopped", own_words},
  {stop_shown,                                    Keep,
      "a stop never ends by itself"},
  {dns_fatal && !attempt_runs,                    True,    "DNSZoneFailedToReconcile",
      "The managed DNS zone cannot be made, see RequirementsMet"},
  {dns_timed_out && !attempt_runs,                True,    "DNSNotReadyTimedOut",
      "The managed DNS zone was not available in time"},
  {install_once_done && !attempt_runs,            True,    "InstallOnlyOnceSet",
      "Only one attempt was wanted, and it failed"},
  {limit_reached && !attempt_runs,                True,    "InstallAttemptsLimitReached",
      "Install attempts limit reached"},
  {install_tells_stopped,                         Mirror,
      "the ClusterInstall's own Stopped", own_words},
  {go_shown,                                      Keep,
      "provisioning goes on"},
  {may_start,                                     False,   "ProvisionNotStopped",
      "Provisioning is not stopped"},
});

inline constexpr auto deprovision_rows = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {deprovision_exists && deprovision_denied,      False,   "DeprovisionFailed",
      "Deprovisioning the cluster fails, see DeprovisionError"},
  {deprovision_completed,                         False,   "Deprovisioned",
      "The cluster is deprovisioned"},
  {deprovision_exists,                            False,   "Deprovisioning",
      "The cluster is being deprovisioned"},
});

// A ClusterInstall must say Stopped with exactly one of Completed and Failed, and Completed never
// without Stopped. While it tries again after a failure, nothing changes.
inline constexpr auto provisioned_rows = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {installed,                                     True,    "Provisioned",
      "The cluster is provisioned"},
  {install_completed && install_failed && install_stopped,
                                                  Unknown, "Error",
      "{install} breaks its contract: it says both Completed and Failed"},
  {install_completed && !install_stopped,         Unknown, "Error",
      "{install} breaks its contract: it says Completed without Stopped"},
  {install_stopped && !install_completed && !install_failed,
                                                  Unknown, "Error",
      "{install} breaks its contract: it says Stopped without Completed or Failed"},
  {install_completed,                             True,    "Provisioned",
      "The cluster is provisioned"},
  {attempt_complete,                              True,    "Provisioned",
      "The cluster is provisioned"},
  {given_up,                                      False,   "ProvisionStopped",
      "Provisioning failed for good, see ProvisionStopped"},
  {install_failed && violation_shown,             False,   "Provisioning",
      "The cluster is being provisioned"},
  {install_present && !install_failed,            False,   "Provisioning",
      "The cluster is being provisioned"},
  {attempt_exists,                                False,   "Provisioning",
      "The cluster is being provisioned"},
});

inline constexpr auto deprovision_error_rows = std::to_array<Row<Seen>>({
  // guard                                        status   reason
  //     message
  {preserves,                                     Unknown, "Initialized",
      initialized_message},
  {deprovision_denied,                            Mirror,
      "the ClusterDeprovision's own AuthenticationFailure", own_words},
  {deprovision_failed,                            Mirror,
      "the ClusterDeprovision's own DeprovisionFailed", own_words},
  {deprovision_not_requested,                     True,    "ClusterDeprovisionNotCreated",
      "{hindrance}"},
  {deprovision_well,                              Mirror,
      "the ClusterDeprovision's own AuthenticationFailure or DeprovisionFailed", own_words},
  {deprovision_completed,                         False,   "DeprovisionSucceeded",
      "The cluster is deprovisioned"},
  {request_missed && deprovision_exists,          False,   "DeprovisionErrorResolved",
      "Deprovisioning goes on"},
  {error_shown && deprovision_reports,            False,   "DeprovisionErrorResolved",
      "Deprovisioning goes on"},
});
// clang-format on

inline constexpr Table requirements_met_table{
    concat(paused_row, frozen_rows(requirements_stand), requirement_rows,
           last_rows(requirements_stand)),
    "ClusterDeployment", "RequirementsMet", all_words};
inline constexpr Table provision_failed_table{
    concat(paused_row, frozen_rows(failure_stands), failure_rows, last_rows(failure_stands)),
    "ClusterDeployment", "ProvisionFailed", all_words};
inline constexpr Table provision_stopped_table{
    concat(paused_row, frozen_rows(stop_stands), stop_rows, last_rows(stop_stands)),
    "ClusterDeployment", "ProvisionStopped", all_words};
inline constexpr Table provisioned_table{
    concat(paused_row, deprovision_rows, frozen_rows(provisioned_stands), provisioned_rows,
           last_rows(provisioned_stands)),
    "ClusterDeployment", "Provisioned", all_words};
inline constexpr Table deprovision_error_table{
    concat(paused_row, deprovision_error_rows, last_rows(error_stands)), "ClusterDeployment",
    "DeprovisionError", all_words};

}  // namespace telltale::clusterdeployment::rows

namespace telltale::clusterdeployment {

template <class Visit>
void for_each_table(Visit visit) {
  visit(rows::requirements_met_table);
  visit(rows::provision_failed_table);
  visit(rows::provision_stopped_table);
  visit(rows::provisioned_table);
  visit(rows::deprovision_error_table);
}

}  // namespace telltale::clusterdeployment
