// SPDX-License-Identifier: Apache-2.0
#include "store/prefix.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::store {
namespace {

TEST(StorePrefix, EndsBehindTheLastKeyWithIt) {
  EXPECT_EQ(behind_prefix("/a/"), "/a0");
  EXPECT_EQ(behind_prefix("a\xff\xff"), "b");
  EXPECT_EQ(behind_prefix(""), std::nullopt);
  EXPECT_EQ(behind_prefix("\xff\xff"), std::nullopt);
  EXPECT_EQ(behind_prefix("\x7f"), "\x80");
}

RC_GTEST_PROP(StorePrefix, HoldsExactlyTheKeysThatBeginWithIt,
              (const std::string& prefix, const std::string& key)) {
  const auto end = behind_prefix(prefix);
  RC_ASSERT((key >= prefix && (!end || key < *end)) == key.starts_with(prefix));
  // In parentheses of its own: what RC_ASSERT takes apart asks both sides of ||.
  RC_ASSERT((!end || prefix + key < *end));
}

}  // namespace
}  // namespace telltale::store
