// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/verdict.h"

#include "catalog/clusterdeployment/see_checks.h"
#include "catalog/clusterdeployment/verdict_table.h"

namespace telltale::clusterdeployment {
namespace {

// Which check the condition tells of; nothing where the ClusterInstall said it.
const Finding* finding_behind(const Condition& requirements, const Checks& checks) {
  for (const NamedCheck& named : named_checks) {
    const Finding& finding = checks.*named.finding;
    if (named.reason == requirements.reason && finding.check == Check::Fails) return &finding;
  }
  return nullptr;
}

// RequirementsMet may be younger than what it tells of.
void see_unmet(const Seen& seen, const Settings& settings, VerdictSeen& sheet) {
  sheet.unmet_since = sheet.requirements.last_transition;
  const Finding* finding = finding_behind(sheet.requirements, seen.checks);
  const Condition* reported = seen.install.requirements;
  if (finding != nullptr) {
    sheet.unmet = finding == &seen.checks.dns ? Unmet::Dns : Unmet::OtherCheck;
    sheet.unmet_since = earlier(sheet.unmet_since, finding->since);
  } else if (is(reported, Status::False)) {
    sheet.unmet_since = earlier(sheet.unmet_since, reported->last_transition);
  }
  const Instant since = sheet.unmet_since;
  sheet.dns_term = term_from(since, settings.provisioning.dns_timeout, seen.now);
  sheet.check_term = term_from(since, settings.patience.missing_template, seen.now);
  sheet.install_term = term_from(since, settings.patience.owner_not_ready, seen.now);
}

VerdictSeen observe_verdict(const Judged& judged, const Seen& seen, const Settings& settings) {
  VerdictSeen sheet{.now = seen.now, .object = judged.object};
  for (Condition* one : {&sheet.requirements, &sheet.failed, &sheet.stopped, &sheet.provisioned,
                         &sheet.deprovision}) {
    const Condition* found = find_condition(judged.conditions, one->type);
    if (found != nullptr) *one = *found;
  }
  if (sheet.requirements.status == Status::False) see_unmet(seen, settings, sheet);
  return sheet;
}

}  // namespace

Cause blame_first_told(const VerdictSeen& seen) {
  for (const Condition* one : {&seen.provisioned, &seen.requirements, &seen.stopped}) {
    if (!one->reason.empty()) return cause_of(*one, *seen.object);
  }
  return cause_of(seen.provisioned, *seen.object);
}

Cause blame_requirements(const VerdictSeen& seen) {
  Cause cause = cause_of(seen.requirements, *seen.object);
  cause.since = seen.unmet_since;
  return cause;
}

void decide_verdict(Judged& judged, const Seen& seen, const Settings& settings) {
  tell_verdict(verdict_rows::verdict_table, observe_verdict(judged, seen, settings), judged);
}

VerdictExplanation explain_verdict(const Kind&, const JudgeContext& context, const Judged& judged) {
  const Sheet sheet = observe(context, *judged.object);
  return explain_by(verdict_rows::verdict_table,
                    observe_verdict(judged, sheet.seen, context.settings));
}

}  // namespace telltale::clusterdeployment
