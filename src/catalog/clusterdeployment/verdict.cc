// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/verdict.h"

#include <algorithm>
#include <span>

#include "catalog/clusterdeployment/see_checks.h"
#include "catalog/owners/patience.h"

namespace telltale::clusterdeployment {
namespace {

using enum Status;

// The five as judged; a condition that the list had no room for is Unknown.
struct Five {
  Condition requirements;
  Condition failed;
  Condition stopped;
  Condition provisioned;
  Condition deprovision;
};

Condition judged_as(const Judged& judged, std::string_view type) {
  const Condition* found = find_condition(judged.conditions, type);
  return found != nullptr ? *found : Condition{.type = type};
}

Five five_of(const Judged& judged) {
  return {.requirements = judged_as(judged, "RequirementsMet"),
          .failed = judged_as(judged, "ProvisionFailed"),
          .stopped = judged_as(judged, "ProvisionStopped"),
          .provisioned = judged_as(judged, "Provisioned"),
          .deprovision = judged_as(judged, "DeprovisionError")};
}

bool says(const Condition& condition, Status status, std::string_view reason) {
  return condition.status == status && condition.reason == reason;
}

// Which check the condition tells of; nothing where the ClusterInstall said it.
const Finding* finding_behind(const Condition& requirements, const Checks& checks) {
  for (const NamedCheck& named : named_checks) {
    const Finding& finding = checks.*named.finding;
    if (named.reason == requirements.reason && finding.check == Check::Fails) return &finding;
  }
  return nullptr;
}

void decide_on_requirements(Judged& judged, const Condition& requirements, const Seen& seen,
                            const Settings& settings) {
  Cause cause = cause_of(requirements, *judged.object);
  const Finding* finding = finding_behind(requirements, seen.checks);
  Seconds patience = settings.patience.owner_not_ready;
  if (finding != nullptr) {
    // The condition may be younger than what it tells of.
    cause.since = earlier(requirements.last_transition, finding->since);
    const bool dns = finding == &seen.checks.dns;
    patience = dns ? settings.provisioning.dns_timeout : settings.patience.missing_template;
  } else if (is(seen.install.requirements, False)) {
    cause.since = earlier(requirements.last_transition, seen.install.requirements->last_transition);
  }
  be_patient(judged, cause, cause.since, patience, seen.now);
}

struct Ending {
  bool holds = false;
  Verdict verdict = Verdict::Unknown;
  const Condition* condition = nullptr;
};

// The first that holds tells it.
bool conclude_first(Judged& judged, std::span<const Ending> endings) {
  const auto found = std::ranges::find_if(endings, &Ending::holds);
  if (found == endings.end()) return false;
  conclude(judged, found->verdict, cause_of(*found->condition, *judged.object));
  return true;
}

// Deprovisioning comes first: whatever went wrong before, the cluster goes away.
bool decide_on_the_end(Judged& judged, const Five& five) {
  const Condition& provisioned = five.provisioned;
  const Ending endings[] = {
      {says(provisioned, False, "Deprovisioned"), Verdict::Working, &provisioned},
      {five.deprovision.status == True, Verdict::Stuck, &five.deprovision},
      {says(provisioned, False, "DeprovisionFailed"), Verdict::Stuck, &provisioned},
      {says(provisioned, False, "Deprovisioning"), Verdict::Working, &provisioned},
  };
  return conclude_first(judged, endings);
}

// What nobody but a human can change.
bool decide_on_dead_ends(Judged& judged, const Five& five) {
  const Condition& provisioned = five.provisioned;
  const Ending endings[] = {
      {says(provisioned, Unknown, "Error"), Verdict::Stuck, &provisioned},
      {five.stopped.status == True, Verdict::Stuck, &five.stopped},
      {says(provisioned, False, "ProvisionStopped"), Verdict::Stuck, &provisioned},
  };
  return conclude_first(judged, endings);
}

// A paused deployment may lack the very condition people wait on.
const Condition& first_told(const Five& five) {
  for (const Condition* one : {&five.provisioned, &five.requirements, &five.stopped}) {
    if (!one->reason.empty()) return *one;
  }
  return five.provisioned;
}

bool all_unknown(const Five& five) {
  return five.requirements.status == Unknown && five.failed.status == Unknown &&
         five.stopped.status == Unknown && five.provisioned.status == Unknown &&
         five.deprovision.status == Unknown;
}

}  // namespace

void decide_verdict(Judged& judged, const Seen& seen, const Settings& settings) {
  const Five five = five_of(judged);
  if (decide_on_the_end(judged, five)) return;
  if (five.provisioned.status == True) {
    judged.verdict = Verdict::Healthy;
  } else if (decide_on_dead_ends(judged, five)) {
    return;
  } else if (five.requirements.status == False) {
    decide_on_requirements(judged, five.requirements, seen, settings);
  } else if (five.failed.status == True) {
    conclude(judged, Verdict::Working, cause_of(five.failed, *judged.object));
  } else {
    const Verdict verdict = all_unknown(five) ? Verdict::Unknown : Verdict::Working;
    conclude(judged, verdict, cause_of(first_told(five), *judged.object));
  }
}

}  // namespace telltale::clusterdeployment
