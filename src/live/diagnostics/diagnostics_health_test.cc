// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_health.h"

#include <gtest/gtest.h>

namespace telltale::live {
namespace {

HealthCheck well(const std::string& name) {
  return {.name = name, .judge = [] { return Result<void>(); }};
}
HealthCheck ill(const std::string& name) {
  return {.name = name,
          .judge = [] { return Result<void>(fail(Error::Kind::Internal, "a secret reason")); }};
}

http::Response ask_health(const std::string& query, const std::vector<HealthCheck>& checks,
                          std::string_view which = {}) {
  return answer_health(*http::parse_target("/readyz" + query), "readyz", which, checks);
}

TEST(DiagnosticsHealth, IsOkWhenEveryCheckHolds) {
  const auto response = ask_health("", {well("a"), well("b")});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "ok");
  EXPECT_EQ(response.content_type, "text/plain; charset=utf-8");
}

TEST(DiagnosticsHealth, NamesEveryCheckWhenAskedTo) {
  EXPECT_EQ(ask_health("?verbose", {well("a"), well("b")}).body,
            "[+]ping ok\n[+]a ok\n[+]b ok\nreadyz check passed\n");
  EXPECT_EQ(ask_health("?verbose=1", {}).body, "[+]ping ok\nreadyz check passed\n");
}

TEST(DiagnosticsHealth, FailsWithTheNameOfTheCheckAndWithoutTheReason) {
  const auto response = ask_health("", {well("a"), ill("b")});
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(response.body,
            "[+]ping ok\n[+]a ok\n[-]b failed: reason withheld\nreadyz check failed\n");
}

TEST(DiagnosticsHealth, LeavesOutWhatIsExcluded) {
  const auto response = ask_health("?exclude=b&verbose", {well("a"), ill("b")});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "[+]ping ok\n[+]a ok\n[+]b excluded: ok\nreadyz check passed\n");
}

TEST(DiagnosticsHealth, AnswersForOneCheckAlone) {
  EXPECT_EQ(ask_health("", {well("a"), ill("b")}, "a").status, 200);
  EXPECT_EQ(ask_health("", {well("a"), ill("b")}, "b").status, 500);
  EXPECT_EQ(ask_health("", {ill("b")}, "ping").status, 200);
  EXPECT_EQ(ask_health("", {well("a")}, "c").status, 404);
}

}  // namespace
}  // namespace telltale::live
