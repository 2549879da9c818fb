// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/see_checks.h"
#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

SmallDeployment managed(const std::vector<std::string>& zone, std::string_view created) {
  SmallDeployment cd;
  cd.spec += R"(,"manageDNS":true)";
  cd.others = {dns_zone(zone, created)};
  return cd;
}

TEST(ClusterDeploymentDns, IsWaitedForTenMinutesFromTheZone) {
  SmallDeployment cd = managed({}, "09:50:01");
  EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady");
  EXPECT_EQ(cd.message("RequirementsMet"), "DNSNotReady: DNS zone not available yet");
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
  EXPECT_EQ(cd.verdict(), "Working for RequirementsMet/DNSNotReady");
  EXPECT_EQ(cd.wake(), "10:00:01");

  cd.now = at("10:00:01");
  EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady");
  EXPECT_TRUE(cd.message("RequirementsMet").starts_with("DNSNotReadyTimedOut: "));
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/DNSNotReadyTimedOut");
  EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped");
  EXPECT_EQ(cd.said("ProvisionFailed"), "Unknown/Initialized");
  EXPECT_EQ(cd.verdict(), "Stuck for ProvisionStopped/DNSNotReadyTimedOut");
  EXPECT_EQ(cd.wake(), "none");
}

TEST(ClusterDeploymentDns, IsWaitedForSinceHiveNoticed) {
  SmallDeployment cd = managed({told("ZoneAvailable", "False", "NotYet")}, "08:00:00");
  cd.conditions = {told("DNSNotReady", "True", "DNSNotReady", "waiting", "09:55:00")};
  EXPECT_EQ(cd.wake(), "10:05:00");
  // Which error it was before does not matter: the status has stood since then.
  cd.conditions = {told("DNSNotReady", "True", "Throttled", "slow", "09:50:00")};
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/DNSNotReadyTimedOut");
}

TEST(ClusterDeploymentDns, StaysTimedOutWhenHiveSaidSo) {
  SmallDeployment cd = managed({}, "09:59:00");
  cd.conditions = {told("DNSNotReady", "True", "DNSNotReadyTimedOut", "x", "09:59:30")};
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/DNSNotReadyTimedOut");
}

TEST(ClusterDeploymentDns, OfAnAvailableZoneWinsOverAnOldCondition) {
  SmallDeployment cd = managed(
      {told("ZoneAvailable", "True", "ZoneAvailable"), told("DNSError", "True", "Stale", "old")},
      "08:00:00");
  cd.conditions = {told("DNSNotReady", "True", "DNSNotReadyTimedOut", "x"),
                   told("RequirementsMet", "False", "DNSNotReady", "x")};
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/DNSNotReadyResolved");
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
}

TEST(ClusterDeploymentDns, StopsProvisioningWhenTheZoneCannotBeMade) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"InsufficientCredentials", "InsufficientCredentials: no rights"},
      {"AuthenticationFailure", "AuthenticationFailure: no rights"},
      {"APIOptInRequired", "APIOptInRequiredForDNS: no rights"}};
  for (const auto& [type, message] : cases) {
    SmallDeployment cd = managed({told(type, "True", "Own", "no rights")}, "09:59:00");
    EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady") << type;
    EXPECT_EQ(cd.message("RequirementsMet"), message);
    EXPECT_EQ(cd.said("ProvisionStopped"), "True/DNSZoneFailedToReconcile") << type;
    EXPECT_EQ(cd.said("Provisioned"), "False/ProvisionStopped") << type;
    EXPECT_EQ(cd.verdict(), "Stuck for ProvisionStopped/DNSZoneFailedToReconcile");
  }
}

TEST(ClusterDeploymentDns, ReadsTheOldConditionWhereNoZoneWasCollected) {
  SmallDeployment cd;
  cd.conditions = {told("DNSNotReady", "True", "APIOptInRequiredForDNS", "opt in")};
  EXPECT_EQ(cd.message("RequirementsMet"), "APIOptInRequiredForDNS: opt in");
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/DNSZoneFailedToReconcile");
  cd.conditions = {told("DNSNotReady", "True", "DNSNotReady", "waiting", "09:50:01")};
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
  EXPECT_EQ(cd.wake(), "10:00:01");
  cd.conditions = {told("DNSNotReady", "True", "DNSNotReady", "waiting", "09:50:00")};
  EXPECT_EQ(cd.said("ProvisionStopped"), "True/DNSNotReadyTimedOut");
}

TEST(ClusterDeploymentDns, OnlyFailsWithAnErrorThatMayGoAway) {
  SmallDeployment cd =
      managed({told("DNSError", "True", "Throttled", "slow", "09:51:00")}, "08:00:00");
  EXPECT_EQ(cd.message("RequirementsMet"), "Throttled: slow");
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
  EXPECT_EQ(cd.verdict(), "Working for RequirementsMet/DNSNotReady");
  EXPECT_EQ(cd.wake(), "10:01:00");
  cd.now = at("10:01:00");
  EXPECT_EQ(cd.verdict(), "Stuck for RequirementsMet/DNSNotReady");
  EXPECT_EQ(cd.said("ProvisionStopped"), "Unknown/Initialized");
}

TEST(ClusterDeploymentDns, TellsOfAZoneThatBelongsToSomebodyElse) {
  SmallDeployment cd;
  cd.spec += R"(,"manageDNS":true)";
  const std::string owners =
      R"("creationTimestamp":"2026-01-01T09:58:00Z","ownerReferences":[{"apiVersion":)"
      R"("hive.openshift.io/v1","kind":"ClusterDeployment","name":"other","uid":"u",)"
      R"("controller":true}])";
  cd.others = {Document{.kind = "DNSZone",
                        .name = "cd-zone",
                        .metadata = owners,
                        .conditions = {told("ZoneAvailable", "True")}}
                   .text()};
  EXPECT_TRUE(cd.message("RequirementsMet").starts_with("DNSZoneResourceConflict: "));
  cd.spec = std::string(hive_provisions);
  EXPECT_EQ(cd.said("RequirementsMet"), "Unknown/Initialized");
}

TEST(ClusterDeploymentDns, FindsTheZoneItOwnsUnderAnyName) {
  SmallDeployment cd;
  cd.spec += R"(,"manageDNS":true)";
  const std::string owners =
      R"("creationTimestamp":"2026-01-01T09:58:00Z","ownerReferences":[{"apiVersion":)"
      R"("hive.openshift.io/v1","kind":"ClusterDeployment","name":"cd","uid":"u",)"
      R"("controller":true}])";
  cd.others = {Document{.kind = "DNSZone", .name = "cut-1f2e-zone", .metadata = owners}.text()};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady");
  EXPECT_EQ(cd.wake(), "10:08:00");
}

TEST(ClusterDeploymentDns, DoesNotStopAnAttemptThatRuns) {
  SmallDeployment cd = managed({}, "08:00:00");
  cd.others.push_back(provision("p1", "provisioning"));
  EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady");
  EXPECT_EQ(cd.said("ProvisionStopped"), "False/ProvisionNotStopped");
  EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
}

TEST(ClusterDeploymentDns, StandsAsNotedWhereNothingTells) {
  SmallDeployment cd;
  cd.conditions = {told("RequirementsMet", "False", "DNSNotReady", "DNSError: x", "09:55:00")};
  EXPECT_EQ(cd.said("RequirementsMet"), "False/DNSNotReady");
  EXPECT_EQ(cd.message("RequirementsMet"), "DNSError: x");
  EXPECT_EQ(cd.wake(), "10:05:00");
}

}  // namespace
}  // namespace telltale::clusterdeployment
