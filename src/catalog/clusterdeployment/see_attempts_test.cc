// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/observe_parts.h"
#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

std::string failed_with(std::string_view reason, std::string_view message = "as told") {
  return told("ClusterProvisionFailed", "True", reason, message);
}

const std::string pod_stuck = told("InstallPodStuck", "True", "PodInPendingPhase", "no node fits");

TEST(ClusterDeploymentAttempts, AreProvisioningAtEveryStageBeforeTheEnd) {
  for (const std::string_view stage : {"", "initializing", "provisioning", "failed"}) {
    SmallDeployment cd;
    cd.others = {provision("p1", stage)};
    EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning") << stage;
    EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped") << stage;
  }
}

TEST(ClusterDeploymentAttempts, SucceedOnce) {
  SmallDeployment cd;
  cd.others = {provision("p1", "complete")};
  EXPECT_EQ(cd.said("Provisioned"), "True/Provisioned");
  EXPECT_EQ(cd.said("ProvisionFailed"), "False/ProvisionSucceeded");
  EXPECT_EQ(cd.message("ProvisionFailed"), "Provision p1 succeeded");
  EXPECT_EQ(cd.verdict(), "Healthy");
  // What was told about the success is not told anew.
  cd.conditions = {told("ProvisionFailed", "False", "ProvisionSucceeded", "Provision p0 won.")};
  EXPECT_EQ(cd.message("ProvisionFailed"), "Provision p0 won.");
}

TEST(ClusterDeploymentAttempts, TellWhyTheyFailed) {
  SmallDeployment cd;
  cd.others = {provision("p1", "failed", 0, {failed_with("AWSVPCLimitExceeded", "VPC limit.")})};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/AWSVPCLimitExceeded");
  EXPECT_EQ(cd.message("ProvisionFailed"), "VPC limit.");
  EXPECT_EQ(cd.verdict(), "Working for ProvisionFailed/AWSVPCLimitExceeded");
  cd.others = {provision("p1", "failed", 0, {failed_with("")})};
  EXPECT_EQ(cd.said("ProvisionFailed").substr(0, 5), "True/");
}

TEST(ClusterDeploymentAttempts, ThatFailWithoutAWordSaySo) {
  SmallDeployment cd;
  cd.others = {provision("p1", "failed")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/MissingCondition");
  cd.others = {provision("p1", "failed", 0, {told("ClusterProvisionFailed", "Unknown")})};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/MissingCondition");
}

TEST(ClusterDeploymentAttempts, DoNotClearTheFailureOfTheLastOne) {
  SmallDeployment cd;
  cd.status = R"("provisionRef":{"name":"p2"},"installRestarts":1)";
  cd.others = {provision("p1", "failed", 0, {failed_with("UnknownError")}),
               provision("p2", "provisioning", 1)};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/UnknownError");  // Never told before.
  cd.conditions = {told("ProvisionFailed", "True", "DNSAlreadyExists", "shown")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/DNSAlreadyExists");
  EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
  cd.others[1] = provision("p2", "complete", 1);
  EXPECT_EQ(cd.said("ProvisionFailed"), "False/ProvisionSucceeded");
}

TEST(ClusterDeploymentAttempts, AreJudgedByTheNewestWhereNoneIsNamed) {
  SmallDeployment cd;
  cd.others = {provision("z", "failed", 0, {failed_with("First")}),
               provision("a", "failed", 1, {failed_with("Second")})};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/Second");
  cd.status = R"("provisionRef":{"name":"z"})";
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/First");
  cd.status = R"("provisionRef":{"name":"gone"})";
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/Second");
}

TEST(ClusterDeploymentAttempts, WithAStuckPodAreALaunchError) {
  SmallDeployment cd;
  cd.others = {provision("p1", "initializing", 0, {pod_stuck})};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallLaunchError");
  EXPECT_EQ(cd.message("ProvisionFailed"), "PodInPendingPhase: no node fits");
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
  EXPECT_EQ(cd.verdict(), "Working for ProvisionFailed/InstallLaunchError");
  cd.others = {provision("p1", "provisioning", 0, {pod_stuck})};
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
}

TEST(ClusterDeploymentAttempts, ClearTheLaunchErrorWhenThePodRuns) {
  SmallDeployment cd;
  cd.conditions = {told("ProvisionFailed", "True", "InstallLaunchError", "x")};
  cd.others = {provision("p1", "initializing")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallLaunchError");
  cd.others = {provision("p1", "provisioning")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/InstallLaunchErrorResolved");
}

TEST(ClusterDeploymentAttempts, ShowTheEarlierFailureWhenTheLaunchErrorIsOver) {
  SmallDeployment cd;
  cd.status = R"("provisionRef":{"name":"p2"},"installRestarts":1)";
  cd.conditions = {told("ProvisionFailed", "True", "InstallLaunchError", "x")};
  cd.others = {provision("p1", "failed", 0, {failed_with("UnknownError")}),
               provision("p2", "provisioning", 1)};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/UnknownError");
  cd.others = {provision("p2", "provisioning", 1)};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/MissingCondition");
}

TEST(ClusterDeploymentAttempts, ReadTheOldLaunchErrorWhereTheyWereNotCollected) {
  SmallDeployment cd;
  const std::string old = told("InstallLaunchError", "True", "InstallPodMissing", "no pod");
  cd.conditions = {old};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallLaunchError");
  EXPECT_EQ(cd.message("ProvisionFailed"), "InstallPodMissing: no pod");
  cd.conditions = {told("ProvisionFailed", "True", "InstallLaunchError", "x"),
                   told("InstallLaunchError", "False", "InstallLaunchSuccessful")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/InstallLaunchErrorResolved");
  // It belongs to an attempt before this one.
  cd.conditions = {old};
  cd.others = {provision("p2", "initializing", 1, {}, "09:30:00")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
  cd.others = {provision("p2", "initializing", 1, {}, "08:30:00")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallLaunchError");
}

TEST(ClusterDeploymentAttempts, ConcludeNothingFromOneThatWasNotCollected) {
  SmallDeployment cd;
  cd.status = R"("provisionRef":{"name":"p1"},"installRestarts":3)";
  cd.spec += R"(,"installAttemptsLimit":3)";
  EXPECT_EQ(cd.said("Provisioned"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
  cd.conditions = {told("Provisioned", "False", "Provisioning")};
  EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
}

TEST(ClusterDeploymentAttempts, EndAtTheLimit) {
  SmallDeployment cd;
  cd.spec += R"(,"installAttemptsLimit":3)";
  cd.status = R"("installRestarts":2)";
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
  cd.status = R"("installRestarts":3)";
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallAttemptsLimitReached");
  EXPECT_EQ(cd.message("ProvisionStopped"), "Install attempts limit reached");
  EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped");
  EXPECT_EQ(cd.verdict(), "Stuck for ProvisionStopped/InstallAttemptsLimitReached");
  cd.others = {provision("p3", "provisioning", 3)};
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
  cd.others = {provision("p3", "failed", 3, {failed_with("UnknownError")})};
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallAttemptsLimitReached");
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/UnknownError");
}

TEST(ClusterDeploymentAttempts, EndAfterOneWhereOnlyOneIsWanted) {
  SmallDeployment cd;
  cd.metadata += R"(,"annotations":{"hive.openshift.io/try-install-once":"true"})";
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
  cd.status = R"("installRestarts":1)";
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallOnlyOnceSet");
  cd.metadata = R"("annotations":{"hive.openshift.io/try-install-once":"no"})";
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
}

TEST(ClusterDeploymentAttempts, NeverTakeAStopBack) {
  for (const std::string_view reason : {"FailureReasonNotRetryable", "DNSNotReadyTimedOut", "X"}) {
    SmallDeployment cd;
    cd.conditions = {told("ProvisionStopped", "True", reason, "shown")};
    EXPECT_EQ(cd.said("ProvisionStopped"), format("True/{}", reason));
    EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped");
    cd.others = {provision("p1", "provisioning")};
    EXPECT_EQ(cd.said("ProvisionStopped"), format("True/{}", reason));
    EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped");
    EXPECT_EQ(cd.verdict(), format("Stuck for ProvisionStopped/{}", reason));
  }
}

TEST(ClusterDeploymentAttempts, AreNotLookedForOnAnAdoptedCluster) {
  SmallDeployment cd;
  cd.spec = R"("installed":true)";
  EXPECT_EQ(cd.said("Provisioned"), "True/Provisioned");
  for (const std::string_view type :
       {"RequirementsMet", "ProvisionFailed", "ProvisionStopped", "DeprovisionError"}) {
    EXPECT_EQ(cd.said(type), "Unknown/Initialized") << type;
  }
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentAttempts, ThatFailedBeforeTheInstallationAreForgivenAfterIt) {
  SmallDeployment cd;
  cd.spec += R"(,"installed":true)";
  cd.conditions = {told("ProvisionFailed", "True", "UnknownError", "x")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "False/ProvisionSucceeded");
  EXPECT_EQ(cd.message("ProvisionFailed"), "Provisioning succeeded");
}

TEST(ClusterDeploymentAttempts, OfALaterHiveAreLeftAlone) {
  SmallDeployment cd;
  cd.others = {provision("p1", "paused")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("Provisioned"), "Unknown/Initialized");
}

}  // namespace
}  // namespace telltale::clusterdeployment
