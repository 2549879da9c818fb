// SPDX-License-Identifier: Apache-2.0
#include "server/objects/keys.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

TEST(ServerKeys, AKeyTellsItsParts) {
  const Resource machines{.group = "cluster.x-k8s.io", .plural = "machines"};
  const std::string key = object_key(management_home, machines, "default", "m1");
  EXPECT_EQ(key, "~/cluster.x-k8s.io/machines/default/m1");
  const auto parts = parts_of(key);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->group, "cluster.x-k8s.io");
  EXPECT_EQ(parts->namespace_name, "default");
  EXPECT_EQ(parts->name, "m1");
}

TEST(ServerKeys, WhatHasNoNamespaceHasAnEmptyOne) {
  const Resource nodes{.plural = "nodes", .namespaced = false};
  const std::string key = object_key(home_of_cluster("ns", "c1"), nodes, {}, "n1");
  EXPECT_EQ(key, "ns:c1/core_/nodes//n1");
  const auto parts = parts_of(key);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->home, "ns:c1");
  EXPECT_EQ(parts->group, "");
  EXPECT_EQ(parts->namespace_name, "");
}

TEST(ServerKeys, AViewLiesWhereItsOriginalLies) {
  const Resource events{.group = "events.k8s.io", .plural = "events", .stored_under = "/events"};
  EXPECT_EQ(resource_prefix(management_home, events), "~/core_/events/");
}

TEST(ServerKeys, APrefixOfOneNamespaceIsNoPrefixOfAnother) {
  const Resource maps{.plural = "configmaps"};
  EXPECT_FALSE(object_key(management_home, maps, "a-b", "x")
                   .starts_with(range_prefix(management_home, maps, "a")));
}

TEST(ServerKeys, OtherTextIsNoKey) {
  EXPECT_FALSE(parts_of(""));
  EXPECT_FALSE(parts_of("meta"));
  EXPECT_FALSE(parts_of("a/b/c"));
}

}  // namespace
}  // namespace telltale::server
