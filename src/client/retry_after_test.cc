// SPDX-License-Identifier: Apache-2.0
#include "client/retry_after.h"

#include <gtest/gtest.h>

#include "http/date.h"

namespace telltale::client {
namespace {

using namespace std::chrono_literals;

const Instant now = *parse_rfc3339("2026-01-01T10:00:00Z");

std::optional<std::chrono::milliseconds> asked(std::string value) {
  http::Response answer{.status = 429};
  answer.headers.push_back({"retry-after", std::move(value)});
  return retry_after(answer, now);
}

TEST(ClientRetryAfter, ReadsSeconds) {
  EXPECT_EQ(asked("0"), 0ms);
  EXPECT_EQ(asked("1"), 1s);
  EXPECT_EQ(asked(" 17 "), 17s);
}

TEST(ClientRetryAfter, ReadsDates) {
  EXPECT_EQ(asked("Thu, 01 Jan 2026 10:00:05 GMT"), 5s);
  EXPECT_EQ(asked("Thu, 01 Jan 2026 09:00:00 GMT"), 0ms);
}

TEST(ClientRetryAfter, NobodyMayAskForMoreThanAMinute) {
  EXPECT_EQ(asked("3600"), retry_after_max);
  EXPECT_EQ(asked("99999999999999999999999999"), retry_after_max);
  EXPECT_EQ(asked("Fri, 01 Jan 2027 10:00:05 GMT"), retry_after_max);
}

TEST(ClientRetryAfter, SaysNothingAboutWhatItDoesNotUnderstand) {
  EXPECT_EQ(retry_after({.status = 503}, now), std::nullopt);
  for (const char* text : {"", "soon", "-1", "1.5", "1s", "Thu, 32 Jan 2026 10:00:05 GMT",
                           "Thu, 01 Jam 2026 10:00:05 GMT", "Thu, 01 Jan 2026 10:00:05 CET",
                           "Thu; 01 Jan 2026 10:00:05 GMT"}) {
    EXPECT_EQ(asked(text), std::nullopt) << text;
  }
}

TEST(ClientRetryAfter, DatesComeBackAsTheyWereWritten) {
  for (const char* text :
       {"1994-11-06T08:49:37Z", "2024-02-29T23:59:59Z", "2026-12-31T00:00:00Z"}) {
    const Instant instant = *parse_rfc3339(text);
    EXPECT_EQ(parse_http_date(http::http_date(instant)), instant) << text;
  }
}

}  // namespace
}  // namespace telltale::client
