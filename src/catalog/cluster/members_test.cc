// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/members.h"

#include <array>

#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "catalog/world_for_test.h"

namespace telltale::cluster {
namespace {

// A control plane Machine, a worker of a set, a worker that stands alone, and one of a pool.
World four_machines() {
  return world_of(
      {R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":"d",)"
       R"("name":"cp","labels":{"cluster.x-k8s.io/control-plane":""}},)"
       R"("spec":{"clusterName":"c1"}})",
       R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":"d",)"
       R"("name":"worker"},"spec":{"clusterName":"c1"}})",
       R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":"d",)"
       R"("name":"alone","ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta1",)"
       R"("kind":"Cluster","name":"c1"}]},"spec":{"clusterName":"c1"}})",
       R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":"d",)"
       R"("name":"pooled","labels":{"cluster.x-k8s.io/pool-name":"p"}},)"
       R"("spec":{"clusterName":"c1"}})"});
}

std::array<std::int64_t, 4> sizes(const ClusterMembers& members) {
  return {members.control_plane.tally().current, members.workers.tally().current,
          members.all.tally().current, members.standalone.tally().current};
}

TEST(ClusterCrowd, SortsEachMachineIntoItsParts) {
  const World world = four_machines();
  const Settings settings;
  std::array<Judged, 4> judged;
  ClusterMembers members(settings, noon);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    judged[i].object = &world.objects()[i];
    members.add(judged[i]);
  }
  EXPECT_EQ(sizes(members), (std::array<std::int64_t, 4>{1, 2, 3, 1}));
  for (const Judged& machine : judged) members.remove(machine);
  EXPECT_EQ(sizes(members), (std::array<std::int64_t, 4>{0, 0, 0, 0}));
}

TEST(ClusterCrowd, AMachineOwnedByAnotherClusterDoesNotStandAloneInThisOne) {
  const World world = world_of(
      {R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{"namespace":"d",)"
       R"("name":"m","ownerReferences":[{"apiVersion":"cluster.x-k8s.io/v1beta2",)"
       R"("kind":"Cluster","name":"other"}]},"spec":{"clusterName":"c1"}})"});
  EXPECT_FALSE(is_owned_by_cluster(world.objects().front()));
}

}  // namespace
}  // namespace telltale::cluster
