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

std::string object_error(std::string_view time) {
  schema::FieldErrors field_errors;
  check_micro_time(json::ValueMap{{"time", time}}, "time", field_errors);
  return field_errors.empty() ? std::string() : field_errors.front().message;
}

TEST(KindMicroTime, IsKeptInUtc) {
  EXPECT_EQ(settled("2026-01-02T03:04:05.000000Z"), "2026-01-02T03:04:05.000000Z");
  EXPECT_EQ(settled("2026-01-02T05:04:05.250000+02:00"), "2026-01-02T03:04:05.250000Z");
  EXPECT_EQ(object_error("2026-01-02T05:04:05.250000+02:00"), "");
}

TEST(KindMicroTime, HasSixDigits) {
  const std::string layout = R"(" as "2006-01-02T15:04:05.000000Z07:00": cannot parse )";
  const std::string seconds = "2026-01-02T03:04:05";
  for (const std::string rest : {"Z", ".5Z", ".12345Z", "+02:00"}) {
    EXPECT_EQ(object_error(seconds + rest),
              "parsing time \"" + seconds + rest + layout + "\"" + rest + "\" as \".000000\"");
    EXPECT_EQ(settled(json::Value(seconds + rest)), seconds + rest);
  }
  EXPECT_EQ(object_error(seconds + ".123456789Z"),
            "parsing time \"" + seconds + ".123456789Z" + layout + R"("789Z" as "Z07:00")");
}

TEST(KindMicroTime, IsATime) {
  for (const std::string_view bad : {"", "yesterday", "2026-01-02", "2026-13-02T03:04:05.000000Z",
                                     "2026-01-02t03:04:05.000000z", "2026-01-02T03:04:05.000000"}) {
    EXPECT_NE(object_error(bad), "") << bad;
  }
  schema::FieldErrors field_errors;
  check_micro_time(json::ValueMap{{"time", 3}}, "time", field_errors);
  EXPECT_TRUE(field_errors.empty()) << "the schema says so";
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
