// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/see_checks.h"

#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

const std::string credentials_bad =
    told("AuthenticationFailure", "True", "PlatformAuthError", "denied");
const std::string credentials_good = told("AuthenticationFailure", "False", "PlatformAuthSuccess");
const std::string images_good = told("InstallImagesNotResolved", "False", "ImagesResolved");

std::string image_set(std::string_view name) {
  return format(R"({{"apiVersion":"hive.openshift.io/v1","kind":"ClusterImageSet",)"
                R"("metadata":{{"name":"{}"}}}})",
                name);
}

std::string unmet(std::string_view reason, std::string_view message = "as noted") {
  return told("RequirementsMet", "False", reason, message);
}

// Everything Hive checks has passed, but no attempt was made yet.
SmallDeployment ready_to_launch() {
  SmallDeployment cd;
  cd.conditions = {credentials_good, images_good};
  return cd;
}

TEST(ClusterDeploymentChecks, SayNothingBeforeHiveHasLooked) {
  SmallDeployment cd;
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
  EXPECT_EQ(cd.message("RequirementsMet"), "Condition Initialized");
  cd.conditions = {told("AuthenticationFailure", "Unknown", "Initialized"),
                   told("InstallImagesNotResolved", "Unknown", "Initialized")};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
}

TEST(ClusterDeploymentChecks, AreMetWhenEveryOneIsSeenToPass) {
  SmallDeployment cd = ready_to_launch();
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
  cd.conditions = {credentials_good};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
}

TEST(ClusterDeploymentChecks, AreMetWhenAnAttemptWasMade) {
  SmallDeployment cd;
  cd.others = {provision("p1", "initializing")};
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
  cd.others.clear();
  cd.status = R"("provisionRef":{"name":"p1"})";
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
  cd.status = R"("installRestarts":1)";
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
}

TEST(ClusterDeploymentChecks, WaitForAManagedZoneThatNobodySaw) {
  SmallDeployment cd = ready_to_launch();
  cd.spec += R"(,"manageDNS":true)";
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
  cd.conditions.push_back(told("DNSNotReady", "False", "DNSReady"));
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
}

TEST(ClusterDeploymentChecks, TellWhatIsWrongWithTheCredentials) {
  SmallDeployment cd;
  cd.conditions = {credentials_bad};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");
  EXPECT_EQ(cd.message("RequirementsMet"),
            "Platform credentials failed authentication check: denied");
  cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError",
                        "Platform credentials failed authentication check: expired")};
  EXPECT_EQ(cd.message("RequirementsMet"),
            "Platform credentials failed authentication check: expired");
  cd.conditions = {told("AuthenticationFailure", "True", "PlatformAuthError")};
  EXPECT_EQ(cd.message("RequirementsMet"), "Platform credentials failed authentication check");
}

TEST(ClusterDeploymentChecks, TellTheSameWhenOnlyTheRequestIdChanged) {
  SmallDeployment cd;
  const auto denied = [](std::string_view id) {
    return told("AuthenticationFailure", "True", "PlatformAuthError",
                format("AccessDenied: not allowed, RequestID: {}", id));
  };
  cd.conditions = {denied("3f1e2d4c-0000-4aaa-8bbb-111111111111")};
  const std::string first = cd.message("RequirementsMet");
  cd.conditions = {denied("9a8b7c6d-0000-4aaa-8bbb-222222222222")};
  EXPECT_EQ(cd.message("RequirementsMet"), first);
  EXPECT_NE(first.find("AccessDenied"), std::string::npos);
}

TEST(ClusterDeploymentChecks, FoldTwoOldConditionsAboutImagesIntoOneReason) {
  SmallDeployment cd;
  cd.conditions = {told("InstallerImageResolutionFailed", "True", "X", "no such release")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/InstallerImageResolutionFailed");
  EXPECT_EQ(cd.message("RequirementsMet"), "no such release");
  cd.conditions = {told("InstallImagesNotResolved", "True", "JobToResolveImagesFailed", "gone")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/InstallerImageResolutionFailed");
  EXPECT_EQ(cd.message("RequirementsMet"), "JobToResolveImagesFailed: gone");
}

TEST(ClusterDeploymentChecks, LookForTheClusterImageSetItself) {
  SmallDeployment cd;
  cd.spec = R"("provisioning":{"imageSetRef":{"name":"v4"},"installConfigSecretRef":{"name":"c"}})";
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");  // No image set was collected.
  cd.others = {image_set("v3")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/ClusterImageSetNotFound");
  EXPECT_EQ(cd.message("RequirementsMet"), "ClusterImageSet v4 does not exist");
  cd.conditions = {unmet("ClusterImageSetNotFound")};
  cd.others = {image_set("v3"), image_set("v4")};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/ClusterImageSetFound");
}

TEST(ClusterDeploymentChecks, ReadTheOldImageSetConditionWhereNoneWasCollected) {
  SmallDeployment cd;
  cd.conditions = {told("ClusterImageSetNotFound", "True", "ClusterImageSetNotFound", "v4 gone")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/ClusterImageSetNotFound");
  EXPECT_EQ(cd.message("RequirementsMet"), "v4 gone");
}

TEST(ClusterDeploymentChecks, MissTheInstallConfigOnlyAfterEverythingElse) {
  SmallDeployment cd = ready_to_launch();
  cd.spec = R"("provisioning":{})";
  EXPECT_EQ(cd.said("RequirementsMet"), "False/InstallConfigRefNotSet");
  cd.conditions = {credentials_good};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
  cd.conditions = {unmet("InstallConfigRefNotSet")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/InstallConfigRefNotSet");
  cd.spec = std::string(hive_provisions);
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/InstallConfigRefNotSetResolved");
}

TEST(ClusterDeploymentChecks, KeepWhatOnlyHiveCanSeeUntilAnAttemptShowsOtherwise) {
  for (const std::string_view reason :
       {"InstallConfigValidationFailed", "CustomizationRefNotAvailable"}) {
    SmallDeployment cd = ready_to_launch();
    cd.conditions.push_back(unmet(reason));
    EXPECT_EQ(cd.said("RequirementsMet"), format("False/{}", reason));
    EXPECT_EQ(cd.message("RequirementsMet"), "as noted");
    cd.others = {provision("p1", "failed", 0, {}, "08:59:59")};
    EXPECT_EQ(cd.said("RequirementsMet"), format("False/{}", reason));
    cd.others = {provision("p1", "failed", 0, {}, "09:00:01")};
    EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
  }
}

TEST(ClusterDeploymentChecks, ComeInHivesOrder) {
  SmallDeployment cd;
  cd.spec = R"("provisioning":{"imageSetRef":{"name":"v4"}},"manageDNS":true)";
  cd.others = {image_set("v3"), dns_zone({told("DNSError", "True", "Throttled", "slow")})};
  cd.conditions = {credentials_bad, told("InstallerImageResolutionFailed", "True", "X", "bad")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady");
  cd.others = {image_set("v3"), dns_zone({told("ZoneAvailable", "True")})};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");
  cd.conditions.front() = credentials_good;
  EXPECT_EQ(cd.said("RequirementsMet"), "False/ClusterImageSetNotFound");
  cd.others.front() = image_set("v4");
  EXPECT_EQ(cd.said("RequirementsMet"), "False/InstallerImageResolutionFailed");
  cd.conditions.back() = told("InstallerImageResolutionFailed", "False", "Resolved");
  EXPECT_EQ(cd.said("RequirementsMet"), "False/InstallConfigRefNotSet");
}

TEST(ClusterDeploymentChecks, ClearTheirOwnProblemWhenItIsSeenToBeOver) {
  SmallDeployment cd;
  cd.conditions = {unmet("AuthenticationFailure")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/AuthenticationFailure");  // Nothing tells.
  cd.conditions.push_back(credentials_good);
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/AuthenticationFailureResolved");
  cd.conditions.push_back(images_good);
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
}

TEST(ClusterDeploymentChecks, LeaveAProblemToWhoeverFoundIt) {
  SmallDeployment cd = ready_to_launch();
  cd.conditions.push_back(unmet("NewerThanUs", "something"));
  EXPECT_EQ(cd.said("RequirementsMet"), "False/NewerThanUs");
  cd.others = {provision("p1", "provisioning", 0, {}, "09:30:00")};
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
}

TEST(ClusterDeploymentChecks, AreNotAskedOfAnInstalledCluster) {
  SmallDeployment cd;
  cd.spec += R"(,"installed":true,"manageDNS":true)";
  cd.status = R"("provisionRef":{"name":"p1"})";
  cd.conditions = {credentials_bad, told("DNSNotReady", "True", "InsufficientCredentials")};
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
  EXPECT_EQ(cd.verdict(), "Healthy");
}

TEST(ClusterDeploymentChecks, AreFrozenByADeletion) {
  SmallDeployment cd;
  cd.metadata += R"(,"deletionTimestamp":"2026-01-01T09:30:00Z")";
  cd.conditions = {credentials_bad};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
  cd.conditions.push_back(told("RequirementsMet", "True", "AllRequirementsMet"));
  EXPECT_EQ(cd.said("RequirementsMet"), "True/AllRequirementsMet");
}

}  // namespace
}  // namespace telltale::clusterdeployment
