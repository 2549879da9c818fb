// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/remediation.h"

#include <gtest/gtest.h>

#include "catalog/explain/guidance.h"
#include "catalog/healthcheck/clinic_for_test.h"

namespace telltale::healthcheck {
namespace {

constexpr std::string_view owner = "OwnerRemediated";
constexpr std::string_view external = "ExternallyRemediated";

std::string stored_owner(std::string_view status, std::string_view reason) {
  return stored_condition(owner, status, reason, "as the owner says");
}

TEST(HealthCheckRemediation, AsksTheOwnerOfAMachineThatFails) {
  Clinic clinic;
  clinic.add_failing("m1");
  clinic.add("m2");
  EXPECT_EQ(clinic.told("m1", owner), "False/WaitingForRemediation");
  EXPECT_EQ(clinic.condition("m1", owner)->message, "Waiting for remediation");
  EXPECT_EQ(clinic.condition("m1", owner)->last_transition, clinic.now);
  EXPECT_TRUE(clinic.judged("m1").changed);
  EXPECT_EQ(clinic.told("m2", owner), "none");
}

TEST(HealthCheckRemediation, AsksAgainOnceTheLastRemediationIsDone) {
  Clinic clinic;
  clinic.add_failing("m1").conditions = stored_owner("True", "Done");
  EXPECT_EQ(clinic.told("m1", owner), "False/WaitingForRemediation");
}

TEST(HealthCheckRemediation, NeverOverwritesTheOwnersAnswer) {
  for (const std::string_view status : {"False", "Unknown"}) {
    Clinic clinic;
    clinic.add_failing("m1").conditions = stored_owner(status, "RemediationDeferred");
    EXPECT_EQ(clinic.condition("m1", owner)->reason, "RemediationDeferred");
    EXPECT_EQ(clinic.condition("m1", owner)->message, "as the owner says");
  }
}

TEST(HealthCheckRemediation, IsTakenBackWhenTheCheckSucceeds) {
  Clinic clinic;
  clinic.add("m1").conditions = stored_owner("False", "WaitingForRemediation");
  clinic.add("m2").conditions = stored_owner("True", "Done");
  EXPECT_EQ(clinic.told("m1", owner), "none");
  EXPECT_EQ(clinic.told("m2", owner), "True/Done");
}

TEST(HealthCheckRemediation, StandsWhereNobodyChecksOrNobodyCanSay) {
  Clinic clinic;
  clinic.add("foreign").labels = R"("pool":"b")";
  clinic.beds.back().conditions = stored_owner("False", "WaitingForRemediation");
  clinic.add_failing("pending").ready_since = "2026-01-01T11:59:00Z";
  clinic.beds.back().conditions = stored_owner("False", "WaitingForRemediation");
  EXPECT_EQ(clinic.told("foreign", owner), "False/WaitingForRemediation");
  EXPECT_EQ(clinic.told("pending", owner), "False/WaitingForRemediation");
}

TEST(HealthCheckRemediation, IsNotAskedForWhileTooManyAreUnhealthy) {
  for (const std::string_view limit :
       {R"("unhealthyLessThanOrEqualTo":"40%")", R"("unhealthyLessThanOrEqualTo":1)",
        R"("unhealthyInRange":"[3-5]")", R"("unhealthyLessThanOrEqualTo":"many")"}) {
    Clinic clinic;
    clinic.check_spec += format(R"(,"remediation":{{"triggerIf":{{{}}}}})", limit);
    clinic.add_failing("m1");
    clinic.add_failing("m2");
    clinic.add("m3");
    EXPECT_EQ(clinic.told("m1", "HealthCheckSucceeded"), "False/UnhealthyNode") << limit;
    EXPECT_EQ(clinic.told("m1", owner), "none") << limit;
  }
}

TEST(HealthCheckRemediation, IsAskedForWithinTheOldApisLimitsToo) {
  for (const auto& [limit, told] :
       {std::pair{R"("maxUnhealthy":"67%")", "False/WaitingForRemediation"},
        std::pair{R"("maxUnhealthy":"66%")", "none"},
        std::pair{R"("unhealthyRange":"[1-2]","maxUnhealthy":0)", "False/WaitingForRemediation"}}) {
    Clinic clinic;
    clinic.check_version = "v1beta1";
    clinic.check_spec =
        format(R"("unhealthyConditions":[{{"type":"Ready","status":"False","timeout":"5m0s"}}],{})",
               limit);
    clinic.add_failing("m1");
    clinic.add_failing("m2");
    clinic.add("m3");
    EXPECT_EQ(clinic.told("m1", owner), told) << limit;
  }
}

TEST(HealthCheckRemediation, GoesToSomebodyElseWhereTheCheckNamesATemplate) {
  Clinic clinic;
  clinic.completeness = Completeness::Partial;
  clinic.check_spec += R"(,"remediation":{"templateRef":{"apiVersion":"fix.io/v1",)"
                       R"("kind":"FixTemplate","name":"fix"}})";
  clinic.add_failing("m1");
  clinic.add_failing("m2").conditions = stored_condition(external, "True", "Fixed");
  EXPECT_EQ(clinic.told("m1", owner), "none");
  EXPECT_EQ(clinic.told("m1", external), "False/WaitingForRemediation");
  EXPECT_EQ(clinic.condition("m1", external)->message, "");
  EXPECT_EQ(clinic.told("m2", external), "True/Fixed");
  EXPECT_EQ(clinic.judged("m1").verdict, Verdict::Working);
}

TEST(HealthCheckRemediation, SaysWhenTheTemplateIsMissingUntilItIsThere) {
  Clinic clinic;
  clinic.check_version = "v1beta1";
  clinic.check_spec =
      R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"5m0s"}],)"
      R"("remediationTemplate":{"apiVersion":"fix.io/v1","kind":"FixTemplate","name":"fix"})";
  clinic.add_failing("m1");
  EXPECT_EQ(clinic.told("m1", external), "False/RemediationTemplateNotFound");
  EXPECT_EQ(clinic.condition("m1", external)->message,
            "Error retrieving remediation template FixTemplate default/fix");
  clinic.beds.back().conditions =
      stored_condition(external, "False", "RemediationTemplateNotFound", "Error");
  clinic.more.emplace_back(R"({"apiVersion":"fix.io/v1","kind":"FixTemplate",)"
                           R"("metadata":{"namespace":"default","name":"fix"}})");
  clinic.judge();
  EXPECT_EQ(clinic.told("m1", external), "False/WaitingForRemediation");
}

TEST(HealthCheckVerdict, IsWorkingWhileTheMachineWillBeReplaced) {
  Clinic clinic;
  clinic.add_failing("m1");
  clinic.add("m2");
  EXPECT_EQ(clinic.judged("m1").verdict, Verdict::Working);
  EXPECT_EQ(clinic.judged("m2").verdict, Verdict::Healthy);
}

TEST(HealthCheckVerdict, IsStuckOncePatienceIsOverWhereTooManyAreUnhealthy) {
  Clinic clinic;
  clinic.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":"40%"}})";
  clinic.add_failing("m1");
  clinic.add_failing("m2");
  clinic.add_failing("young").ready_since = "2026-01-01T11:54:00Z";
  EXPECT_EQ(clinic.judged("m1").verdict, Verdict::Stuck);
  EXPECT_EQ(guidance_of(clinic.judged("m1")).reason, "TooManyUnhealthy");
  EXPECT_EQ(clinic.judged("young").verdict, Verdict::Working);
  EXPECT_EQ(clinic.judged("young").wake, *parse_rfc3339("2026-01-01T12:04:00Z"));
}

TEST(HealthCheckVerdict, DoesNotTrustAnOldPromiseWhereTooManyAreUnhealthy) {
  Clinic clinic;
  clinic.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":0}})";
  clinic.add_failing("m1").conditions = stored_owner("False", "WaitingForRemediation");
  EXPECT_EQ(clinic.told("m1", owner), "False/WaitingForRemediation");
  EXPECT_EQ(clinic.judged("m1").verdict, Verdict::Stuck);
}

TEST(HealthCheckVerdict, HoldsWhereTheFailingCheckMayAskAndAnotherMayNot) {
  Clinic clinic;
  clinic.check_spec += R"(,"remediation":{"triggerIf":{"unhealthyLessThanOrEqualTo":0}})";
  clinic.more.emplace_back(
      R"({"apiVersion":"cluster.x-k8s.io/v1beta1","kind":"MachineHealthCheck","metadata":)"
      R"({"namespace":"default","name":"second"},"spec":{"clusterName":"c1","selector":{},)"
      R"("unhealthyConditions":[{"type":"Ready","status":"False","timeout":"1m0s"}]}})");
  clinic.add_failing("m1");
  EXPECT_EQ(clinic.told("m1", owner), "False/WaitingForRemediation");
  EXPECT_EQ(clinic.judged("m1").verdict, Verdict::Working);
}

}  // namespace
}  // namespace telltale::healthcheck
