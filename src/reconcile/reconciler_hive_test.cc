// SPDX-License-Identifier: Apache-2.0
// Hive's old conditions, retired by the loop.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reconcile/cluster_for_test.h"

namespace telltale {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::string old_condition(std::string_view type, std::string_view status, std::string_view probed) {
  return format(R"({{"type":"{}","status":"{}","reason":"Told","message":"denied",)"
                R"("lastTransitionTime":"2026-01-01T09:00:00Z","lastProbeTime":"{}"}})",
                type, status, probed);
}

std::string deployment(const std::string& conditions) {
  return format(R"({{"apiVersion":"hive.openshift.io/v1","kind":"ClusterDeployment",)"
                R"("metadata":{{"namespace":"fleet","name":"cd",)"
                R"("creationTimestamp":"2026-01-01T08:00:00Z"}},)"
                R"("spec":{{"provisioning":{{"installConfigSecretRef":{{"name":"ic"}}}}}},)"
                R"("status":{{"conditions":[{}]}}}})",
                conditions);
}

class RetiringCluster : public TestCluster {
 public:
  explicit RetiringCluster(HiveConditions conditions = HiveConditions::New)
      : TestCluster(options_for(conditions)) {}

  static ReconcilerOptions options_for(HiveConditions conditions) {
    ReconcilerOptions options = all_written();
    options.settings.provisioning.conditions = conditions;
    return options;
  }
  std::string said(std::string_view type) const { return condition("ClusterDeployment/cd", type); }
};

TEST(ReconcilerHive, RetiresWhatNobodyWroteForTenMinutes) {
  RetiringCluster cluster;
  cluster.put(deployment(old_condition("AuthenticationFailure", "True", "2026-01-01T11:58:00Z")));
  cluster.settle();
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "True/Told");
  EXPECT_EQ(cluster.said("RequirementsMet"), "False/AuthenticationFailure");
  cluster.advance(Seconds(479));
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "True/Told");
  cluster.advance(Seconds(1));
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "");
  EXPECT_EQ(cluster.said("RequirementsMet"), "False/AuthenticationFailure");
  EXPECT_THAT(cluster.memories().at("ClusterDeployment/cd"), HasSubstr(R"("retired")"));
  const std::size_t before = cluster.writes;
  cluster.restart();
  cluster.advance(Seconds(3600));
  EXPECT_EQ(cluster.writes, before);
  EXPECT_EQ(cluster.said("RequirementsMet"), "False/AuthenticationFailure");
}

TEST(ReconcilerHive, LosesNothingWhenItDiesBetweenMemoryAndStatus) {
  RetiringCluster cluster;
  cluster.put(deployment(old_condition("AuthenticationFailure", "True", "2026-01-01T11:00:00Z")));
  cluster.interfere = [&](const Command& command) -> std::optional<Outcome> {
    if (command.what != Command::What::WriteStatus) return {};
    return Outcome{.how = Outcome::How::Lost, .detail = "killed"};
  };
  cluster.settle();
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "True/Told");
  cluster.interfere = {};
  cluster.restart();
  cluster.settle();
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "");
  EXPECT_EQ(cluster.said("RequirementsMet"), "False/AuthenticationFailure");
}

TEST(ReconcilerHive, BelievesAWriterThatComesBack) {
  RetiringCluster cluster;
  cluster.put(deployment(old_condition("AuthenticationFailure", "True", "2026-01-01T11:00:00Z")));
  cluster.settle();
  ASSERT_EQ(cluster.said("AuthenticationFailure"), "");
  json::Value changed = cluster.object("ClusterDeployment/cd");
  changed.at("status")
      .at("conditions")
      .as_array()
      .push_back(
          *json::parse(old_condition("AuthenticationFailure", "False", "2026-01-01T12:00:00Z")));
  cluster.put(json::print(changed));
  cluster.settle();
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "False/Told");
  EXPECT_EQ(cluster.said("RequirementsMet"), "Unknown/AuthenticationFailureResolved");
  EXPECT_THAT(cluster.memories().at("ClusterDeployment/cd"), Not(HasSubstr(R"("retired")")));
  cluster.advance(Seconds(600));
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "");
  EXPECT_EQ(cluster.said("RequirementsMet"), "Unknown/AuthenticationFailureResolved");
}

TEST(ReconcilerHive, LeavesOldConditionsToWhoeverWroteThemByBoth) {
  RetiringCluster cluster(HiveConditions::Both);
  cluster.put(deployment(old_condition("AuthenticationFailure", "True", "2026-01-01T09:00:00Z")));
  cluster.advance(Seconds(3600));
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "True/Told");
  EXPECT_EQ(cluster.said("RequirementsMet"), "False/AuthenticationFailure");
}

TEST(ReconcilerHive, WritesNothingOnDeploymentsByOld) {
  RetiringCluster cluster(HiveConditions::Old);
  cluster.put(deployment(old_condition("AuthenticationFailure", "True", "2026-01-01T09:00:00Z")));
  cluster.advance(Seconds(3600));
  EXPECT_EQ(cluster.said("AuthenticationFailure"), "True/Told");
  EXPECT_EQ(cluster.writes, 0U);
  EXPECT_THAT(cluster.memories(), SizeIs(0));
}

}  // namespace
}  // namespace telltale
