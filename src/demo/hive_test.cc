// SPDX-License-Identifier: Apache-2.0
#include "demo/hive.h"

#include <gtest/gtest.h>

#include "demo/actor_context_for_test.h"
#include "json/print.h"

namespace telltale::demo {
namespace {

TEST(DemoHive, CountsAnAttemptThatFailedAndLetsItGo) {
  const Writes running = attempt_writes("lab", 1, Attempt::Running, new_year);
  EXPECT_EQ(running.front().document.at("status").at("installRestarts"), json::Value(1U));
  EXPECT_TRUE(running.front().document.at("status").at("provisionRef").is_object());
  const Writes failed = attempt_writes("lab", 1, Attempt::Failed, new_year);
  EXPECT_EQ(failed.back().document.at("status").at("installRestarts"), json::Value(2U));
  EXPECT_TRUE(failed.back().document.at("status").at("provisionRef").is_null());
}

TEST(DemoHive, SaysWhyAnAttemptFailedBeforeItSaysThatItDid) {
  const Writes failed = attempt_writes("lab", 0, Attempt::Failed, new_year);
  EXPECT_EQ(failed[0].document.at("spec").at("stage"), json::Value("provisioning"));
  EXPECT_TRUE(json::print(failed[0].document).contains("DNSAlreadyExists"));
  EXPECT_EQ(failed[1].document.at("spec").at("stage"), json::Value("failed"));
}

TEST(DemoHive, InstallsWithMetadataOfTheCluster) {
  const Write installed = installed_writes("lab", new_year).front();
  EXPECT_EQ(installed.document.at("spec").at("installed"), json::Value(true));
  EXPECT_TRUE(installed.document.at("spec").as_object().contains("clusterMetadata"));
}

}  // namespace
}  // namespace telltale::demo
