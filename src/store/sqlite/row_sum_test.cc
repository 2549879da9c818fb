// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/row_sum.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale::store {
namespace {

TEST(StoreRowSum, IsPartOfTheFileFormat) {
  EXPECT_EQ(row_sum({.revision = 7, .key = "a", .value = "hello, world"}), 12108452383608682768U);
}

TEST(StoreRowSum, TellsDeletedFromEmpty) {
  EXPECT_NE(row_sum({.revision = 7, .key = "a", .value = "", .deleted = true}),
            row_sum({.revision = 7, .key = "a", .value = ""}));
}

TEST(StoreRowSum, TellsWhereTheKeyEnds) {
  EXPECT_NE(row_sum({.revision = 7, .key = "ab", .value = "c"}),
            row_sum({.revision = 7, .key = "a", .value = "bc"}));
}

RC_GTEST_PROP(StoreRowSum, NoticesAnyChangedByte, (std::string value, unsigned char flip)) {
  RC_PRE(!value.empty() && flip != 0);
  const auto before = row_sum({.revision = 3, .key = "k", .value = value});
  auto& byte = value[*rc::gen::inRange<std::size_t>(0, value.size())];
  byte = static_cast<char>(static_cast<unsigned char>(byte) ^ flip);
  RC_ASSERT(row_sum({.revision = 3, .key = "k", .value = value}) != before);
}

}  // namespace
}  // namespace telltale::store
