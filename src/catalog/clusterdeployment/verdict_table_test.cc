// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/verdict_table.h"

#include <gtest/gtest.h>

#include "catalog/engine/verdict_laws_for_test.h"
#include "catalog/now_for_test.h"
#include "table/choices_for_test.h"

namespace telltale::clusterdeployment {
namespace {

using std::chrono::minutes;
using enum Status;

constexpr Status each_status[] = {True, False, Unknown};
constexpr std::string_view each_reason[] = {
    "",     "Deprovisioned", "DeprovisionFailed", "Deprovisioning", "Error", "ProvisionStopped",
    "Other"};

auto every_deployment(const Object& deployment) {
  return [&deployment](auto visit) {
    every_choice([&](Choices& choose) {
      VerdictSeen seen{.now = ladders::now, .object = &deployment};
      seen.provisioned.status = each_status[choose.below(3)];
      seen.provisioned.reason = each_reason[choose.below(std::size(each_reason))];
      seen.failed.status = each_status[choose.below(3)];
      seen.stopped.status = each_status[choose.below(3)];
      seen.deprovision.status = each_status[choose.below(3)];
      seen.requirements.status = each_status[choose.below(3)];
      if (choose.flag()) seen.requirements.reason = "Told";
      seen.unmet = choose.one_of({Unmet::Dns, Unmet::OtherCheck, Unmet::Install});
      seen.unmet_since =
          seen.now - choose.one_of({Seconds(0), Seconds(minutes(5)), Seconds(minutes(45))});
      seen.dns_term = {seen.unmet_since, minutes(10)};
      seen.check_term = {seen.unmet_since, minutes(5)};
      seen.install_term = {seen.unmet_since, minutes(45)};
      visit(seen);
    });
  };
}

bool says(const Condition& condition, Status status, std::string_view reason) {
  return condition.status == status && condition.reason == reason;
}

bool has_other_than_unknown(const VerdictSeen& seen) {
  for (const Condition* one :
       {&seen.requirements, &seen.failed, &seen.stopped, &seen.provisioned, &seen.deprovision}) {
    if (one->status != Unknown) return true;
  }
  return false;
}

VerdictTold unmet_ladder(const VerdictSeen& seen) {
  Cause cause = cause_of(seen.requirements, *seen.object);
  cause.since = seen.unmet_since;
  const PatienceTerm& term = seen.unmet == Unmet::Dns          ? seen.dns_term
                             : seen.unmet == Unmet::OtherCheck ? seen.check_term
                                                               : seen.install_term;
  return verdict_told(patient(term, seen.now), cause);
}

// As it was decided before there were rows.
VerdictTold deployment_ladder(const VerdictSeen& seen) {
  const auto told = [&](Verdict verdict, const Condition& condition) {
    return verdict_told(verdict, cause_of(condition, *seen.object));
  };
  const Condition& provisioned = seen.provisioned;
  if (says(provisioned, False, "Deprovisioned")) return told(Verdict::Working, provisioned);
  if (seen.deprovision.status == True) return told(Verdict::Stuck, seen.deprovision);
  if (says(provisioned, False, "DeprovisionFailed")) return told(Verdict::Stuck, provisioned);
  if (says(provisioned, False, "Deprovisioning")) return told(Verdict::Working, provisioned);
  if (provisioned.status == True) return verdict_told(Verdict::Healthy);
  if (says(provisioned, Unknown, "Error")) return told(Verdict::Stuck, provisioned);
  if (seen.stopped.status == True) return told(Verdict::Stuck, seen.stopped);
  if (says(provisioned, False, "ProvisionStopped")) return told(Verdict::Stuck, provisioned);
  if (seen.requirements.status == False) return unmet_ladder(seen);
  if (seen.failed.status == True) return told(Verdict::Working, seen.failed);
  const bool by_requirements = provisioned.reason.empty() && !seen.requirements.reason.empty();
  return told(has_other_than_unknown(seen) ? Verdict::Working : Verdict::Unknown,
              by_requirements ? seen.requirements : provisioned);
}

TEST(ClusterDeploymentVerdict, KeepsTheLawsOfTables) {
  const Object deployment = object_called("ClusterDeployment", "cd");
  expect_table_laws(verdict_rows::verdict_table, every_deployment(deployment), deployment_ladder);
}

}  // namespace
}  // namespace telltale::clusterdeployment
