// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/verdict.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/small_deployment_for_test.h"
#include "catalog/explain/guidance.h"

namespace telltale::clusterdeployment {
namespace {

TEST(ClusterDeploymentVerdict, IsUnknownWhileEveryConditionIs) {
  SmallDeployment cd;
  EXPECT_EQ(cd.verdict(), "Unknown for Provisioned/Initialized");
  EXPECT_EQ(cd.wake(), "none");
}

TEST(ClusterDeploymentVerdict, IsWorkingWhileHiveProvisions) {
  SmallDeployment cd;
  cd.others = {provision("p1", "provisioning")};
  EXPECT_EQ(cd.verdict(), "Working for Provisioned/Provisioning");
}

TEST(ClusterDeploymentVerdict, IsHealthyWhateverAilsAnInstalledCluster) {
  SmallDeployment cd;
  cd.spec += R"(,"installed":true)";
  cd.conditions = {told("Unreachable", "True"), told("SyncSetFailed", "True"),
                   told("ProvisionStopped", "True", "InstallationCompleted"),
                   told("AuthenticationFailure", "True")};
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentVerdict, HasPatienceWithAProblemThatAsksForAHuman) {
  SmallDeployment cd;
  cd.conditions = {told("AuthenticationFailure", "True", "X", "denied", "09:55:01")};
  EXPECT_EQ(cd.verdict(), "Working for RequirementsMet/AuthenticationFailure");
  EXPECT_EQ(cd.wake(), "10:00:01");
  cd.now = at("10:00:01");
  EXPECT_EQ(cd.verdict(), "Stuck for RequirementsMet/AuthenticationFailure");
  EXPECT_EQ(cd.wake(), "none");
}

TEST(ClusterDeploymentVerdict, CountsFromTheOldConditionAndNotFromItsNewName) {
  SmallDeployment cd;
  cd.conditions = {told("InstallerImageResolutionFailed", "True", "X", "bad", "08:10:00")};
  EXPECT_EQ(cd.verdict(), "Stuck for RequirementsMet/InstallerImageResolutionFailed");
  EXPECT_EQ(cd.judged().cause.since, at("08:10:00"));
  cd.conditions.push_back(
      told("RequirementsMet", "False", "InstallerImageResolutionFailed", "bad", "08:05:00"));
  EXPECT_EQ(cd.judged().cause.since, at("08:05:00"));
}

TEST(ClusterDeploymentVerdict, HasLongerPatienceWithTheRequirementsOfAnInstall) {
  SmallDeployment cd =
      with_install({told("RequirementsMet", "False", "HostsPending", "two", "09:15:01")});
  EXPECT_EQ(cd.verdict(), "Working for RequirementsMet/HostsPending");
  EXPECT_EQ(cd.wake(), "10:00:01");
  cd.now = at("10:00:01");
  EXPECT_EQ(cd.verdict(), "Stuck for RequirementsMet/HostsPending");
}

TEST(ClusterDeploymentVerdict, IsStuckForAStopThatOnlyProvisionedRemembers) {
  SmallDeployment cd;
  cd.conditions = {told("Provisioned", "False", "ProvisionStopped", "x", "08:00:00")};
  EXPECT_EQ(cd.verdict(), "Stuck for Provisioned/ProvisionStopped");
}

TEST(ClusterDeploymentVerdict, IsWorkingWhileAStoppedClusterIsTakenApart) {
  SmallDeployment cd;
  cd.metadata += R"(,"deletionTimestamp":"2026-01-01T09:30:00Z")";
  cd.conditions = {told("ProvisionStopped", "True", "InstallAttemptsLimitReached")};
  EXPECT_EQ(cd.verdict(), "Stuck for ProvisionStopped/InstallAttemptsLimitReached");
  cd.others = {cluster_deprovision({})};
  EXPECT_EQ(cd.verdict(), "Working for Provisioned/Deprovisioning");
}

TEST(ClusterDeploymentVerdict, IsThatOfTheConditionsAPauseKeeps) {
  SmallDeployment cd;
  cd.metadata += R"(,"annotations":{"hive.openshift.io/reconcile-pause":"true"})";
  cd.conditions = {told("ProvisionStopped", "True", "InstallAttemptsLimitReached")};
  EXPECT_EQ(cd.verdict(), "Stuck for ProvisionStopped/InstallAttemptsLimitReached");
  cd.conditions = {told("RequirementsMet", "True", "AllRequirementsMet")};
  EXPECT_EQ(cd.verdict(), "Working for RequirementsMet/AllRequirementsMet");
}

TEST(ClusterDeploymentVerdict, IsThatOfTheConditionsADeletionKeeps) {
  SmallDeployment cd;
  cd.metadata += R"(,"deletionTimestamp":"2026-01-01T09:30:00Z")";
  cd.conditions = {told("Provisioned", "True", "Provisioned")};
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentVerdict, NamesTheDeploymentWithItsMessageAndTime) {
  SmallDeployment cd;
  cd.conditions = {told("ProvisionStopped", "True", "FailureReasonNotRetryable", "no", "08:45:00")};
  const Judged& judged = cd.judged();
  EXPECT_EQ(judged.cause.because, judged.object);
  EXPECT_EQ(judged.cause.message, "no");
  EXPECT_EQ(judged.cause.since, at("08:45:00"));
  EXPECT_NE(judged.cause.guidance, nullptr);
}

}  // namespace
}  // namespace telltale::clusterdeployment
