// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/tables.h"

#include <string>

#include <gtest/gtest.h>

#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::clusterdeployment {
namespace {

using laws::keep;
using laws::mirror;
using laws::set_to;
using laws::Told;
using laws::told_by;

using enum Status;

constexpr Instant now{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)};
constexpr Condition some_true{.type = "X", .status = True, .reason = "Some"};
constexpr Condition some_false{.type = "X", .status = False, .reason = "Some"};
constexpr Condition some_unknown{.type = "X", .status = Unknown, .reason = "Initialized"};
constexpr Condition broken_contract{.type = "Provisioned", .status = Unknown, .reason = "Error"};

// Hive provisions it, and nothing is known yet; each test bends one thing.
constexpr Seen calm_deployment() {
  Seen seen;
  seen.now = now;
  seen.provisioning = true;
  seen.provision = "p1";
  seen.launch_text = "PodInPendingPhase: no node fits";
  seen.install.kind = "AgentClusterInstall";
  seen.install.name = "agents";
  return seen;
}
constexpr Seen calm = calm_deployment();

static_assert(rows::provisioned_table.decide(calm).row->reason == "Initialized");

const Condition* choose_stored(Choices& choose) {
  return choose.one_of<const Condition*>({nullptr, &some_true, &some_false, &some_unknown});
}

constexpr Condition missed_request{
    .type = "X", .status = True, .reason = "ClusterDeprovisionNotCreated"};

Told initialized() { return set_to(Unknown, "Initialized", "Condition Initialized"); }

Told last(const Condition* stored) { return stored != nullptr ? keep() : initialized(); }

void choose_dns(Choices& choose, Seen& seen) {
  seen.dns_trouble = choose.one_of({DnsTrouble::None, DnsTrouble::Waiting, DnsTrouble::TimedOut,
                                    DnsTrouble::Failing, DnsTrouble::Fatal});
  if (seen.dns_trouble == DnsTrouble::None) return;
  seen.checks.dns = {.check = Check::Fails, .text = "Sub: zone", .source = "DNSZone"};
  if (seen.dns_trouble == DnsTrouble::Waiting) {
    seen.dns_deadline = choose.one_of({now - Seconds(60), now, now + Seconds(60), no_time});
  }
}

bool timed_out(const Seen& seen) {
  if (seen.dns_trouble == DnsTrouble::TimedOut) return true;
  return seen.dns_trouble == DnsTrouble::Waiting && is_set(seen.dns_deadline) &&
         seen.dns_deadline <= seen.now;
}

// RequirementsMet.

constexpr Finding failing{.check = Check::Fails, .text = "no", .source = "test"};

void choose_check(Choices& choose, Finding& finding) {
  if (choose.flag()) finding = failing;
}

template <class Visit>
void every_requirement(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.paused = choose.flag();
    seen.deleting = choose.flag();
    seen.stored.requirements = choose.one_of<const Condition*>({nullptr, &some_false});
    choose_dns(choose, seen);
    choose_check(choose, seen.checks.credentials);
    choose_check(choose, seen.checks.image_set);
    choose_check(choose, seen.checks.images);
    choose_check(choose, seen.checks.install_config_ref);
    choose_check(choose, seen.checks.install_config);
    choose_check(choose, seen.checks.customization);
    seen.install.requirements = choose.one_of<const Condition*>({nullptr, &some_true});
    seen.other_problem = choose.flag();
    seen.came_far = choose.flag();
    if (choose.flag()) seen.resolved = some_unknown;
    visit(seen);
  });
}

Told requirements_ladder(const Seen& seen) {
  if (seen.paused) return keep();
  if (seen.deleting) return last(seen.stored.requirements);
  if (timed_out(seen)) {
    return set_to(False, "DNSNotReady", "DNSNotReadyTimedOut: DNS zone not available in time");
  }
  if (seen.dns_trouble != DnsTrouble::None) return set_to(False, "DNSNotReady", "Sub: zone");
  const std::pair<const Finding*, std::string_view> checks[] = {
      {&seen.checks.credentials, "AuthenticationFailure"},
      {&seen.checks.image_set, "ClusterImageSetNotFound"},
      {&seen.checks.images, "InstallerImageResolutionFailed"},
      {&seen.checks.install_config_ref, "InstallConfigRefNotSet"},
      {&seen.checks.install_config, "InstallConfigValidationFailed"},
      {&seen.checks.customization, "CustomizationRefNotAvailable"}};
  for (const auto& [finding, reason] : checks) {
    if (finding->check == Check::Fails) return set_to(False, reason, "no");
  }
  if (seen.install.requirements != nullptr) return mirror();
  if (seen.other_problem) return keep();
  if (seen.came_far) {
    return set_to(True, "AllRequirementsMet", "Every check before provisioning was passed");
  }
  if (seen.resolved) return mirror();
  return last(seen.stored.requirements);
}

TEST(ClusterDeploymentRequirementsMet, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::requirements_met_table, [](auto visit) { every_requirement(visit); },
      requirements_ladder);
}

// ProvisionFailed.

template <class Visit>
void every_failure(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.paused = choose.flag();
    seen.deleting = choose.flag();
    seen.stored.failed = choose_stored(choose);
    seen.installed = choose.flag();
    seen.attempted = choose.flag();
    seen.install_path = choose.flag();
    if (seen.install_path) {
      seen.install.present = choose.flag();
      seen.install.completed = choose.one_of<const Condition*>({nullptr, &some_true});
      seen.install.failed = choose.one_of<const Condition*>({nullptr, &some_true});
    } else {
      seen.stage = choose.one_of({Stage::None, Stage::NotSeen, Stage::Initializing,
                                  Stage::Provisioning, Stage::Complete, Stage::Failed});
      seen.launch = choose.one_of({Launch::Quiet, Launch::Stuck, Launch::Over});
      seen.failed_before = choose.flag();
      if (choose.flag()) seen.failure = some_true;
    }
    visit(seen);
  });
}

bool succeeded(const Seen& seen) {
  if (seen.stage == Stage::Complete) return true;
  if (seen.installed) return seen.attempted || is(seen.stored.failed, True);
  return seen.install.completed != nullptr && seen.install.failed == nullptr;
}

Told ladder_while_running(const Seen& seen) {
  const Condition* stored = seen.stored.failed;
  if (seen.stage == Stage::Failed) {
    if (seen.failure) return mirror();
    return set_to(True, "MissingCondition", "Provision p1 failed and does not say why");
  }
  if (seen.launch == Launch::Stuck) {
    return set_to(True, "InstallLaunchError", "PodInPendingPhase: no node fits");
  }
  if (is(stored, True) && seen.launch != Launch::Over) return keep();
  if (seen.failed_before) {
    if (seen.failure) return mirror();
    return set_to(True, "MissingCondition", "An earlier attempt failed, and nothing says why");
  }
  if (seen.launch == Launch::Over) return mirror();
  const bool unseen = seen.stage == Stage::None || seen.stage == Stage::NotSeen;
  const bool progress = seen.install_path ? seen.install.present : !unseen;
  if (is(stored, False) && progress) return initialized();
  return last(stored);
}

Told failure_ladder(const Seen& seen) {
  if (seen.paused) return keep();
  const Condition* stored = seen.stored.failed;
  if (seen.deleting) return last(stored);
  if (succeeded(seen)) {
    if (is(stored, False)) return keep();
    if (seen.install.completed != nullptr) {
      return set_to(False, "ProvisionSucceeded", "AgentClusterInstall agents completed");
    }
    return set_to(False, "ProvisionSucceeded", "Provision p1 succeeded");
  }
  if (seen.installed) return last(stored);
  if (seen.install.failed != nullptr) return mirror();
  return ladder_while_running(seen);
}

TEST(ClusterDeploymentProvisionFailed, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::provision_failed_table, [](auto visit) { every_failure(visit); }, failure_ladder);
}

TEST(ClusterDeploymentProvisionFailed, NamesNoProvisionThatNobodyKnows) {
  Seen seen = calm;
  seen.provision = {};
  seen.installed = true;
  seen.attempted = true;
  EXPECT_EQ(told_by(rows::provision_failed_table, seen),
            set_to(False, "ProvisionSucceeded", "Provisioning succeeded"));
}

// ProvisionStopped.

void choose_limits(Choices& choose, Seen& seen) {
  seen.restarts = 2;
  switch (choose.below(4)) {
    case 0:
      seen.installs_once = true;
      break;
    case 1:
      seen.attempts_limit = 2;
      break;
    case 2:
      seen.attempts_limit = 3;
      break;
    default:
      seen.installs_once = true;
      seen.attempts_limit = 1;
      seen.restarts = 0;
  }
}

template <class Visit>
void every_stop(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.paused = choose.flag();
    seen.deleting = choose.flag();
    seen.stored.stopped = choose_stored(choose);
    choose_dns(choose, seen);
    seen.installed = choose.flag();
    seen.install_path = choose.flag();
    if (seen.install_path) {
      seen.provisioning = false;
      seen.install.stopped =
          choose.one_of<const Condition*>({nullptr, &some_true, &some_false, &some_unknown});
      seen.install.completed = choose.one_of<const Condition*>({nullptr, &some_true, &some_false});
      seen.install.failed = choose.one_of<const Condition*>({nullptr, &some_true});
    } else {
      seen.stage = choose.one_of({Stage::None, Stage::Provisioning, Stage::Failed});
      choose_limits(choose, seen);
      seen.came_far = choose.flag();
      seen.requirements_met = choose.one_of({True, False});
    }
    visit(seen);
  });
}

Told stop_ladder_of_hive(const Seen& seen) {
  const bool idle = seen.stage != Stage::Provisioning;
  if (seen.dns_trouble == DnsTrouble::Fatal && idle) {
    return set_to(True, "DNSZoneFailedToReconcile",
                  "The managed DNS zone cannot be made, see RequirementsMet");
  }
  if (timed_out(seen) && idle) {
    return set_to(True, "DNSNotReadyTimedOut", "The managed DNS zone was not available in time");
  }
  const bool may_give_up = idle && !seen.installed && !seen.install_path;
  if (may_give_up && seen.installs_once && seen.restarts > 0) {
    return set_to(True, "InstallOnlyOnceSet", "Only one attempt was wanted, and it failed");
  }
  if (may_give_up && seen.attempts_limit && *seen.attempts_limit <= seen.restarts) {
    return set_to(True, "InstallAttemptsLimitReached", "Install attempts limit reached");
  }
  if (seen.install.stopped != nullptr) return mirror();
  if (is(seen.stored.stopped, False)) return keep();
  const bool ready = seen.came_far || seen.requirements_met == True;
  if (!seen.install_path && ready) {
    return set_to(False, "ProvisionNotStopped", "Provisioning is not stopped");
  }
  return last(seen.stored.stopped);
}

Told stop_ladder(const Seen& seen) {
  if (seen.paused) return keep();
  if (seen.deleting) return last(seen.stored.stopped);
  if (is(seen.install.stopped, True)) {
    const bool gave_up = is(seen.install.failed, True) && !is(seen.install.completed, True);
    if (!gave_up) return mirror();
    return set_to(True, "InstallAttemptsLimitReached",
                  "AgentClusterInstall agents failed and makes no further attempt");
  }
  if (is(seen.stored.stopped, True)) return keep();
  return stop_ladder_of_hive(seen);
}

TEST(ClusterDeploymentProvisionStopped, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::provision_stopped_table, [](auto visit) { every_stop(visit); }, stop_ladder);
}

TEST(ClusterDeploymentProvisionStopped, LeavesAnAttemptAloneThatTheDumpDoesNotHold) {
  Seen seen = calm;
  seen.attempts_limit = 1;
  seen.restarts = 1;
  seen.stage = Stage::NotSeen;
  EXPECT_EQ(told_by(rows::provision_stopped_table, seen), initialized());
}

// Provisioned.

template <class Visit>
void every_provisioning(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.paused = choose.flag();
    seen.deprovision =
        choose.one_of({Deprovision::None, Deprovision::PendingRequest, Deprovision::Completed});
    if (choose.flag()) seen.deprovision_denied = some_true;
    seen.deleting = choose.flag();
    seen.stored.provisioned =
        choose.one_of<const Condition*>({nullptr, &some_false, &broken_contract});
    seen.installed = choose.flag();
    seen.stopped = choose.one_of({True, False, Unknown});
    seen.install_path = choose.flag();
    if (seen.install_path) {
      seen.install.present = choose.flag();
      seen.install.completed = choose.one_of<const Condition*>({nullptr, &some_true});
      seen.install.failed = choose.one_of<const Condition*>({nullptr, &some_true});
      seen.install.stopped = choose.one_of<const Condition*>({nullptr, &some_true, &some_false});
    } else {
      seen.stage = choose.one_of({Stage::None, Stage::NotSeen, Stage::Initializing,
                                  Stage::Provisioning, Stage::Complete, Stage::Failed});
    }
    visit(seen);
  });
}

constexpr std::string_view in_progress = "The cluster is being provisioned";

Told contract_error(std::string_view what) {
  return set_to(Unknown, "Error",
                format("AgentClusterInstall agents breaks its contract: it says {}", what));
}

Told ladder_of_an_install(const Seen& seen) {
  const bool completed = is(seen.install.completed, True);
  const bool failed = is(seen.install.failed, True);
  const bool stopped = is(seen.install.stopped, True);
  if (completed && !stopped) return contract_error("Completed without Stopped");
  if (completed && failed) return contract_error("both Completed and Failed");
  if (completed) return set_to(True, "Provisioned", "The cluster is provisioned");
  if (stopped && !failed) return contract_error("Stopped without Completed or Failed");
  if (seen.stopped == True) {
    return set_to(False, "ProvisionStopped", "Provisioning failed for good, see ProvisionStopped");
  }
  if (failed && seen.stored.provisioned != &broken_contract) return last(seen.stored.provisioned);
  if (!failed && !seen.install.present) return last(seen.stored.provisioned);
  return set_to(False, "Provisioning", in_progress);
}

Told provisioned_ladder(const Seen& seen) {
  if (seen.paused) return keep();
  if (seen.deprovision != Deprovision::None && seen.deprovision_denied) {
    return set_to(False, "DeprovisionFailed",
                  "Deprovisioning the cluster fails, see DeprovisionError");
  }
  if (seen.deprovision == Deprovision::Completed) {
    return set_to(False, "Deprovisioned", "The cluster is deprovisioned");
  }
  if (seen.deprovision == Deprovision::PendingRequest) {
    return set_to(False, "Deprovisioning", "The cluster is being deprovisioned");
  }
  if (seen.deleting) return last(seen.stored.provisioned);
  if (seen.installed) return set_to(True, "Provisioned", "The cluster is provisioned");
  if (seen.install_path) return ladder_of_an_install(seen);
  if (seen.stage == Stage::Complete) {
    return set_to(True, "Provisioned", "The cluster is provisioned");
  }
  if (seen.stopped == True) {
    return set_to(False, "ProvisionStopped", "Provisioning failed for good, see ProvisionStopped");
  }
  if (seen.stage == Stage::None || seen.stage == Stage::NotSeen) {
    return last(seen.stored.provisioned);
  }
  return set_to(False, "Provisioning", in_progress);
}

TEST(ClusterDeploymentProvisioned, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::provisioned_table, [](auto visit) { every_provisioning(visit); }, provisioned_ladder);
}

// DeprovisionError.

std::optional<Condition> choose_told(Choices& choose) {
  switch (choose.below(4)) {
    case 0:
      return some_true;
    case 1:
      return some_false;
    case 2:
      return some_unknown;
    default:
      return std::nullopt;
  }
}

template <class Visit>
void every_deprovision(Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.paused = choose.flag();
    seen.deleting = choose.flag();
    seen.preserves = choose.flag();
    seen.deprovision =
        choose.one_of({Deprovision::None, Deprovision::PendingRequest, Deprovision::Completed});
    seen.deprovision_denied = choose_told(choose);
    seen.deprovision_failed = choose_told(choose);
    seen.deprovision_reports = choose.flag();
    seen.deprovision_due =
        choose.one_of({no_time, seen.now - Seconds(1), seen.now, seen.now + Seconds(1)});
    seen.deprovision_hindrance = "ClusterDeprovision cd was not created";
    seen.stored.deprovision = choose.one_of<const Condition*>(
        {nullptr, &some_true, &some_false, &some_unknown, &missed_request});
    visit(seen);
  });
}

Told deprovision_ladder(const Seen& seen) {
  if (seen.paused) return keep();
  if (seen.preserves) return initialized();
  const auto either = [&](Status status) {
    return is(seen.deprovision_denied, status) || is(seen.deprovision_failed, status);
  };
  if (either(True)) return mirror();
  if (is_set(seen.deprovision_due) && seen.now >= seen.deprovision_due) {
    return set_to(True, "ClusterDeprovisionNotCreated", "ClusterDeprovision cd was not created");
  }
  if (either(False)) return mirror();
  if (seen.deprovision == Deprovision::Completed) {
    return set_to(False, "DeprovisionSucceeded", "The cluster is deprovisioned");
  }
  const bool missed = seen.stored.deprovision == &missed_request;
  if (missed && seen.deprovision != Deprovision::None) {
    return set_to(False, "DeprovisionErrorResolved", "Deprovisioning goes on");
  }
  if (is(seen.stored.deprovision, True) && seen.deprovision_reports) {
    return set_to(False, "DeprovisionErrorResolved", "Deprovisioning goes on");
  }
  return last(seen.stored.deprovision);
}

TEST(ClusterDeploymentDeprovisionError, KeepsTheLawsOfTables) {
  expect_table_laws(
      rows::deprovision_error_table, [](auto visit) { every_deprovision(visit); },
      deprovision_ladder);
}

TEST(ClusterDeploymentDeprovisionError, CopiesTroubleBeforeItsAbsence) {
  Seen seen = calm;
  seen.deprovision_denied = some_false;
  seen.deprovision_failed = some_true;
  EXPECT_EQ(deprovision_copy(seen).status, True);
  seen.deprovision_failed = some_unknown;
  EXPECT_EQ(deprovision_copy(seen).status, False);
}

}  // namespace
}  // namespace telltale::clusterdeployment
