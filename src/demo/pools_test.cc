// SPDX-License-Identifier: Apache-2.0

// Pools and deployments of the other families, as their operators tell of them.

#include <gtest/gtest.h>

#include "demo/hive.h"
#include "demo/hypershift.h"
#include "demo/karpenter.h"
#include "json/print.h"

namespace telltale::demo {
namespace {

const Moment moment{.now = Instant(Seconds(1'767'225'600))};

TEST(DemoHypershift, CountsAPoolThatIsNotComplete) {
  const Write pool = pool_write("np-gpu", {.desired = 4, .ready = 2}, moment);
  const std::string text = json::print(pool.document);
  EXPECT_EQ(pool.document.at("spec").at("replicas"), json::Value(4U));
  EXPECT_EQ(pool.document.at("status").at("replicas"), json::Value(2U));
  EXPECT_TRUE(text.contains("2 of 4 machines are not ready"));
  EXPECT_TRUE(text.contains("Scaling up MachineSet to 4 replicas (actual 2)"));
}

TEST(DemoHypershift, IsContentWithAPoolThatHasMoreThanItWants) {
  const Write pool = pool_write("np-gpu", {.desired = 2, .ready = 4}, moment);
  EXPECT_FALSE(json::print(pool.document).contains("not ready"));
}

TEST(DemoHypershift, MarksMachinesWithTheirPool) {
  const SetPlan set = pool_set("np-gpu", 2);
  EXPECT_EQ(set.machine(0).pool, "clusters/np-gpu");
  EXPECT_EQ(set.cluster->namespace_name, "clusters-hc1");
  EXPECT_TRUE(json::print(set_write(set).document).contains(R"("clusters/np-gpu")"));
}

TEST(DemoKarpenter, RefusesClaimsInTheWordsOfTheCloud) {
  const std::string refused =
      json::print(claim_write("general-a", ClaimLife::Refused, moment).document);
  EXPECT_TRUE(refused.contains("InsufficientInstanceCapacity"));
  EXPECT_FALSE(refused.contains("providerID"));
  const std::string served =
      json::print(claim_write("general-a", ClaimLife::Registered, moment).document);
  EXPECT_TRUE(served.contains("providerID"));
  EXPECT_FALSE(served.contains("Unknown"));
}

TEST(DemoHive, CountsAnAttemptThatFailedAndLetsItGo) {
  const Writes running = attempt_writes("lab", 1, Attempt::Running, moment);
  EXPECT_EQ(running.front().document.at("status").at("installRestarts"), json::Value(1U));
  EXPECT_TRUE(running.front().document.at("status").at("provisionRef").is_object());
  const Writes failed = attempt_writes("lab", 1, Attempt::Failed, moment);
  EXPECT_EQ(failed.back().document.at("status").at("installRestarts"), json::Value(2U));
  EXPECT_TRUE(failed.back().document.at("status").at("provisionRef").is_null());
}

TEST(DemoHive, SaysWhyAnAttemptFailedBeforeItSaysThatItDid) {
  const Writes failed = attempt_writes("lab", 0, Attempt::Failed, moment);
  EXPECT_EQ(failed[0].document.at("spec").at("stage"), json::Value("provisioning"));
  EXPECT_TRUE(json::print(failed[0].document).contains("DNSAlreadyExists"));
  EXPECT_EQ(failed[1].document.at("spec").at("stage"), json::Value("failed"));
}

TEST(DemoHive, InstallsWithMetadataOfTheCluster) {
  const Write installed = installed_writes("lab", moment).front();
  EXPECT_EQ(installed.document.at("spec").at("installed"), json::Value(true));
  EXPECT_TRUE(installed.document.at("spec").as_object().contains("clusterMetadata"));
}

}  // namespace
}  // namespace telltale::demo
