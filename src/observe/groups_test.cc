// SPDX-License-Identifier: Apache-2.0
#include "observe/groups.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace telltale {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Groups, HoldTheirMembersInOrder) {
  const Groups groups({{2, 7}, {0, 9}, {2, 3}, {0, 1}, {2, 5}}, 4, std::less<>());
  EXPECT_THAT(groups.of(0), ElementsAre(1, 9));
  EXPECT_THAT(groups.of(1), IsEmpty());
  EXPECT_THAT(groups.of(2), ElementsAre(3, 5, 7));
  EXPECT_THAT(groups.of(3), IsEmpty());
}

TEST(Groups, OrderTheirMembersAsTold) {
  const Groups groups({{0, 1}, {0, 3}, {0, 2}}, 1, std::greater<>());
  EXPECT_THAT(groups.of(0), ElementsAre(3, 2, 1));
}

TEST(Groups, HaveNoMembersBeyondTheLastGroup) {
  const Groups groups({{0, 1}}, 1, std::less<>());
  EXPECT_THAT(groups.of(1), IsEmpty());
  EXPECT_THAT(groups.of(UINT32_MAX), IsEmpty());
  EXPECT_THAT(Groups().of(0), IsEmpty());
}

}  // namespace
}  // namespace telltale
