// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/stamp.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::store {
namespace {

TEST(StoreStamp, FillsAnEmptyPlace) {
  EXPECT_EQ(stamped(R"({"metadata":{"resourceVersion":""}})", 42),
            R"({"metadata":{"resourceVersion":"42"}})");
}

TEST(StoreStamp, ReplacesWhatStoodThere) {
  EXPECT_EQ(stamped(R"({"resourceVersion":"9999"})", 7), R"({"resourceVersion":"7"})");
}

TEST(StoreStamp, LeavesLaterMarksAlone) {
  EXPECT_EQ(stamped(R"({"resourceVersion":"","spec":{"resourceVersion":"mine"}})", 3),
            R"({"resourceVersion":"3","spec":{"resourceVersion":"mine"}})");
}

TEST(StoreStamp, LeavesAValueWithoutAPlaceUnchanged) {
  for (const std::string_view value :
       {"", "{}", "plain text", "\"resourceVersion\":", "{\"resourceVersion\":\"never closed"}) {
    EXPECT_EQ(stamped(value, 5), value);
    EXPECT_EQ(unstamped(value), value);
  }
}

RC_GTEST_PROP(StoreStamp, IsTakenOffAgainWithoutATrace, (std::string tail, std::uint32_t number)) {
  const std::string bare = "{\"resourceVersion\":\"\"" + tail;
  RC_ASSERT(unstamped(stamped(bare, number)) == bare);
  RC_ASSERT(stamped(stamped(bare, 1), number) == stamped(bare, number));
}

}  // namespace
}  // namespace telltale::store
