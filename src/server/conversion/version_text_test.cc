// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/version_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace telltale::server {
namespace {

TEST(VersionText, IsANumberOrNothing) {
  EXPECT_EQ(read_version_text(""), 0);
  EXPECT_EQ(read_version_text("0"), 0);
  EXPECT_EQ(read_version_text("42"), 42);
  EXPECT_EQ(read_version_text("18446744073709551615"), std::numeric_limits<store::Revision>::max());
}

TEST(VersionText, OfSomethingElseIsToldAsClientsKnowIt) {
  EXPECT_EQ(read_version_text("abc").error(),
            R"(strconv.ParseUint: parsing "abc": invalid syntax)");
  for (const std::string_view bad : {"-1", "+1", " 1", "1a", "0x1", "1.0"}) {
    EXPECT_FALSE(read_version_text(bad).has_value()) << bad;
  }
  EXPECT_EQ(read_version_text("18446744073709551616").error(),
            R"(strconv.ParseUint: parsing "18446744073709551616": value out of range)");
}

}  // namespace
}  // namespace telltale::server
