// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/legacy_status.h"

#include <gtest/gtest.h>

#include "catalog/legacy/legacy_world_for_test.h"

namespace telltale::legacy {
namespace {

std::string pool(std::string_view replicas, std::string_view ids, Parts parts = {}) {
  parts.spec = format(R"("replicas":{},"providerIDList":[{}],"template":{{"spec":{{{}}}}}{}{})",
                      replicas, ids, refs("mp"), parts.spec.empty() ? "" : ",", parts.spec);
  return core("MachinePool", "mp", std::move(parts));
}

std::vector<std::string> pool_with_refs(std::string pool_text,
                                        std::string_view flags = R"("ready":true)") {
  return {std::move(pool_text), provider("DockerMachine", "mp", flags),
          provider("Config", "mp", flags)};
}

std::vector<std::string> with_nodes(std::string pool_text, std::vector<std::string> nodes) {
  std::vector<std::string> documents = pool_with_refs(std::move(pool_text));
  documents.insert(documents.end(), nodes.begin(), nodes.end());
  return documents;
}

std::string told_of_pool(const std::vector<std::string>& documents, std::string_view type) {
  return LegacyWorld(documents).told("MachinePool", "mp", type);
}
std::string pool_phase(const std::vector<std::string>& documents) {
  LegacyWorld world(documents);
  return std::string(world.status("MachinePool", "mp").phase);
}

const std::string two_ids = R"("id-n1","id-n2")";
const Parts two_replicas{.status = R"("replicas":2)"};

TEST(LegacyMachinePool, WaitsForItsProviders) {
  const auto waiting = pool_with_refs(pool("1", ""), R"("ready":false)");
  EXPECT_EQ(told_of_pool(waiting, "BootstrapReady"), "False WaitingForDataSecret Info");
  EXPECT_EQ(told_of_pool(waiting, "InfrastructureReady"), "False WaitingForInfrastructure Info");
  EXPECT_EQ(told_of_pool(waiting, "Ready"), "False WaitingForDataSecret Info");
}

TEST(LegacyMachinePool, SaysThatItsInfrastructureIsNotThere) {
  EXPECT_EQ(
      told_of_pool({pool("1", "")}, "InfrastructureReady"),
      "False IncorrectExternalRef Error: could not find infra reference of kind DockerMachine "
      "with name mp");
  EXPECT_EQ(told_of_pool({pool("1", "")}, "BootstrapReady"), "");
}

TEST(LegacyMachinePool, CountsTheNodesOfItsProviderIds) {
  LegacyWorld world(
      with_nodes(pool("2", two_ids, two_replicas),
                 {ready_node("n1"), node("n2", condition("Ready", "False")), ready_node("n3")}));
  EXPECT_EQ(world.status("MachinePool", "mp").counters,
            (LegacyCounters{.ready = 1, .available = 1, .unavailable = 1}));
  EXPECT_EQ(world.told("MachinePool", "mp", "ReplicasReady"), "False WaitingForReplicasReady Info");
}

TEST(LegacyMachinePool, IsReadyWhenAllItsNodesAre) {
  const auto documents =
      with_nodes(pool("2", two_ids, two_replicas), {ready_node("n1"), ready_node("n2")});
  EXPECT_EQ(told_of_pool(documents, "ReplicasReady"), "True");
  EXPECT_EQ(told_of_pool(documents, "Ready"), "True");
  EXPECT_EQ(pool_phase(documents), "Running");
}

TEST(LegacyMachinePool, SaysNothingNewWithoutNodes) {
  EXPECT_EQ(told_of_pool(with_nodes(pool("2", two_ids, two_replicas), {ready_node("n9")}),
                         "ReplicasReady"),
            "");
}

TEST(LegacyMachinePool, GoesThroughItsPhases) {
  EXPECT_EQ(pool_phase({pool("1", "")}), "Pending");
  std::vector<std::string> bootstrapped = pool_with_refs(pool("1", ""), R"("ready":true)");
  bootstrapped[1] = provider("DockerMachine", "mp", R"("ready":false)");
  EXPECT_EQ(pool_phase(bootstrapped), "Provisioning");
  const std::vector<std::string> nodes = {ready_node("n1"), ready_node("n2")};
  EXPECT_EQ(pool_phase(with_nodes(pool("3", two_ids, two_replicas), nodes)), "ScalingUp");
  EXPECT_EQ(pool_phase(with_nodes(pool("1", two_ids, two_replicas), nodes)), "ScalingDown");
  Parts autoscaled = two_replicas;
  autoscaled.metadata = R"("annotations":{"cluster.x-k8s.io/replicas-managed-by":""})";
  EXPECT_EQ(pool_phase(with_nodes(pool("3", two_ids, autoscaled), nodes)), "Scaling");
  Parts deleted = two_replicas;
  deleted.metadata = R"("deletionTimestamp":"2026-01-01T11:00:00Z")";
  EXPECT_EQ(pool_phase(with_nodes(pool("2", two_ids, deleted), nodes)), "Deleting");
}

}  // namespace
}  // namespace telltale::legacy
