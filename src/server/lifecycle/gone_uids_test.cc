// SPDX-License-Identifier: Apache-2.0
#include "server/lifecycle/gone_uids.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::server {
namespace {

TEST(LifecycleGoneUids, KnowsWhatWasDeleted) {
  GoneUids uids;
  EXPECT_FALSE(uids.contains("a"));
  uids.add("a");
  uids.add("a");
  uids.add("");
  EXPECT_TRUE(uids.contains("a"));
  EXPECT_FALSE(uids.contains(""));
  EXPECT_FALSE(uids.contains("b"));
}

TEST(LifecycleGoneUids, ForgetsTheOldestWhenThereAreTooMany) {
  GoneUids uids;
  for (std::size_t i = 0; i <= GoneUids::uids_max; ++i) uids.add(format("{}", i));
  EXPECT_FALSE(uids.contains("0"));
  EXPECT_TRUE(uids.contains("1"));
  EXPECT_TRUE(uids.contains(format("{}", GoneUids::uids_max)));
}

}  // namespace
}  // namespace telltale::server
