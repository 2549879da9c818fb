// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "client/discovery.h"

namespace telltale::client {
namespace {

const ServedResource machine{.group = "cluster.x-k8s.io",
                             .version = "v1beta2",
                             .kind = "Machine",
                             .plural = "machines",
                             .short_names = {"ma"},
                             .other_versions = {"v1beta1"}};
const ServedResource node{.version = "v1", .kind = "Node", .plural = "nodes", .namespaced = false};
const ServedResource core_event{.version = "v1", .kind = "Event", .plural = "events"};
const ServedResource new_event{
    .group = "events.k8s.io", .version = "v1", .kind = "Event", .plural = "events"};
// A kind whose short name is another's full name.
const ServedResource impostor{.group = "a.example.com",
                              .version = "v1",
                              .kind = "Gadget",
                              .plural = "gadgets",
                              .short_names = {"machines", "g"}};

const Served everything({new_event, machine, impostor, node, core_event});

TEST(ClientServed, KnowsPathsOfObjects) {
  EXPECT_EQ(path_of(machine), "/apis/cluster.x-k8s.io/v1beta2/machines");
  EXPECT_EQ(path_of(machine, "default", "m1", "status"),
            "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1/status");
  EXPECT_EQ(path_of(node, {}, "n1"), "/api/v1/nodes/n1");
  EXPECT_EQ(path_of(machine, "default"),
            "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines");
}

TEST(ClientServed, NamesCannotLeaveTheirPlaceInAPath) {
  EXPECT_EQ(path_of(node, {}, "a/../b?c"), "/api/v1/nodes/a%2F..%2Fb%3Fc");
}

TEST(ClientServed, KnowsApiVersions) {
  EXPECT_EQ(machine.api_version(), "cluster.x-k8s.io/v1beta2");
  EXPECT_EQ(node.api_version(), "v1");
}

TEST(ClientServed, FindsByGroupAndKind) {
  EXPECT_EQ(*everything.find("cluster.x-k8s.io", "Machine"), machine);
  EXPECT_EQ(*everything.find("", "Event"), core_event);
  EXPECT_EQ(*everything.find("events.k8s.io", "Event"), new_event);
  EXPECT_EQ(everything.find("", "Machine"), nullptr);
  EXPECT_EQ(everything.find("cluster.x-k8s.io", "machine"), nullptr);
  EXPECT_EQ(Served().find("", "Node"), nullptr);
}

TEST(ClientServed, IsOrderedByGroupAndKind) {
  std::vector<std::string> order;
  for (const ServedResource& resource : everything.all()) {
    order.push_back(resource.group + "/" + resource.kind);
  }
  EXPECT_EQ(order, (std::vector<std::string>{"/Event", "/Node", "a.example.com/Gadget",
                                             "cluster.x-k8s.io/Machine", "events.k8s.io/Event"}));
}

TEST(ClientServed, FindsWhatPeopleType) {
  for (const char* typed :
       {"machines", "machine", "ma", "Machine", "MACHINES", "MA", "machines.cluster.x-k8s.io",
        "machine.cluster.x-k8s.io", "machines.v1beta2.cluster.x-k8s.io", "ma.cluster.x-k8s.io",
        "machines.v1beta1.cluster.x-k8s.io"}) {
    ASSERT_NE(everything.named(typed), nullptr) << typed;
    EXPECT_EQ(*everything.named(typed), machine) << typed;
  }
}

TEST(ClientServed, OfSeveralGroupsTheCoreComesFirst) {
  EXPECT_EQ(*everything.named("events"), core_event);
  EXPECT_EQ(*everything.named("events.v1"), core_event);
  EXPECT_EQ(*everything.named("events.v1.events.k8s.io"), new_event);
  EXPECT_EQ(*everything.named("events.events.k8s.io"), new_event);
}

TEST(ClientServed, DoesNotGuess) {
  for (const char* typed : {"", ".", "machin", "machines.x-k8s.io", "machines.apps",
                            "machines.v1alpha3.cluster.x-k8s.io", "events.v2.events.k8s.io"}) {
    EXPECT_EQ(everything.named(typed), nullptr) << typed;
  }
}

}  // namespace
}  // namespace telltale::client
