// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/observe_parts.h"
#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

const std::string completed = told("Completed", "True", "InstallationCompleted", "done");
const std::string not_completed = told("Completed", "False", "InstallationInProgress");
const std::string failed = told("Failed", "True", "InstallationFailed", "host h1 failed");
const std::string not_failed = told("Failed", "False", "InstallationNotFailed");
const std::string stopped = told("Stopped", "True", "InstallationStopped", "stopped");
const std::string not_stopped = told("Stopped", "False", "InstallationNotStopped", "goes on");

TEST(ClusterDeploymentInstall, IsWaitedForUntilItSpeaks) {
  SmallDeployment cd;
  cd.spec = std::string(agents_install);
  for (const std::string_view type :
       {"RequirementsMet", "ProvisionFailed", "ProvisionStopped", "Provisioned"}) {
    EXPECT_EQ(cd.said(type), "Unknown/Initialized") << type;
  }
  EXPECT_EQ(cd.verdict(), "Unknown for Provisioned/Initialized");
}

TEST(ClusterDeploymentInstall, IsNeverOvertakenByOurOwnTrue) {
  SmallDeployment cd = with_install({not_completed, not_failed, not_stopped});
  cd.conditions = {told("AuthenticationFailure", "False"),
                   told("InstallImagesNotResolved", "False")};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
}

TEST(ClusterDeploymentInstall, IsCopiedWordForWordOnceNothingOfOursIsLeft) {
  SmallDeployment cd =
      with_install({told("RequirementsMet", "False", "HostsPending", "RequestID: abc-123.")});
  EXPECT_EQ(cd.said("RequirementsMet"), "False/HostsPending");
  EXPECT_EQ(cd.message("RequirementsMet"), "RequestID: abc-123.");
  cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError", "denied")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");
  cd.conditions = {told("AuthenticationFailure", "False"),
                   told("RequirementsMet", "False", "AuthenticationFailure", "denied")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/HostsPending");
}

TEST(ClusterDeploymentInstall, MayTakeItsRequirementsBack) {
  SmallDeployment cd = with_install({told("RequirementsMet", "False", "HostsLost", "two")});
  cd.conditions = {told("RequirementsMet", "True", "ClusterIsReady", "all well")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/HostsLost");
}

TEST(ClusterDeploymentInstall, IsNotCopiedOverAProblemOfOurs) {
  SmallDeployment cd = with_install({told("RequirementsMet", "True", "ClusterIsReady")});
  cd.conditions = {told("RequirementsMet", "False", "ClusterImageSetNotFound", "v4")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/ClusterImageSetNotFound");
}

TEST(ClusterDeploymentInstall, OwnsOurWordsWhileItUsesThem) {
  SmallDeployment cd =
      with_install({told("RequirementsMet", "False", "AuthenticationFailure", "their own")});
  cd.conditions = {told("AuthenticationFailure", "False"),
                   told("RequirementsMet", "False", "AuthenticationFailure", "before")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");
  EXPECT_EQ(cd.message("RequirementsMet"), "their own");
}

TEST(ClusterDeploymentInstall, FailsOnlyWhenItSaysSo) {
  SmallDeployment cd = with_install({not_completed, not_failed, not_stopped});
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
  cd.conditions = {told("ProvisionFailed", "False", "InstallationNotFailed", "by Hive")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
  cd.others = {cluster_install({not_completed, failed, not_stopped})};
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallationFailed");
  EXPECT_EQ(cd.message("ProvisionFailed"), "host h1 failed");
}

TEST(ClusterDeploymentInstall, ThatTriesAgainChangesNothing) {
  SmallDeployment cd = with_install({not_completed, failed, not_stopped});
  cd.conditions = {told("Provisioned", "False", "Provisioning", "before")};
  EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
  EXPECT_EQ(cd.message("Provisioned"), "before");
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/InstallationNotStopped");
  EXPECT_EQ(cd.verdict(), "Working for ProvisionFailed/InstallationFailed");
  cd.conditions = {told("Provisioned", "Unknown", "Error", "was broken")};
  EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
}

TEST(ClusterDeploymentInstall, SucceedsWithCompletedAndStopped) {
  SmallDeployment cd = with_install({completed, not_failed, stopped});
  EXPECT_EQ(cd.said("Provisioned"), "True/Provisioned");
  EXPECT_EQ(cd.said("ProvisionFailed"), "False/ProvisionSucceeded");
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallationStopped");
  EXPECT_EQ(cd.message("ProvisionStopped"), "stopped");
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentInstall, GivesUpWithFailedAndStopped) {
  for (const auto& reported :
       {std::vector{not_completed, failed, stopped}, std::vector{failed, stopped},
        std::vector{told("Completed", "Unknown"), failed, stopped}}) {
    SmallDeployment cd = with_install(reported);
    EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallAttemptsLimitReached");
    EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallationFailed");
    EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped");
    EXPECT_EQ(cd.verdict(), "Stuck for ProvisionStopped/InstallAttemptsLimitReached");
  }
}

TEST(ClusterDeploymentInstall, RewritesAStopThatHiveCopied) {
  SmallDeployment cd = with_install({failed, stopped});
  cd.conditions = {told("ProvisionStopped", "True", "InstallationStopped", "copied")};
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallAttemptsLimitReached");
}

TEST(ClusterDeploymentInstall, BreaksItsContractInThreeWays) {
  const std::vector<std::string> broken[] = {{completed, failed, stopped},
                                             {stopped},
                                             {not_completed, not_failed, stopped},
                                             {completed},
                                             {completed, not_stopped},
                                             {completed, failed, not_stopped}};
  for (const auto& reported : broken) {
    SmallDeployment cd = with_install(reported);
    EXPECT_EQ(cd.said("Provisioned"), "Unknown/Error") << join(reported, " ");
    EXPECT_EQ(cd.verdict(), "Stuck for Provisioned/Error") << join(reported, " ");
  }
}

TEST(ClusterDeploymentInstall, IsReadFromTheOldCopiesWhereItWasNotCollected) {
  SmallDeployment cd;
  cd.spec = std::string(agents_install);
  cd.conditions = {told("ClusterInstallRequirementsMet", "True", "ClusterIsReady", "ready"),
                   told("ClusterInstallCompleted", "False", "InstallationInProgress"),
                   told("ClusterInstallFailed", "True", "InstallationFailed", "h1"),
                   told("ClusterInstallStopped", "True", "InstallationStopped")};
  EXPECT_EQ(cd.said("RequirementsMet"), "True/ClusterIsReady");
  EXPECT_EQ(cd.said("ProvisionFailed"), "True/InstallationFailed");
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallAttemptsLimitReached");
  // Whoever is seen is believed, but for what it does not say.
  cd.others = {cluster_install({completed, not_failed})};
  EXPECT_EQ(cd.said("Provisioned"), "True/Provisioned");
  EXPECT_EQ(cd.said("RequirementsMet"), "True/ClusterIsReady");
}

TEST(ClusterDeploymentInstall, IsNotReadFromCopiesThatWereOnlyInitialized) {
  SmallDeployment cd;
  cd.spec = std::string(agents_install);
  cd.conditions = {told("ClusterInstallStopped", "Unknown", "Initialized"),
                   told("ClusterInstallFailed", "Unknown", "Initialized")};
  EXPECT_EQ(cd.said("Provisioned"), "Unknown/Initialized");
  EXPECT_EQ(cd.verdict(), "Unknown for Provisioned/Initialized");
}

TEST(ClusterDeploymentInstall, MayAilAfterTheInstallationWithoutFailingIt) {
  SmallDeployment cd = with_install({completed, failed, stopped});
  cd.spec += R"(,"installed":true)";
  cd.conditions = {told("ProvisionFailed", "False", "ProvisionSucceeded"),
                   told("Provisioned", "True", "Provisioned")};
  EXPECT_EQ(cd.said("ProvisionFailed"), "False/ProvisionSucceeded");
  EXPECT_EQ(cd.said("Provisioned"), "True/Provisioned");
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentInstall, KeepsAStopThatItTakesBack) {
  SmallDeployment cd = with_install({not_completed, not_failed, not_stopped});
  cd.conditions = {told("ProvisionStopped", "True", "InstallationStopped", "copied")};
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/InstallationStopped");
  EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped");
}

TEST(ClusterDeploymentInstall, LooksForItsOwnImageSetOnlyWhereItsSpecWasRead) {
  SmallDeployment cd = with_install({not_completed});
  cd.conditions = {told("ClusterImageSetNotFound", "True", "X", "v4 gone")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/ClusterImageSetNotFound");
}

// Deprovisioning.

SmallDeployment deprovisioning(const std::vector<std::string>& reported,
                               std::string_view status = "") {
  SmallDeployment cd;
  cd.metadata += R"(,"deletionTimestamp":"2026-01-01T09:30:00Z")";
  cd.spec += R"(,"installed":true)";
  cd.conditions = {told("Provisioned", "True", "Provisioned"),
                   told("ProvisionFailed", "False", "ProvisionSucceeded")};
  cd.others = {cluster_deprovision(reported, status)};
  return cd;
}

TEST(ClusterDeploymentDeprovision, GoesOnUntilItIsCompleted) {
  SmallDeployment cd = deprovisioning({});
  EXPECT_EQ(cd.said("Provisioned"), "False/Deprovisioning");
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("ProvisionFailed"), "False/ProvisionSucceeded");
  EXPECT_EQ(cd.verdict(), "Working for Provisioned/Deprovisioning");
  cd = deprovisioning({}, R"("completed":true)");
  EXPECT_EQ(cd.said("Provisioned"), "False/Deprovisioned");
  EXPECT_EQ(cd.said("DeprovisionError"), "False/DeprovisionSucceeded");
  EXPECT_EQ(cd.verdict(), "Working for Provisioned/Deprovisioned");
}

TEST(ClusterDeploymentDeprovision, FailsWhenItCannotAuthenticate) {
  SmallDeployment cd =
      deprovisioning({told("AuthenticationFailure", "True", "AuthError", "expired.")});
  EXPECT_EQ(cd.said("Provisioned"), "False/DeprovisionFailed");
  EXPECT_EQ(cd.said("DeprovisionError"), "True/AuthError");
  EXPECT_EQ(cd.message("DeprovisionError"), "expired.");
  EXPECT_EQ(cd.verdict(), "Stuck for DeprovisionError/AuthError");
  cd.others = {cluster_deprovision({told("AuthenticationFailure", "False", "AuthOk")})};
  cd.conditions.push_back(told("DeprovisionError", "True", "AuthError"));
  EXPECT_EQ(cd.said("DeprovisionError"), "False/AuthOk");
  EXPECT_EQ(cd.said("Provisioned"), "False/Deprovisioning");
}

TEST(ClusterDeploymentDeprovision, TellsOfAFailedJobToo) {
  SmallDeployment cd = deprovisioning({told("AuthenticationFailure", "False", "AuthOk"),
                                       told("DeprovisionFailed", "True", "JobFailed", "vpc")});
  EXPECT_EQ(cd.said("DeprovisionError"), "True/JobFailed");
  EXPECT_EQ(cd.said("Provisioned"), "False/Deprovisioning");
}

TEST(ClusterDeploymentDeprovision, ClearsItsErrorWhenNeitherTroubleIsTold) {
  SmallDeployment cd = deprovisioning({told("AuthenticationFailure", "Unknown", "Initialized")});
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  cd.conditions.push_back(told("DeprovisionError", "True", "AuthError"));
  EXPECT_EQ(cd.said("DeprovisionError"), "False/DeprovisionErrorResolved");
}

TEST(ClusterDeploymentDeprovision, ReadsTheOldCopyWhereTheRequestWasNotCollected) {
  SmallDeployment cd;
  cd.conditions = {told("DeprovisionLaunchError", "True", "AuthError", "expired")};
  EXPECT_EQ(cd.said("DeprovisionError"), "True/AuthError");
  EXPECT_EQ(cd.message("DeprovisionError"), "expired");
  cd.conditions = {told("DeprovisionLaunchError", "Unknown", "Initialized")};
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
}

TEST(ClusterDeploymentDeprovision, DoesNotHappenToAPreservedCluster) {
  SmallDeployment cd = deprovisioning({told("AuthenticationFailure", "True", "AuthError")});
  cd.spec += R"(,"preserveOnDelete":true)";
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("Provisioned"), "True/Provisioned");
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentDeprovision, OfAnEarlierDeploymentIsNotOurs) {
  SmallDeployment cd;
  cd.metadata += R"(,"uid":"new")";
  cd.others = {Document{.kind = "ClusterDeprovision",
                        .name = "cd",
                        .metadata = R"("ownerReferences":[{"apiVersion":"hive.openshift.io/v1",)"
                                    R"("kind":"ClusterDeployment","name":"cd","uid":"old",)"
                                    R"("controller":true}])"}
                   .text()};
  EXPECT_EQ(cd.said("Provisioned"), "Unknown/Initialized");
}

// A deletion that Hive has to ask a ClusterDeprovision for.
SmallDeployment going_away() {
  SmallDeployment cd;
  cd.metadata += R"(,"deletionTimestamp":"2026-01-01T09:50:00Z")";
  cd.spec = std::string(hive_provisions) + R"(,"installed":true,"clusterMetadata":{"infraID":"i"})";
  cd.completeness = Completeness::Complete;
  return cd;
}

TEST(SeeDeprovision, MissesARequestThatIsNotCreated) {
  SmallDeployment cd = going_away();
  EXPECT_EQ(cd.said("DeprovisionError"), "True/ClusterDeprovisionNotCreated");
  EXPECT_EQ(cd.message("DeprovisionError"), "ClusterDeprovision cd was not created");
  EXPECT_EQ(cd.verdict(), "Stuck for DeprovisionError/ClusterDeprovisionNotCreated");
  cd.now = at("09:54:59");
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  EXPECT_EQ(cd.wake(), "09:55:00");
}

TEST(SeeDeprovision, MissesNoneWhereNobodyLookedOrNoneIsNeeded) {
  SmallDeployment cd = going_away();
  cd.completeness = Completeness::Partial;
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  cd = going_away();
  cd.spec = std::string(hive_provisions);
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  cd = going_away();
  cd.spec += R"(,"preserveOnDelete":true)";
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  cd = going_away();
  cd.metadata += R"(,"annotations":{"hive.openshift.io/relocate":"far/outgoing"})";
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
  cd = going_away();
  cd.others = {provision("p1", "provisioning")};
  EXPECT_EQ(cd.said("DeprovisionError"), "Unknown/Initialized");
}

TEST(SeeDeprovision, SeesARequestThatIsSomebodyElses) {
  SmallDeployment cd = going_away();
  std::string foreign = cluster_deprovision({});
  const std::string_view name = R"("name":"cd")";
  foreign.replace(foreign.find(name), name.size(),
                  R"("name":"cd","ownerReferences":[{"apiVersion":"hive.openshift.io/v1",)"
                  R"("kind":"ClusterDeployment","name":"other","uid":"u","controller":true}])");
  cd.others = {foreign};
  cd.now = at("09:50:00");
  EXPECT_EQ(cd.said("DeprovisionError"), "True/ClusterDeprovisionNotCreated");
}

TEST(SeeDeprovision, GoesOnWhenTheRequestIsThereAtLast) {
  SmallDeployment cd = going_away();
  cd.conditions = {told("DeprovisionError", "True", "ClusterDeprovisionNotCreated")};
  cd.others = {cluster_deprovision({told("AuthenticationFailure", "False", "Passed")})};
  EXPECT_EQ(cd.said("DeprovisionError"), "False/Passed");
  cd.others = {cluster_deprovision({})};
  EXPECT_EQ(cd.said("DeprovisionError"), "False/DeprovisionErrorResolved");
}

}  // namespace
}  // namespace telltale::clusterdeployment
