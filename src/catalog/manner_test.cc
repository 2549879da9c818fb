// SPDX-License-Identifier: Apache-2.0
#include "catalog/manner.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(Manner, OfClusterApiIsTheApisOwn) {
  const Manner manner = manner_of({"cluster.x-k8s.io", "Machine", "default", "m1", {}});
  EXPECT_EQ(manner.conditions_max, 32U);
  EXPECT_TRUE(manner.tells_generation);
  EXPECT_TRUE(manner.message_is_news);
}

TEST(Manner, OfPoolsTakesLongListsAndNoMessageAlone) {
  for (const std::string_view group : {"hypershift.openshift.io", "karpenter.sh"}) {
    const Manner manner = manner_of({group, "NodePool", "", "np", {}});
    EXPECT_EQ(manner.conditions_max, 100U);
    EXPECT_TRUE(manner.tells_generation);
    EXPECT_FALSE(manner.message_is_news);
  }
}

TEST(Manner, OfHiveHasNoFieldForTheGeneration) {
  const Manner manner = manner_of({"hive.openshift.io", "ClusterDeployment", "ns", "cd", {}});
  EXPECT_FALSE(manner.tells_generation);
  EXPECT_TRUE(manner.message_is_news);
}

}  // namespace
}  // namespace telltale
