// SPDX-License-Identifier: Apache-2.0
#include "demo/living_fleet.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "demo/actor_context_for_test.h"
#include "demo/write_sequence.h"

namespace telltale::demo {
namespace {

std::string kind_of(const Write& write) {
  return std::string(write.document.at("kind").as_string());
}

std::size_t count(const Writes& writes, std::string_view kind) {
  std::set<std::string> names;
  for (const Write& write : writes) {
    if (write.verb == Write::Verb::Apply && kind_of(write) == kind) names.insert(path_of(write));
  }
  return names.size();
}

TEST(DemoLivingFleet, IsAsLargeAsItsFiguresSay) {
  const Writes writes = fleet_writes(new_year);
  const DemoFigures figures = fleet_figures();
  EXPECT_EQ(count(writes, "Cluster"), figures.clusters);
  EXPECT_EQ(count(writes, "LogicalCluster"), figures.clusters);
  EXPECT_EQ(count(writes, "Machine"), figures.machines);
  EXPECT_EQ(count(writes, "Node"), figures.machines);
  EXPECT_EQ(count(writes, "NodePool"), figures.node_pools);
  EXPECT_EQ(count(writes, "ClusterDeployment"), figures.cluster_deployments);
}

TEST(DemoLivingFleet, WritesOwnersBeforeWhatTheyOwn) {
  std::set<std::string> written;
  for (const Write& write : fleet_writes(new_year)) {
    const json::ValueMap& metadata = write.document.at("metadata").as_object();
    const std::string self = kind_of(write) + " " + std::string(metadata.at("name").as_string());
    if (const json::Value* owners = metadata.if_contains("ownerReferences")) {
      for (const json::Value& owner : owners->as_array()) {
        const std::string name = std::string(owner.at("kind").as_string()) + " " +
                                 std::string(owner.at("name").as_string());
        EXPECT_TRUE(written.contains(name)) << self << " comes before its owner " << name;
      }
    }
    if (write.verb == Write::Verb::Apply) written.insert(self);
  }
}

TEST(DemoLivingFleet, FitsIntoTheQueueWithARound) {
  EXPECT_LT(fleet_writes(new_year).size() * 2, WriteSequence::waiting_max);
}

TEST(DemoLivingFleet, NamesNoMachineTwice) {
  std::set<std::string> providers;
  std::set<std::string> nodes;
  for (const SetPlan& set :
       {rolling_set(0, 3), rolling_set(1, 3), us_workers(), steady_workers(edge(), "md-0", 2)}) {
    for (const MachinePlan& machine : set.machines()) {
      EXPECT_TRUE(providers.insert(machine.provider_id()).second) << machine.name;
      EXPECT_TRUE(nodes.insert(machine.node_name()).second) << machine.name;
    }
  }
}

}  // namespace
}  // namespace telltale::demo
