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

inline constexpr Question paused{
    .name = "paused",
    .text = "the annotation hive.openshift.io/reconcile-pause says true",
    .denial = "nothing pauses the deployment",
    .ask = [](const Seen& seen) { return seen.paused; }};

inline constexpr Question deleting{.name = "deleting",
                                   .text = "metadata.deletionTimestamp is set",
                                   .denial = "metadata.deletionTimestamp is not set",
                                   .ask = [](const Seen& seen) { return seen.deleting; }};

inline constexpr Question installed{.name = "installed",
                                    .text = "spec.installed is true",
                                    .denial = "spec.installed is not true",
                                    .ask = [](const Seen& seen) { return seen.installed; },
                                    .evidence = spec_evidence};

inline constexpr Question preserves{.name = "preserves",
                                    .text = "spec.preserveOnDelete is true",
                                    .denial = "spec.preserveOnDelete is not true",
                                    .ask = [](const Seen& seen) { return seen.preserves; },
                                    .evidence = spec_evidence};

// The checks before an attempt.

template <Finding Checks::* finding>
constexpr bool fails(const Seen& seen) {
  return (seen.checks.*finding).check == Check::Fails;
}

inline constexpr Question dns_timed_out{
    .name = "dns_timed_out",
    .text = "the managed DNS zone was waited for in vain",
    .denial = "the managed DNS zone was not waited for in vain",
    .ask =
        [](const Seen& seen) {
          if (seen.dns_trouble == DnsTrouble::TimedOut) return true;
          return seen.dns_trouble == DnsTrouble::Waiting && is_set(seen.dns_deadline) &&
                 seen.now >= seen.dns_deadline;
        },
    .at =
        [](const Seen& seen) {
          return seen.dns_trouble == DnsTrouble::Waiting ? seen.dns_deadline : no_time;
        },
    .evidence = dns_evidence};

inline constexpr Question dns_fatal{
    .name = "dns_fatal",
    .text = "the managed DNS zone cannot be made",
    .denial = "nothing says that the managed DNS zone cannot be made",
    .ask = [](const Seen& seen) { return seen.dns_trouble == DnsTrouble::Fatal; },
    .evidence = dns_evidence};

inline constexpr Question dns_not_ready{.name = "dns_not_ready",
                                        .text = "the managed DNS zone is not available",
                                        .denial = "no managed DNS zone is missing",
                                        .ask = fails<&Checks::dns>,
                                        .evidence = dns_evidence};

inline constexpr Question credentials_fail{.name = "credentials_fail",
                                           .text = "the platform credentials are refused",
                                           .denial = "the platform credentials are not refused",
                                           .ask = fails<&Checks::credentials>,
                                           .evidence = check_evidence<&Checks::credentials>};

inline constexpr Question image_set_missing{.name = "image_set_missing",
                                            .text = "the ClusterImageSet does not exist",
                                            .denial = "no ClusterImageSet is missing",
                                            .ask = fails<&Checks::image_set>,
                                            .evidence = check_evidence<&Checks::image_set>};

inline constexpr Question images_unresolved{
    .name = "images_unresolved",
    .text = "the installer images could not be resolved",
    .denial = "resolving the installer images has not failed",
    .ask = fails<&Checks::images>,
    .evidence = check_evidence<&Checks::images>};

inline constexpr Question install_config_unset{
    .name = "install_config_unset",
    .text = "no install config is referred to",
    .denial = "no install config is asked for in vain",
    .ask = fails<&Checks::install_config_ref>,
    .evidence = check_evidence<&Checks::install_config_ref>};

inline constexpr Question install_config_invalid{
    .name = "install_config_invalid",
    .text = "Hive refused the install config",
    .denial = "Hive has not refused the install config",
    .ask = fails<&Checks::install_config>,
    .evidence = check_evidence<&Checks::install_config>};

inline constexpr Question customization_missing{.name = "customization_missing",
                                                .text = "Hive could not load the customization",
                                                .denial = "no customization is missing",
                                                .ask = fails<&Checks::customization>,
                                                .evidence = check_evidence<&Checks::customization>};

inline constexpr Question problem_over{
    .name = "problem_over",
    .text = "the problem that RequirementsMet tells of is ours, and over",
    .denial = "RequirementsMet tells of no problem that is ours and over",
    .ask = [](const Seen& seen) { return seen.resolved.has_value(); },
    .evidence = requirements_evidence};

inline constexpr Question other_problem{
    .name = "other_problem",
    .text = "RequirementsMet is False for a reason of somebody else's",
    .denial = "RequirementsMet is not False for a reason of somebody else's",
    .ask = [](const Seen& seen) { return seen.other_problem; },
    .evidence = requirements_evidence};

inline constexpr Question came_far{.name = "came_far",
                                   .text = "Hive provisions the cluster and came past every check",
                                   .denial = "nothing shows that Hive came past every check",
                                   .ask = [](const Seen& seen) { return seen.came_far; },
                                   .evidence = path_evidence};

// Attempts.

inline constexpr Question attempt_exists{
    .name = "attempt_exists",
    .text = "a ClusterProvision exists",
    .denial = "no ClusterProvision is seen",
    .ask =
        [](const Seen& seen) { return seen.stage != Stage::None && seen.stage != Stage::NotSeen; },
    .evidence = attempt_evidence};

inline constexpr Question attempt_runs{
    .name = "attempt_runs",
    .text = "an attempt is under way or has succeeded",
    .denial = "no attempt is under way",
    .ask =
        [](const Seen& seen) { return seen.stage != Stage::None && seen.stage != Stage::Failed; },
    .evidence = attempt_evidence};

inline constexpr Question attempt_complete{
    .name = "attempt_complete",
    .text = "the ClusterProvision is complete",
    .denial = "the ClusterProvision is not complete",
    .ask = [](const Seen& seen) { return seen.stage == Stage::Complete; },
    .evidence = attempt_evidence};

inline constexpr Question attempt_failed{
    .name = "attempt_failed",
    .text = "the ClusterProvision failed",
    .denial = "the ClusterProvision did not fail",
    .ask = [](const Seen& seen) { return seen.stage == Stage::Failed; },
    .evidence = attempt_evidence};

inline constexpr Question failed_before{.name = "failed_before",
                                        .text = "an earlier attempt failed",
                                        .denial = "no earlier attempt is known to have failed",
                                        .ask = [](const Seen& seen) { return seen.failed_before; },
                                        .evidence = failure_evidence};

inline constexpr Question tells_failure{
    .name = "tells_failure",
    .text = "the failed attempt says why",
    .denial = "no failed attempt says why",
    .ask = [](const Seen& seen) { return seen.failure.has_value(); },
    .evidence = failure_evidence};

inline constexpr Question launch_stuck{
    .name = "launch_stuck",
    .text = "the install pod does not start",
    .denial = "nothing says that the install pod does not start",
    .ask = [](const Seen& seen) { return seen.launch == Launch::Stuck; },
    .evidence = launch_evidence};

inline constexpr Question launch_over{
    .name = "launch_over",
    .text = "InstallLaunchError is shown, and the pod has started since",
    .denial = "no InstallLaunchError is shown that is over",
    .ask = [](const Seen& seen) { return seen.launch == Launch::Over; },
    .evidence = launch_evidence};

inline constexpr Question install_once_done{
    .name = "install_once_done",
    .text = "only one attempt was wanted, and it was made",
    .denial = "another attempt may be made, as far as try-install-once goes",
    .ask =
        [](const Seen& seen) {
          return !seen.install_path && !seen.installed && seen.installs_once && seen.restarts > 0;
        },
    .evidence = limit_evidence};

inline constexpr Question limit_reached{
    .name = "limit_reached",
    .text = "as many attempts were made as spec.installAttemptsLimit allows",
    .denial = "spec.installAttemptsLimit is not reached",
    .ask =
        [](const Seen& seen) {
          return !seen.install_path && !seen.installed && seen.attempts_limit &&
                 seen.restarts >= *seen.attempts_limit;
        },
    .evidence = limit_evidence};

inline constexpr Question may_start{
    .name = "may_start",
    .text = "the first attempt may start, or was made",
    .denial = "no attempt may start yet",
    .ask =
        [](const Seen& seen) {
          if (seen.install_path) return false;
          return seen.came_far || (seen.provisioning && seen.requirements_met == Status::True);
        },
    .evidence = path_evidence};

inline constexpr Question given_up{
    .name = "given_up",
    .text = "ProvisionStopped is True",
    .denial = "ProvisionStopped is not True",
    .ask = [](const Seen& seen) { return seen.stopped == Status::True; },
    .evidence =
        [](const Seen& seen) {
          return std::string("ProvisionStopped = ") + std::string(to_text(seen.stopped));
        }};

inline constexpr Question install_succeeded{
    .name = "install_succeeded",
    .text = "an attempt or the ClusterInstall succeeded",
    .denial = "no attempt is known to have succeeded",
    .ask =
        [](const Seen& seen) {
          if (seen.stage == Stage::Complete) return true;
          if (seen.installed) return seen.attempted || is(seen.stored.failed, Status::True);
          return is(seen.install.completed, Status::True) && !is(seen.install.failed, Status::True);
        },
    .evidence = attempt_evidence};

}  // namespace telltale::clusterdeployment::rows
