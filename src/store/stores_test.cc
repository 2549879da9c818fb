// SPDX-License-Identifier: Apache-2.0
#include "store/stores.h"

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"

namespace telltale::store {
namespace {

TEST(StoreStores, OpensWhatPeopleWrite) {
  const TempFolder folder;
  const SystemClock clock;
  EXPECT_TRUE(open_store("memory", {}, clock));
  EXPECT_TRUE(open_store("sqlite:" + folder.path("store.db"), {}, clock));
}

TEST(StoreStores, SaysWhatMayBeWrittenInstead) {
  const SystemClock clock;
  for (const std::string_view where :
       {"", "memory:", "sqlite", "sqlite:", "etcd://", "mysql://x", "Memory"}) {
    const auto store = open_store(where, {}, clock);
    ASSERT_FALSE(store) << where;
    EXPECT_EQ(store.error().kind, Error::Kind::Invalid) << where;
    EXPECT_TRUE(store.error().detail.contains("sqlite:PATH")) << store.error().detail;
  }
}

}  // namespace
}  // namespace telltale::store
