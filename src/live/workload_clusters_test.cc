// SPDX-License-Identifier: Apache-2.0
#include "live/workload_clusters.h"

#include <gtest/gtest.h>

#include "catalog/groups.h"
#include "live/loop_for_test.h"
#include "reconcile/documents_for_test.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view provisioned =
    R"(,"status":{"initialization":{"infrastructureProvisioned":true}})";
const Key cluster_key{cluster_api_group, "Cluster", "d", "c1", {}};
const Key connection_key{own_group, "RemoteConnection", "d", "c1", {}};

struct ClustersWorld {
  LoopForTest loop = {};
  WorkloadClusters clusters{
      loop.parts, {.trees = loop.reconciler.trees(), .shares = loop.shares, .status = loop.status}};

  ~ClustersWorld() { clusters.stop(); }
  void start() {
    clusters.start(
        [](std::string_view) -> Result<std::unique_ptr<client::Transport>> {
          return fail(Error::Kind::Unreachable, "no route");
        },
        {});
  }
  void note(std::string_view more = {}) {
    loop.reconciler.trees().put(telltale::cluster_json(more), {});
    clusters.note(loop.find(cluster_key)->object());
    clusters.want_if_changed();
    loop.settle();
  }
  std::size_t told() const { return loop.status.told(ToldKind::Connection, {}).documents.size(); }
};

TEST(WorkloadClusters, HaveAConnectionInTheirTreeWhereNobodyConnects) {
  ClustersWorld world;
  world.note(provisioned);
  const TreeIndex::Entry* connection = world.loop.find(connection_key);
  ASSERT_NE(connection, nullptr);
  EXPECT_EQ(connection->tree, world.loop.find(cluster_key)->tree);
  EXPECT_EQ(world.told(), 1U);
  EXPECT_EQ(world.clusters.figures().wanted, 0U);
  EXPECT_FALSE(world.clusters.state_of({"d", "c1"}));
}

TEST(WorkloadClusters, AreConnectedToOnceTheyHaveAnInfrastructure) {
  ClustersWorld world;
  world.start();
  world.note();
  EXPECT_EQ(world.clusters.figures().wanted, 0U);
  world.note(provisioned);
  EXPECT_EQ(world.clusters.figures().wanted, 1U);
  EXPECT_TRUE(world.clusters.state_of({"d", "c1"}));
  world.loop.advance(1s);
  EXPECT_EQ(world.loop.transport.open_calls("/namespaces/d/secrets/c1-kubeconfig").size(), 1U);
}

TEST(WorkloadClusters, LeaveNothingBehind) {
  ClustersWorld world;
  world.start();
  world.note(provisioned);
  world.clusters.forget(world.loop.find(cluster_key)->object());
  world.clusters.want_if_changed();
  world.loop.settle();
  EXPECT_EQ(world.loop.find(connection_key), nullptr);
  EXPECT_EQ(world.told(), 0U);
  EXPECT_EQ(world.clusters.figures().wanted, 0U);
  EXPECT_FALSE(world.clusters.state_of({"d", "c1"}));
}

}  // namespace
}  // namespace telltale::live
