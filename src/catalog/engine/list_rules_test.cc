// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/list_rules.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(ListRules, OfClusterApiIsTheApisOwn) {
  const ListRules list_rules = list_rules_of({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  EXPECT_EQ(list_rules.conditions_max, 32U);
  EXPECT_TRUE(list_rules.tells_generation);
  EXPECT_TRUE(list_rules.message_is_news);
}

TEST(ListRules, OfPoolsTakesLongListsAndNoMessageAlone) {
  for (const std::string_view group : {"hypershift.openshift.io", "karpenter.sh"}) {
    const ListRules list_rules = list_rules_of({group, "NodePool", "", "np", {}});
    EXPECT_EQ(list_rules.conditions_max, 100U);
    EXPECT_TRUE(list_rules.tells_generation);
    EXPECT_FALSE(list_rules.message_is_news);
  }
}

TEST(ListRules, OfHiveHasNoFieldForTheGeneration) {
  const ListRules list_rules =
      list_rules_of({"hive.openshift.io", "ClusterDeployment", "ns", "cd", {}});
  EXPECT_FALSE(list_rules.tells_generation);
  EXPECT_TRUE(list_rules.message_is_news);
}

}  // namespace
}  // namespace telltale
