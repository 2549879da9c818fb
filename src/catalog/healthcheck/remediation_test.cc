// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/remediation.h"

#include <gtest/gtest.h>

#include "catalog/explain/guidance.h"
#include "catalog/healthcheck/health_check_scenario_for_test.h"

namespace telltale::healthcheck {
namespace {

constexpr std::string_view owner = "OwnerRemediated";
constexpr std::string_view external = "ExternallyRemediated";

std::string stored_owner(std::string_view status, std::string_view reason) {
  return stored_condition(owner, status, reason, "as the owner says");
}

TEST(HealthCheckRemediation, AsksTheOwnerOfAMachineThatFails) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1");
  scenario.add("m2");
  EXPECT_EQ(scenario.told("m1", owner), "False/WaitingForRemediation");
  EXPECT_EQ(scenario.condition("m1", owner)->message, "Waiting for remediation");
  EXPECT_EQ(scenario.condition("m1", owner)->last_transition, scenario.now);
  EXPECT_TRUE(scenario.judged("m1").changed);
  EXPECT_EQ(scenario.told("m2", owner), "none");
}

TEST(HealthCheckRemediation, AsksAgainOnceTheLastRemediationIsDone) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1").conditions = stored_owner("True", "Done");
  EXPECT_EQ(scenario.told("m1", owner), "False/WaitingForRemediation");
}

TEST(HealthCheckRemediation, NeverOverwritesTheOwnersAnswer) {
  for (const std::string_view status : {"False", "Unknown"}) {
    HealthCheckScenario scenario;
    scenario.add_failing("m1").conditions = stored_owner(status, "RemediationDeferred");
    EXPECT_EQ(scenario.condition("m1", owner)->reason, "RemediationDeferred");
    EXPECT_EQ(scenario.condition("m1", owner)->message, "as the owner says");
  }
}

TEST(HealthCheckRemediation, IsTakenBackWhenTheCheckSucceeds) {
  HealthCheckScenario scenario;
  scenario.add("m1").conditions = stored_owner("False", "WaitingForRemediation");
  scenario.add("m2").conditions = stored_owner("True", "Done");
  EXPECT_EQ(scenario.told("m1", owner), "none");
  EXPECT_EQ(scenario.told("m2", owner), "True/Done");
}

TEST(HealthCheckRemediation, StandsWhereNobodyChecksOrNobodyCanSay) {
  HealthCheckScenario scenario;
  scenario.add("foreign").labels = R"("pool":"b")";
  scenario.beds.back().conditions = stored_owner("False", "WaitingForRemediation");
  scenario.add_failing("pending").ready_since = "2026-01-01T11:59:00Z";
  scenario.beds.back().conditions = stored_owner("False", "WaitingForRemediation");
  EXPECT_EQ(scenario.told("foreign", owner), "False/WaitingForRemediation");
  EXPECT_EQ(scenario.told("pending", owner), "False/WaitingForRemediation");
}

TEST(HealthCheckRemediation, IsNotAskedForWhileTooManyAreUnhealthy) {
  for (const std::string_view limit :
       {R"("unhealthyLessThanOrEqualTo":"40%")", R"("unhealthyLessThanOrEqualTo":1)",
        R"("unhealthyInRange":"[3-5]")", R"("unhealthyLessThanOrEqualTo":"many")"}) {
    HealthCheckScenario scenario;
    scenario.check_spec += format(R"(,"remediation":{{"triggerIf":{{{}}}}})", limit);
    scenario.add_failing("m1");
    scenario.add_failing("m2");
    scenario.add("m3");
    EXPECT_EQ(scenario.told("m1", "HealthCheckSucceeded"), "False/UnhealthyNode") << limit;
    EXPECT_EQ(scenario.told("m1", owner), "none") << limit;
  }
}

TEST(HealthCheckRemediation, IsAskedForWithinTheOldApisLimitsToo) {
  for (const auto& [limit, told] :
       {std::pair{R"("maxUnhealthy":"67%")", "False/WaitingForRemediation"},
        std::pair{R"("maxUnhealthy":"66%")", "none"},
        std::pair{R"("unhealthyRange":"[1-2]","maxUnhealthy":0)", "False/WaitingForRemediation"}}) {
    HealthCheckScenario scenario;
    scenario.check_version = "v1beta1";
    scenario.check_spec =
        format(R"("unhealthyConditions":[{{"type":"Ready","status":"False","timeout":"5m0s"}}],{})",
               limit);
    scenario.add_failing("m1");
    scenario.add_failing("m2");
    scenario.add("m3");
    EXPECT_EQ(scenario.told("m1", owner), told) << limit;
  }
}

TEST(HealthCheckRemediation, GoesToSomebodyElseWhereTheCheckNamesATemplate) {
  HealthCheckScenario scenario;
  scenario.completeness = Completeness::Partial;
  scenario.check_spec += R"(,"remediation":{"templateRef":{"apiVersion":"fix.io/v1",)"
                         R"("kind":"FixTemplate","name":"fix"}})";
  scenario.add_failing("m1");
  scenario.add_failing("m2").conditions = stored_condition(external, "True", "Fixed");
  EXPECT_EQ(scenario.told("m1", owner), "none");
  EXPECT_EQ(scenario.told("m1", external), "False/WaitingForRemediation");
  EXPECT_EQ(scenario.condition("m1", external)->message, "");
  EXPECT_EQ(scenario.told("m2", external), "True/Fixed");
  EXPECT_EQ(scenario.judged("m1").verdict, Verdict::Working);
}

TEST(HealthCheckRemediation, SaysWhenTheTemplateIsMissingUntilItIsThere) {
  HealthCheckScenario scenario;
  scenario.check_version = "v1beta1";
  scenario.check_spec =
      R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"5m0s"}],)"
      R"("remediationTemplate":{"apiVersion":"fix.io/v1","kind":"FixTemplate","name":"fix"})";
  scenario.add_failing("m1");
  EXPECT_EQ(scenario.told("m1", external), "False/RemediationTemplateNotFound");
  EXPECT_EQ(scenario.condition("m1", external)->message,
            "Error retrieving remediation template FixTemplate default/fix");
  scenario.beds.back().conditions =
      stored_condition(external, "False", "RemediationTemplateNotFound", "Error");
  scenario.more.emplace_back(R"({"apiVersion":"fix.io/v1","kind":"FixTemplate",)"
                             R"("metadata":{"namespace":"default","name":"fix"}})");
  scenario.judge();
  EXPECT_EQ(scenario.told("m1", external), "False/WaitingForRemediation");
}

TEST(HealthCheckVerdict, IsWorkingWhileTheMachineWillBeReplaced) {
  HealthCheckScenario scenario;
  scenario.add_failing("m1");
  scenario.add("m2");
  EXPECT_EQ(scenario.judged("m1").verdict, Verdict::Working);
  EXPECT_EQ(scenario.judged("m2").verdict, Verdict::Healthy);
}

TEST(HealthCheckVerdict, IsStuckOncePatienceIsOverWhereTooManyAreUnhealthy) {
  HealthCheckScenario scenario;
  scenario.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":"40%"}})";
  scenario.add_failing("m1");
  scenario.add_failing("m2");
  scenario.add_failing("young").ready_since = "2026-01-01T11:54:00Z";
  EXPECT_EQ(scenario.judged("m1").verdict, Verdict::Stuck);
  EXPECT_EQ(guidance_of(scenario.judged("m1")).reason, "TooManyUnhealthy");
  EXPECT_EQ(scenario.judged("young").verdict, Verdict::Working);
  EXPECT_EQ(scenario.judged("young").wake, *parse_rfc3339("2026-01-01T12:04:00Z"));
}

TEST(HealthCheckVerdict, DoesNotTrustAnOldPromiseWhereTooManyAreUnhealthy) {
  HealthCheckScenario scenario;
  scenario.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":0}})";
  scenario.add_failing("m1").conditions = stored_owner("False", "WaitingForRemediation");
  EXPECT_EQ(scenario.told("m1", owner), "False/WaitingForRemediation");
  EXPECT_EQ(scenario.judged("m1").verdict, Verdict::Stuck);
}

TEST(HealthCheckVerdict, HoldsWhereTheFailingCheckMayAskAndAnotherMayNot) {
  HealthCheckScenario scenario;
  scenario.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":0}})";
  scenario.more.emplace_back(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineHealthCheck","metadata":)"
      R"({"namespace":"default","name":"second"},"spec":{"clusterName":"c1","selector":{},)"
      R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"1m0s"}]}})");
  scenario.add_failing("m1");
  EXPECT_EQ(scenario.told("m1", owner), "False/WaitingForRemediation");
  EXPECT_EQ(scenario.judged("m1").verdict, Verdict::Working);
}

}  // namespace
}  // namespace telltale::healthcheck
