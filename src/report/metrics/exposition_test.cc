// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/exposition.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

using Format = Exposition::Format;
using Type = Exposition::Type;

std::string exposed(Format format) {
  Exposition out(format);
  out.family("telltale_writes", Type::Counter, "Status \"writes\".\nAll\\of them.");
  out.sample({{"kind", "Machine"}, {"reason", "a\"b\\c\nd"}}, 12);
  out.sample({}, 0.25);
  out.family("telltale_build", Type::Info, "Who this is.");
  out.sample({{"version", "1"}}, 1);
  out.family("telltale_leader", Type::StateSet, "Who leads.");
  out.sample({{"telltale_leader", "yes"}}, 1);
  out.family("telltale_wait_seconds", Type::Histogram, "Waiting.");
  const std::pair<std::string_view, std::string_view> labels[] = {{"queue", "q"}};
  constexpr std::array bounds{0.5, 1.0, 10.0};
  constexpr std::array<std::uint64_t, 4> counts{1, 2, 0, 4};
  out.histogram(labels, bounds, counts, 99.5);
  return std::move(out).finish();
}

TEST(Exposition, WritesPrometheusText) {
  EXPECT_EQ(exposed(Format::Prometheus),
            "# HELP telltale_writes_total Status \"writes\".\\nAll\\\\of them.\n"
            "# TYPE telltale_writes_total counter\n"
            "telltale_writes_total{kind=\"Machine\",reason=\"a\\\"b\\\\c\\nd\"} 12\n"
            "telltale_writes_total 0.25\n"
            "# HELP telltale_build_info Who this is.\n"
            "# TYPE telltale_build_info gauge\n"
            "telltale_build_info{version=\"1\"} 1\n"
            "# HELP telltale_leader Who leads.\n"
            "# TYPE telltale_leader gauge\n"
            "telltale_leader{telltale_leader=\"yes\"} 1\n"
            "# HELP telltale_wait_seconds Waiting.\n"
            "# TYPE telltale_wait_seconds histogram\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"0.5\"} 1\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"1\"} 3\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"10\"} 3\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"+Inf\"} 7\n"
            "telltale_wait_seconds_sum{queue=\"q\"} 99.5\n"
            "telltale_wait_seconds_count{queue=\"q\"} 7\n");
}

TEST(Exposition, WritesOpenMetrics) {
  EXPECT_EQ(exposed(Format::OpenMetrics),
            "# HELP telltale_writes Status \\\"writes\\\".\\nAll\\\\of them.\n"
            "# TYPE telltale_writes counter\n"
            "telltale_writes_total{kind=\"Machine\",reason=\"a\\\"b\\\\c\\nd\"} 12\n"
            "telltale_writes_total 0.25\n"
            "# HELP telltale_build Who this is.\n"
            "# TYPE telltale_build info\n"
            "telltale_build_info{version=\"1\"} 1\n"
            "# HELP telltale_leader Who leads.\n"
            "# TYPE telltale_leader stateset\n"
            "telltale_leader{telltale_leader=\"yes\"} 1\n"
            "# HELP telltale_wait_seconds Waiting.\n"
            "# TYPE telltale_wait_seconds histogram\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"0.5\"} 1\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"1.0\"} 3\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"10.0\"} 3\n"
            "telltale_wait_seconds_bucket{queue=\"q\",le=\"+Inf\"} 7\n"
            "telltale_wait_seconds_sum{queue=\"q\"} 99.5\n"
            "telltale_wait_seconds_count{queue=\"q\"} 7\n"
            "# EOF\n");
}

std::string number_text(double value) {
  Exposition out(Format::Prometheus);
  out.family("x", Type::Gauge, "");
  out.sample({}, value);
  const std::string text = std::move(out).finish();
  return text.substr(text.rfind(' ') + 1);
}

TEST(Exposition, WritesNumbersAsScrapersReadThem) {
  EXPECT_EQ(number_text(0), "0\n");
  EXPECT_EQ(number_text(-3), "-3\n");
  EXPECT_EQ(number_text(1'000'000'000), "1000000000\n");
  EXPECT_EQ(number_text(1e300), "1e+300\n");
  EXPECT_EQ(number_text(std::nan("")), "NaN\n");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "+Inf\n");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-Inf\n");
}

TEST(Exposition, CountsItsSeries) {
  Exposition out(Format::Prometheus);
  out.family("x", Type::Gauge, "");
  out.sample({}, 1);
  out.family("y", Type::Histogram, "");
  constexpr std::array bounds{1.0};
  constexpr std::array<std::uint64_t, 2> counts{0, 0};
  out.histogram({}, bounds, counts, 0);
  EXPECT_EQ(out.series(), 5U);
}

TEST(Exposition, ReplacesWhatIsNoUtf8) {
  Exposition out(Format::Prometheus);
  out.family("x", Type::Gauge, "");
  out.sample({{"a", "ä\xff\xc3"}, {"b", "\xed\xa0\x80"}, {"c", "\xf4\x90\x80\x80"}}, 1);
  const std::string text = std::move(out).finish();
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_TRUE(text.contains("a=\"ä" + bad + bad + "\",b=\"" + bad + bad + bad + "\",c=\"" + bad +
                            bad + bad + bad + "\"}"))
      << text;
}

RC_GTEST_PROP(Exposition, AnyLabelStaysOnItsLineAndBetweenItsQuotes, (const std::string& value)) {
  Exposition out(Format::OpenMetrics);
  out.family("x", Type::Gauge, "");
  out.sample({{"a", value}}, 1);
  const std::string text = std::move(out).finish();
  RC_ASSERT(split(text, '\n').size() == 5U);
  const std::string_view line = split(text, '\n')[2];
  RC_ASSERT(line.starts_with("x{a=\"") && line.ends_with("\"} 1"));
  const std::string_view inner = line.substr(5, line.size() - 5 - 4);
  bool escaped = false;
  for (const char byte : inner) {
    RC_ASSERT(escaped || byte != '"');
    escaped = !escaped && byte == '\\';
  }
  RC_ASSERT(!escaped);
}

TEST(Exposition, ChoosesWhatTheScraperLikesBest) {
  // As Prometheus 2 and 3 ask.
  EXPECT_EQ(exposition_format("application/openmetrics-text;version=1.0.0;q=0.5,"
                              "application/openmetrics-text;version=0.0.1;q=0.4,"
                              "text/plain;version=0.0.4;q=0.3,*/*;q=0.1"),
            Format::OpenMetrics);
  EXPECT_EQ(exposition_format("application/vnd.google.protobuf;q=0.7, "
                              "text/plain; version=0.0.4; q=0.5, "
                              "application/openmetrics-text; version=1.0.0; Q=0.4"),
            Format::Prometheus);
  EXPECT_EQ(exposition_format("application/openmetrics-text"), Format::OpenMetrics);
  EXPECT_EQ(exposition_format("text/plain, application/openmetrics-text"), Format::Prometheus);
}

TEST(Exposition, AnswersInPrometheusTextWhenNothingFits) {
  for (const std::string_view accept :
       {"", "*/*", "text/html", ";;;,,,=", "application/openmetrics-text;version=2.0.0",
        "application/openmetrics-text;q=0", "application/openmetrics-text;q=nonsense"}) {
    EXPECT_EQ(exposition_format(accept), Format::Prometheus) << accept;
  }
}

TEST(Exposition, NamesItsContentTypes) {
  EXPECT_EQ(content_type_of(Format::Prometheus), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_EQ(content_type_of(Format::OpenMetrics),
            "application/openmetrics-text; version=1.0.0; charset=utf-8");
}

TEST(ExpositionDeathTest, BadNamesAreBugs) {
  Exposition out(Format::Prometheus);
  EXPECT_DEATH(out.family("a-b", Type::Gauge, ""), "letters, digits");
  EXPECT_DEATH(out.family("writes_total", Type::Counter, ""), "suffixes follow");
  EXPECT_DEATH(out.sample({}, 1), "stands in a family");
}

}  // namespace
}  // namespace telltale
