// SPDX-License-Identifier: Apache-2.0
#include "demo/workers.h"

#include <gtest/gtest.h>

#include "json/print.h"

namespace telltale::demo {
namespace {

constexpr ClusterPlan cluster{.namespace_name = "default",
                              .name = "c1",
                              .version = "v1.33.4",
                              .provider = "Docker",
                              .control_planes = 3};

SetPlan set_of(std::uint64_t replicas) {
  return {.cluster = &cluster,
          .deployment = "c1-md-0",
          .hash = "abcde",
          .template_name = "t",
          .replicas = replicas};
}

TEST(DemoWorkers, NameTheirMachinesTheSameHoweverManyThereAre) {
  const SetPlan set = set_of(2);
  EXPECT_EQ(set.machines().size(), 2U);
  EXPECT_EQ(set.machines()[1].name, set_of(5).machine(1).name);
  EXPECT_TRUE(set.machine(0).name.starts_with("c1-md-0-abcde-"));
  EXPECT_NE(set.machine(0).name, set.machine(1).name);
}

TEST(DemoWorkers, OfASetAndItsDeploymentAreMadeFromTheSame) {
  const SetPlan set = set_of(2);
  EXPECT_EQ(set_write(set).document.at("spec").at("template"),
            deployment_write(set, 3).document.at("spec").at("template"));
  EXPECT_EQ(deployment_write(set, 3).document.at("spec").at("replicas"), json::Value(3U));
}

TEST(DemoWorkers, StandOnCertificatesThatAreThereBeforeTheCluster) {
  const Writes writes = cluster_writes(cluster, {.now = Instant(Seconds(0))});
  for (std::size_t index = 0; index < 4; ++index) {
    EXPECT_EQ(writes[index].document.at("kind"), json::Value("Secret"));
  }
}

TEST(DemoWorkers, AreCutOffAndConnectedByOneField) {
  const auto connected = [](Wire wire) {
    return workload_write(cluster, wire).document.at("spec").at("connected");
  };
  EXPECT_EQ(connected(Wire::Cut), json::Value(false));
  EXPECT_EQ(connected(Wire::Connected), json::Value(true));
}

}  // namespace
}  // namespace telltale::demo
