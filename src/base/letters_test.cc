// SPDX-License-Identifier: Apache-2.0
#include "base/letters.h"

#include <gtest/gtest.h>

namespace telltale {
namespace {

TEST(Letters, OfAsciiAloneHaveACase) {
  EXPECT_EQ(lower("NodePool-1"), "nodepool-1");
  EXPECT_EQ(lower("ÄÖ@[`{"), "ÄÖ@[`{");
  EXPECT_TRUE(same_letters("KubeVirt", "KUBEVIRT"));
  EXPECT_FALSE(same_letters("kube", "kubevirt"));
}

TEST(Letters, StandBetweenBlanks) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
}

}  // namespace
}  // namespace telltale
