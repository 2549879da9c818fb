// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_api/tie.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/cluster_api/in_place.h"
#include "catalog/world_for_test.h"

namespace telltale {
namespace {

// Machine m1 of Cluster c1, its DockerMachine, and Node n1 with provider ID "id".
struct Pair {
  std::string_view machine_spec = "";
  std::string_view machine_status = "";
  std::string_view annotations = "";
  std::string_view infra_metadata = "";
  std::string_view infra = R"("spec":{"providerID":"id"},"status":{"ready":true})";
  std::string_view connection = R"({"connected":true})";
  bool twin = false;  // a second Node with the same provider ID

  std::string node(std::string_view name) const {
    return format(R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{}","annotations":{{)"
                  R"("cluster.x-k8s.io/cluster-name":"c1",)"
                  R"("cluster.x-k8s.io/cluster-namespace":"default"}}}},)"
                  R"("spec":{{"providerID":"id"}}}})",
                  name);
  }
  World world() const {
    return world_of(
        {format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{{)"
                R"("namespace":"default","name":"m1","annotations":{{{}}}}},"spec":{{)"
                R"("clusterName":"c1","infrastructureRef":{{"apiGroup":)"
                R"("infrastructure.cluster.x-k8s.io","kind":"DockerMachine","name":"m1"}}{}}},)"
                R"("status":{{{}}}}})",
                annotations, machine_spec, machine_status),
         format(R"({{"apiVersion":"infrastructure.cluster.x-k8s.io/v1beta2","kind":)"
                R"("DockerMachine","metadata":{{"namespace":"default","name":"m1"{}}},{}}})",
                infra_metadata, infra),
         format(R"({{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection","metadata":)"
                R"({{"namespace":"default","name":"c1"}},"status":{}}})",
                connection),
         node("n1"), node(twin ? "n2" : "n1")});
  }
  Object machine(const World& world) const {
    return *world.find({"cluster.x-k8s.io", "Machine", "default", "m1", {}}).object;
  }
  std::string tie() const {
    const World seen = world();
    const Tie tie = tie_of(seen, machine(seen));
    return format("{}/{}", tie.provider_id, tie.node_name);
  }
};

TEST(Tie, TakesTheProviderIdOverFromProvisionedInfrastructure) {
  EXPECT_EQ(Pair().tie(), "id/n1");
  EXPECT_EQ(Pair{.machine_spec = R"(,"providerID":"older")"}.tie(), "id/n1");
  EXPECT_EQ(Pair{.infra = R"("spec":{"providerID":"id"})"}.tie(), "/");
  EXPECT_EQ((Pair{.machine_status = R"("initialization":{"infrastructureProvisioned":true})",
                  .infra = R"("spec":{"providerID":"id"})"})
                .tie(),
            "id/n1");
}

TEST(Tie, LeavesTheMachinesOwnWordWhereTheInfrastructureGoes) {
  const std::string_view going = R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")";
  EXPECT_EQ((Pair{.machine_spec = R"(,"providerID":"own")", .infra_metadata = going}).tie(),
            "own/");
}

TEST(Tie, NamesTheNodeOfTheStatusFirst) {
  EXPECT_EQ(Pair{.machine_status = R"("nodeRef":{"name":"other"})"}.tie(), "id/other");
}

TEST(Tie, LooksForNoNodeInAClusterThatCannotBeAsked) {
  EXPECT_EQ(Pair{.connection = R"({"connected":false})"}.tie(), "id/");
  EXPECT_EQ((Pair{.connection = R"({"connected":true,"lookupError":"boom"})"}).tie(), "id/");
  EXPECT_EQ(Pair{.twin = true}.tie(), "id/");
}

bool updated(std::string_view annotations) {
  const Pair pair{.annotations = annotations};
  const World world = pair.world();
  return is_updated_in_place(pair.machine(world));
}

TEST(InPlace, IsToldByAnnotationsAlone) {
  EXPECT_FALSE(updated(""));
  EXPECT_TRUE(updated(R"("in-place-updates.internal.cluster.x-k8s.io/update-in-progress":"")"));
  EXPECT_TRUE(updated(R"("runtime.cluster.x-k8s.io/pending-hooks":"A,UpdateMachine")"));
  EXPECT_FALSE(updated(R"("runtime.cluster.x-k8s.io/pending-hooks":"UpdateMachineSet")"));
}

}  // namespace
}  // namespace telltale
