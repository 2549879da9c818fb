// SPDX-License-Identifier: Apache-2.0
#include "kube/object.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(ApiVersion, IsTakenApartAtItsSlash) {
  EXPECT_EQ(group_of("cluster.x-k8s.io/v1beta2"), "cluster.x-k8s.io");
  EXPECT_EQ(version_of("cluster.x-k8s.io/v1beta2"), "v1beta2");
  EXPECT_EQ(group_of("v1"), "");
  EXPECT_EQ(version_of("v1"), "v1");
  EXPECT_EQ(group_of(""), "");
}

TEST(Object, FindsLabelsAndTellsEmptyFromAbsent) {
  const Label labels[] = {{"a", "1"}, {"b", ""}};
  const Label annotations[] = {{"a", "2"}};
  Object object;
  object.labels = labels;
  object.annotations = annotations;
  EXPECT_EQ(*object.label("a"), "1");
  EXPECT_EQ(*object.label("b"), "");
  EXPECT_EQ(object.label("c"), nullptr);
  EXPECT_EQ(*object.annotation("a"), "2");
  EXPECT_EQ(object.annotation("b"), nullptr);
}

TEST(Object, KnowsTheOwnerThatControlsIt) {
  const OwnerRef owners[] = {{"", "Cluster", "c", "", false}, {"", "MachineSet", "s", "", true}};
  Object object;
  EXPECT_EQ(object.controller(), nullptr);
  object.owners = owners;
  ASSERT_NE(object.controller(), nullptr);
  EXPECT_EQ(object.controller()->name, "s");
  object.owners = std::span(owners).first(1);
  EXPECT_EQ(object.controller(), nullptr);
}

TEST(Object, FindsConditionListsByTheirPath) {
  const ConditionList lists[] = {{"status.conditions", {}, {}}};
  Object object;
  object.condition_lists = lists;
  EXPECT_EQ(object.conditions_at("status.conditions"), &lists[0]);
  EXPECT_EQ(object.conditions_at("status.v1beta2.conditions"), nullptr);
}

}  // namespace
}  // namespace telltale
