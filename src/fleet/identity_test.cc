// SPDX-License-Identifier: Apache-2.0
#include "fleet/identity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace telltale::fleet {
namespace {

TEST(Identity, FollowsFromSeedKindAndName) {
  const Identity identity(1);
  EXPECT_EQ(identity.uid("Machine", "a", "m"), identity.uid("Machine", "a", "m"));
  EXPECT_NE(identity.uid("Machine", "a", "m"), identity.uid("Node", "a", "m"));
  EXPECT_NE(identity.uid("Machine", "a", "m"), identity.uid("Machine", "am", ""));
  EXPECT_NE(identity.uid("Machine", "a", "m"), Identity(2).uid("Machine", "a", "m"));
  const std::string uid = identity.uid("Machine", "a", "m");
  EXPECT_EQ(uid[14], '4');
  EXPECT_NE(std::string_view("89ab").find(uid[19]), std::string_view::npos);
}

TEST(Identity, NeverRepeatsASuffix) {
  std::vector<std::string> suffixes;
  for (std::uint64_t i = 0; i < 20'000; ++i) suffixes.push_back(name_suffix(123'456'789, i));
  std::ranges::sort(suffixes);
  EXPECT_EQ(std::ranges::adjacent_find(suffixes), suffixes.end());
  EXPECT_EQ(suffixes.front().size(), 5U);
}

}  // namespace
}  // namespace telltale::fleet
