// SPDX-License-Identifier: Apache-2.0
#include "demo/hypershift.h"

#include <gtest/gtest.h>

#include "demo/actor_context_for_test.h"
#include "json/print.h"

namespace telltale::demo {
namespace {

TEST(DemoHypershift, CountsAPoolThatIsNotComplete) {
  const Write pool = pool_write("np-gpu", {.desired = 4, .ready = 2}, new_year);
  const std::string text = json::print(pool.document);
  EXPECT_EQ(pool.document.at("spec").at("replicas"), json::Value(4U));
  EXPECT_EQ(pool.document.at("status").at("replicas"), json::Value(2U));
  EXPECT_TRUE(text.contains("2 of 4 machines are not ready"));
  EXPECT_TRUE(text.contains("Scaling up MachineSet to 4 replicas (actual 2)"));
}

TEST(DemoHypershift, IsContentWithAPoolThatHasMoreThanItWants) {
  const Write pool = pool_write("np-gpu", {.desired = 2, .ready = 4}, new_year);
  EXPECT_FALSE(json::print(pool.document).contains("not ready"));
}

TEST(DemoHypershift, MarksMachinesWithTheirPool) {
  const SetPlan set = pool_set("np-gpu", 2);
  EXPECT_EQ(set.machine(0).pool, "clusters/np-gpu");
  EXPECT_EQ(set.cluster->namespace_name, "clusters-hc1");
  EXPECT_TRUE(json::print(set_write(set).document).contains(R"("clusters/np-gpu")"));
}

}  // namespace
}  // namespace telltale::demo
