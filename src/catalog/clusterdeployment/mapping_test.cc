// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/mapping.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/small_deployment_for_test.h"
#include "catalog/clusterdeployment/tables.h"

namespace telltale::clusterdeployment {
namespace {

// The list of the proposal, in its order.
constexpr std::string_view proposal[] = {"Unreachable",
                                         "ClusterImageSetNotFound",
                                         "ControlPlaneCertificateNotFound",
                                         "Hibernating",
                                         "RelocationFailed",
                                         "SyncSetFailed",
                                         "AWSPrivateLinkFailed",
                                         "AWSPrivateLinkReady",
                                         "ActiveAPIURLOverride",
                                         "AuthenticationFailure",
                                         "ClusterInstallCompleted",
                                         "ClusterInstallFailed",
                                         "ClusterInstallRequirementsMet",
                                         "ClusterInstallStopped",
                                         "DNSNotReady",
                                         "DeprovisionLaunchError",
                                         "IngressCertificateNotFound",
                                         "InstallImagesNotResolved",
                                         "InstallLaunchError",
                                         "InstallerImageResolutionFailed",
                                         "ProvisionFailed",
                                         "ProvisionStopped"};

std::set<std::string_view> new_types() {
  std::set<std::string_view> types;
  for_each_table([&](const auto& table) { types.insert(table.condition); });
  return types;
}

const OldToNew& mapped(std::string_view old_type) {
  const auto all = old_to_new();
  const auto found = std::ranges::find(all, old_type, &OldToNew::old_type);
  check(found != all.end(), "a test asks about a condition that Hive has");
  return *found;
}

TEST(HiveMapping, NamesEveryOldConditionOnce) {
  ASSERT_EQ(std::size(proposal), 22U);
  for (const std::string_view type : proposal) {
    EXPECT_EQ(std::ranges::count(old_to_new(), type, &OldToNew::old_type), 1) << type;
  }
  std::set<std::string_view> seen;
  for (const OldToNew& one : old_to_new()) {
    EXPECT_TRUE(seen.insert(one.old_type).second) << one.old_type;
    EXPECT_FALSE(one.note.empty()) << one.old_type;
  }
  EXPECT_EQ(seen.size(), 25U);  // Three came after the proposal.
}

TEST(HiveMapping, LeadsToTheFiveNewConditionsOnly) {
  std::set<std::string_view> reached;
  for (const OldToNew& one : old_to_new()) {
    if (!one.new_type.empty()) reached.insert(one.new_type);
  }
  EXPECT_EQ(reached, new_types());
}

// The deployment that an old condition is found on.
SmallDeployment with(std::string_view old_type) {
  SmallDeployment cd;
  if (old_type.starts_with("ClusterInstall")) cd.spec = std::string(agents_install);
  cd.conditions = {told(old_type, "True", "OldReason", "old message")};
  if (old_type == "ClusterInstallCompleted") {
    cd.conditions.push_back(told("ClusterInstallStopped", "True", "InstallationCompleted"));
  }
  return cd;
}

TEST(HiveMapping, IsWhatJudgingDoes) {
  for (const OldToNew& one : old_to_new()) {
    if (one.new_type.empty()) continue;
    SmallDeployment cd = with(one.old_type);
    const bool positive = one.new_type == "RequirementsMet" || one.new_type == "Provisioned";
    const bool same_sense = one.old_type.starts_with("ClusterInstall") || !positive;
    const std::string expected = format("{}/{}", same_sense ? "True" : "False",
                                        one.reason.empty() ? "OldReason" : one.reason);
    EXPECT_EQ(cd.said(one.new_type), expected) << one.old_type;
  }
}

TEST(HiveMapping, LeavesEveryOldConditionAsItStands) {
  for (const OldToNew& one : old_to_new()) {
    if (one.old_type == one.new_type) continue;
    SmallDeployment cd = with(one.old_type);
    EXPECT_EQ(cd.said(one.old_type), "True/OldReason") << one.old_type;
    EXPECT_EQ(cd.message(one.old_type), "old message") << one.old_type;
  }
}

TEST(HiveMapping, OfWhatIsKeptSaysNothingNew) {
  for (const OldToNew& one : old_to_new()) {
    if (!one.new_type.empty()) continue;
    SmallDeployment cd = with(one.old_type);
    for (const std::string_view type : new_types()) {
      EXPECT_EQ(cd.said(type), "Unknown/Initialized") << one.old_type << " " << type;
    }
    EXPECT_EQ(mapped(one.old_type).reason, "");
  }
}

}  // namespace
}  // namespace telltale::clusterdeployment
