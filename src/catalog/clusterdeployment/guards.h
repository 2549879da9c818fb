// SPDX-License-Identifier: Apache-2.0
#pragma once

// The questions about a ClusterDeployment itself, the checks before an attempt, and the attempts.
// Positive statements; rows negate them with `!`.

#include <string>

#include "catalog/clusterdeployment/evidence.h"
#include "table/guard.h"

namespace telltale::clusterdeployment::rows {

using Question = Guard<Seen>;

inline constexpr When<Seen> otherwise{};

// The deployment itself.

// clang-format off
inline constexpr Question paused{"paused",
    "the annotation hive.openshift.io/reconcile-pause says true", "nothing pauses the deployment",
    [](const Seen& seen) { return seen.paused; }};

inline constexpr Question deleting{"deleting",
    "metadata.deletionTimestamp is set", "metadata.deletionTimestamp is not set",
    [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question installed{"installed",
    "spec.installed is true", "spec.installed is not true",
    [](const Seen& seen) { return seen.installed; }, {.evidence = spec_evidence}};

inline constexpr Question preserves{"preserves",
    "spec.preserveOnDelete is true", "spec.preserveOnDelete is not true",
    [](const Seen& seen) { return seen.preserves; }, {.evidence = spec_evidence}};

// The checks before an attempt.

template <Finding Checks::* finding>
constexpr bool fails(const Seen& seen) {
  return (seen.checks.*finding).check == Check::Fails;
}

inline constexpr Question dns_timed_out{"dns_timed_out",
    "the managed DNS zone was waited for in vain",
    "the managed DNS zone was not waited for in vain",
    [](const Seen& seen) {
      if (seen.dns_trouble == DnsTrouble::TimedOut) return true;
      return seen.dns_trouble == DnsTrouble::Waiting && is_set(seen.dns_deadline) &&
             seen.now >= seen.dns_deadline;
    },
    {.at = [](const Seen& seen) {
       return seen.dns_trouble == DnsTrouble::Waiting ? seen.dns_deadline : no_time;
     },
     .evidence = dns_evidence}};

inline constexpr Question dns_fatal{"dns_fatal",
    "the managed DNS zone cannot be made", "nothing says that the managed DNS zone cannot be made",
    [](const Seen& seen) { return seen.dns_trouble == DnsTrouble::Fatal; },
    {.evidence = dns_evidence}};

inline constexpr Question dns_not_ready{"dns_not_ready",
    "the managed DNS zone is not available", "no managed DNS zone is missing",
    fails<&Checks::dns>, {.evidence = dns_evidence}};

inline constexpr Question credentials_fail{"credentials_fail",
    "the platform credentials are refused", "the platform credentials are not refused",
    fails<&Checks::credentials>, {.evidence = check_evidence<&Checks::credentials>}};

inline constexpr Question image_set_missing{"image_set_missing",
    "the ClusterImageSet does not exist", "no ClusterImageSet is missing",
    fails<&Checks::image_set>, {.evidence = check_evidence<&Checks::image_set>}};

inline constexpr Question images_unresolved{"images_unresolved",
    "the installer images could not be resolved", "resolving the installer images has not failed",
    fails<&Checks::images>, {.evidence = check_evidence<&Checks::images>}};

inline constexpr Question install_config_unset{"install_config_unset",
    "no install config is referred to", "no install config is asked for in vain",
    fails<&Checks::install_config_ref>, {.evidence = check_evidence<&Checks::install_config_ref>}};

inline constexpr Question install_config_invalid{"install_config_invalid",
    "Hive refused the install config", "Hive has not refused the install config",
    fails<&Checks::install_config>, {.evidence = check_evidence<&Checks::install_config>}};

inline constexpr Question customization_missing{"customization_missing",
    "Hive could not load the customization", "no customization is missing",
    fails<&Checks::customization>, {.evidence = check_evidence<&Checks::customization>}};

inline constexpr Question problem_over{"problem_over",
    "the problem that RequirementsMet reports is ours, and over",
    "RequirementsMet reports no problem that is ours and over",
    [](const Seen& seen) { return seen.resolved.has_value(); },
    {.evidence = requirements_evidence}};

inline constexpr Question other_problem{"other_problem",
    "RequirementsMet is False for a reason of another controller's",
    "RequirementsMet is not False for a reason of another controller's",
    [](const Seen& seen) { return seen.other_problem; }, {.evidence = requirements_evidence}};

inline constexpr Question came_far{"came_far",
    "Hive provisions the cluster and came past every check",
    "nothing shows that Hive came past every check",
    [](const Seen& seen) { return seen.came_far; }, {.evidence = path_evidence}};

// Attempts.

inline constexpr Question attempt_exists{"attempt_exists",
    "a ClusterProvision exists", "no ClusterProvision is seen",
    [](const Seen& seen) { return seen.stage != Stage::None && seen.stage != Stage::NotSeen; },
    {.evidence = attempt_evidence}};

inline constexpr Question attempt_runs{"attempt_runs",
    "an attempt is under way or has succeeded", "no attempt is under way",
    [](const Seen& seen) { return seen.stage != Stage::None && seen.stage != Stage::Failed; },
    {.evidence = attempt_evidence}};

inline constexpr Question attempt_complete{"attempt_complete",
    "the ClusterProvision is complete", "the ClusterProvision is not complete",
    [](const Seen& seen) { return seen.stage == Stage::Complete; }, {.evidence = attempt_evidence}};

inline constexpr Question attempt_failed{"attempt_failed",
    "the ClusterProvision failed", "the ClusterProvision did not fail",
    [](const Seen& seen) { return seen.stage == Stage::Failed; }, {.evidence = attempt_evidence}};

inline constexpr Question failed_before{"failed_before",
    "an earlier attempt failed", "no earlier attempt is known to have failed",
    [](const Seen& seen) { return seen.failed_before; }, {.evidence = failure_evidence}};

inline constexpr Question tells_failure{"tells_failure",
    "the failed attempt says why", "no failed attempt says why",
    [](const Seen& seen) { return seen.failure.has_value(); }, {.evidence = failure_evidence}};

inline constexpr Question launch_stuck{"launch_stuck",
    "the install pod does not start", "nothing says that the install pod does not start",
    [](const Seen& seen) { return seen.launch == Launch::Stuck; }, {.evidence = launch_evidence}};

inline constexpr Question launch_over{"launch_over",
    "InstallLaunchError is shown, and the pod has started since",
    "no InstallLaunchError is shown that is over",
    [](const Seen& seen) { return seen.launch == Launch::Over; }, {.evidence = launch_evidence}};

inline constexpr Question install_once_done{"install_once_done",
    "only one attempt was wanted, and it was made",
    "another attempt may be made, as far as try-install-once goes",
    [](const Seen& seen) {
      return !seen.install_path && !seen.installed && seen.installs_once && seen.restarts > 0;
    },
    {.evidence = limit_evidence}};

inline constexpr Question limit_reached{"limit_reached",
    "as many attempts were made as spec.installAttemptsLimit allows",
    "spec.installAttemptsLimit is not reached",
    [](const Seen& seen) {
      return !seen.install_path && !seen.installed && seen.attempts_limit &&
             seen.restarts >= *seen.attempts_limit;
    },
    {.evidence = limit_evidence}};

inline constexpr Question may_start{"may_start",
    "the first attempt may start, or was made", "no attempt may start yet",
    [](const Seen& seen) {
      if (seen.install_path) return false;
      return seen.came_far || (seen.provisioning && seen.requirements_met == Status::True);
    },
    {.evidence = path_evidence}};

inline constexpr Question given_up{"given_up",
    "ProvisionStopped is True", "ProvisionStopped is not True",
    [](const Seen& seen) { return seen.stopped == Status::True; },
    {.evidence = [](const Seen& seen) {
       return std::string("ProvisionStopped = ") + std::string(to_text(seen.stopped));
     }}};

inline constexpr Question install_succeeded{"install_succeeded",
    "an attempt or the ClusterInstall succeeded", "no attempt is known to have succeeded",
    [](const Seen& seen) {
      if (seen.stage == Stage::Complete) return true;
      if (seen.installed) return seen.attempted || is(seen.stored.failed, Status::True);
      return is(seen.install.completed, Status::True) && !is(seen.install.failed, Status::True);
    },
    {.evidence = attempt_evidence}};
// clang-format on

}  // namespace telltale::clusterdeployment::rows
