// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/micro_time.h"

#include <gtest/gtest.h>

#include <string>

namespace telltale::server {
namespace {

std::string settled(const json::Value& time) {
  json::ValueMap map{{"time", time}};
  settle_micro_time(map, "time");
  return map["time"].is_string() ? std::string(map["time"].get_string()) : "no text";
}

TEST(KindMicroTime, HasSixDigitsInUtc) {
  EXPECT_EQ(settled("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05.000000Z");
  EXPECT_EQ(settled("2026-01-02T03:04:05.1Z"), "2026-01-02T03:04:05.100000Z");
  EXPECT_EQ(settled("2026-01-02T03:04:05.123456789Z"), "2026-01-02T03:04:05.123456Z");
  EXPECT_EQ(settled("2026-01-02T05:04:05.25+02:00"), "2026-01-02T03:04:05.250000Z");
}

TEST(KindMicroTime, LeavesWhatIsNoTime) {
  EXPECT_EQ(settled("yesterday"), "yesterday");
  EXPECT_EQ(settled(""), "");
  EXPECT_EQ(settled(3), "no text");
  json::ValueMap empty;
  settle_micro_time(empty, "time");
  EXPECT_TRUE(empty.empty());
}

}  // namespace
}  // namespace telltale::server
