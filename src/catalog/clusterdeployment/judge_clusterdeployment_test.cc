// SPDX-License-Identifier: Apache-2.0
#include "catalog/clusterdeployment/judge_clusterdeployment.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "catalog/clusterdeployment/small_deployment_for_test.h"

namespace telltale::clusterdeployment {
namespace {

TEST(ClusterDeployment, StartsWithFiveUnknownConditions) {
  SmallDeployment cd;
  const Judged& judged = cd.judged();
  EXPECT_EQ(judged.conditions.size(), 5U);
  EXPECT_TRUE(judged.changed);
  for (const Condition& condition : judged.conditions) {
    EXPECT_EQ(condition.status, Status::Unknown);
    EXPECT_EQ(condition.reason, "Initialized");
    EXPECT_EQ(condition.message, "Condition Initialized");
    EXPECT_EQ(condition.last_transition, cd.now);
    EXPECT_EQ(condition.observed_generation, 0);
  }
}

TEST(ClusterDeployment, IsNotInitializedTwice) {
  SmallDeployment cd;
  for (const std::string_view type : five_types) {
    cd.conditions.push_back(told(type, "Unknown", "Initialized", "Condition Initialized"));
  }
  EXPECT_FALSE(cd.judged().changed);
}

TEST(ClusterDeployment, ToldByHiveAloneKeepsHivesTimes) {
  SmallDeployment cd;
  cd.spec += R"(,"installed":true)";
  cd.status = R"("provisionRef":{"name":"p1"})";
  cd.conditions = {told("Provisioned", "True", "Provisioned", "Cluster", "07:00:00"),
                   told("RequirementsMet", "True", "AllRequirementsMet", "All", "06:00:00"),
                   told("ProvisionFailed", "False", "ProvisionSucceeded", "p1", "07:00:00"),
                   told("ProvisionStopped", "False", "ProvisionNotStopped", "no", "06:00:00")};
  for (const Condition& condition : cd.judged().conditions) {
    const bool is_new = condition.type == "DeprovisionError";
    EXPECT_EQ(condition.last_transition < at("08:00:00"), !is_new) << condition.type;
  }
}

TEST(ClusterDeployment, ThatIsPausedIsNotTouched) {
  SmallDeployment cd;
  cd.others = {provision("p1", "failed"), cluster_deprovision({}), dns_zone({})};
  cd.conditions = {told("Provisioned", "False", "Provisioning"),
                   told("DeprovisionLaunchError", "True")};
  for (const std::string_view yes : {"true", "1", "T"}) {
    cd.metadata = format(R"("annotations":{{"hive.openshift.io/reconcile-pause":"{}"}})", yes);
    EXPECT_FALSE(cd.judged().changed) << yes;
    EXPECT_EQ(cd.said("RequirementsMet"), "absent");
    EXPECT_EQ(cd.said("Provisioned"), "False/Provisioning");
    EXPECT_EQ(cd.wake(), "none");
  }
  for (const std::string_view no : {"false", "yes", ""}) {
    cd.metadata = format(R"("annotations":{{"hive.openshift.io/reconcile-pause":"{}"}})", no);
    EXPECT_TRUE(cd.judged().changed) << no;
  }
}

TEST(ClusterDeployment, SurvivesFieldsOfTheWrongKind) {
  SmallDeployment cd;
  cd.spec =
      R"("provisioning":[],"clusterInstallRef":"x","manageDNS":"yes","installAttemptsLimit":"3")";
  cd.status = R"("provisionRef":7,"installRestarts":"many")";
  for (const std::string_view type : five_types)
    EXPECT_EQ(cd.said(type), "Unknown/Initialized") << type;
  cd.spec = R"("clusterInstallRef":{})";
  cd.status = R"("installRestarts":-3)";
  for (const std::string_view type : five_types)
    EXPECT_EQ(cd.said(type), "Unknown/Initialized") << type;
}

TEST(ClusterDeployment, IsExplainedByTheSnapshotItIsJudgedBy) {
  SmallDeployment cd;
  cd.others = {provision("p1", "failed", 0,
                         {told("ClusterProvisionFailed", "True", "UnknownError", "log")})};
  const Judged& judged = cd.judged();
  std::vector<std::string_view> types;
  const std::string text = provision("p1", "failed");
  const World world = world_of({text, Document{.kind = "ClusterDeployment", .name = "cd"}.text()});
  const JudgeContextForTest context(world, cd.now);
  const auto is_deployment = [](const Object& object) {
    return object.key.kind == "ClusterDeployment";
  };
  const auto found = std::ranges::find_if(world.objects(), is_deployment);
  for_each_decision(context.context(), *found, [&](const auto& table, const Seen& seen) {
    types.push_back(table.condition);
    EXPECT_EQ(seen.stage, Stage::Failed);
    EXPECT_NE(table.decide(seen).row, nullptr);
  });
  EXPECT_TRUE(std::ranges::equal(types, five_types));
  EXPECT_EQ(judged.verdict, Verdict::Working);
}

TEST(ClusterDeployment, ThatDoesNotChangeIsNeverWritten) {
  Stepper stepper;
  const std::string zone = dns_zone({}, "09:55:00");
  stepper.put(zone);
  stepper.put(provision("p1", "failed", 0, {told("ClusterProvisionFailed", "True", "E", "log")}));
  stepper.put(cluster_install({told("Failed", "True"), told("Stopped", "True")}));
  const auto put = [&](std::string_view name, std::string_view spec) {
    stepper.put(Document{.kind = "ClusterDeployment",
                         .name = name,
                         .spec = std::string(spec),
                         .conditions = {told("AuthenticationFailure", "True", "E", "no")}}
                    .text());
  };
  put("cd", R"("provisioning":{},"manageDNS":true)");
  put("ci", agents_install);
  EXPECT_EQ(stepper.look(at("10:00:00")), 2);
  for (int look = 0; look < 100; ++look) EXPECT_EQ(stepper.look(at("10:00:01")), 0);
}

TEST(ClusterDeployment, IsJudgedTenThousandTimesWithoutANewWord) {
  SmallDeployment cd;
  cd.spec += R"(,"manageDNS":true)";
  cd.conditions = {told("AuthenticationFailure", "True", "E", "request id: 1234-5678")};
  std::vector<std::string> written;
  for (const Condition& one : cd.judged().conditions) {
    written.push_back(told(one.type, to_text(one.status), one.reason, one.message));
  }
  const std::string text =
      Document{.kind = "ClusterDeployment", .name = "cd", .spec = cd.spec, .conditions = written}
          .text();
  const World world = world_of({text});
  for (int look = 0; look < 10000; ++look) {
    const Judgement judgement = judge(world, Settings{}, at("10:00:00") + Seconds(look));
    ASSERT_FALSE(judgement.items.front().changed) << look;
  }
}

}  // namespace
}  // namespace telltale::clusterdeployment
