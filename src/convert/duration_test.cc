// SPDX-License-Identifier: Apache-2.0
#include "convert/duration.h"

#include <limits>

#include <gtest/gtest.h>

namespace telltale::convert {
namespace {

constexpr std::int64_t second = 1'000'000'000;

TEST(Duration, IsReadAsGoReadsIt) {
  EXPECT_EQ(parse_duration("10m0s"), 600 * second);
  EXPECT_EQ(parse_duration("10m"), 600 * second);
  EXPECT_EQ(parse_duration("1h30m5s"), 5405 * second);
  EXPECT_EQ(parse_duration("1.5h"), 5400 * second);
  EXPECT_EQ(parse_duration("300ms"), 300'000'000);
  EXPECT_EQ(parse_duration("2\xC2\xB5s"), 2'000);
  EXPECT_EQ(parse_duration("7ns"), 7);
  EXPECT_EQ(parse_duration("0"), 0);
  EXPECT_EQ(parse_duration("-5s"), -5 * second);
  EXPECT_EQ(parse_duration(".5s"), second / 2);
}

TEST(Duration, IsNothingElse) {
  for (const std::string_view text :
       {"", "5", "s", "-", "5 s", "5x", "5s5", "1.2.3s", ".s", "9999999999999h", "ten minutes"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(Duration, LosesItsFractionAndIsCapped) {
  EXPECT_EQ(whole_seconds(1'999'999'999), 1);
  EXPECT_EQ(whole_seconds(-1'500'000'000), -1);
  EXPECT_EQ(whole_seconds(std::numeric_limits<std::int64_t>::max()),
            std::numeric_limits<std::int32_t>::max());
}

TEST(Duration, IsWrittenAsGoWritesIt) {
  EXPECT_EQ(duration_text(0), "0s");
  EXPECT_EQ(duration_text(600), "10m0s");
  EXPECT_EQ(duration_text(3600), "1h0m0s");
  EXPECT_EQ(duration_text(-90), "-1m30s");
  for (const std::int32_t seconds : {1, 59, 60, 61, 3599, 86'400, 1'000'000}) {
    EXPECT_EQ(whole_seconds(*parse_duration(duration_text(seconds))), seconds);
  }
}

}  // namespace
}  // namespace telltale::convert
