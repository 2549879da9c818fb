// SPDX-License-Identifier: Apache-2.0
#include "report/journal/write_history.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "report/journal/journal_for_test.h"

namespace telltale {
namespace {

using history_test::start;
using std::chrono::minutes;

HistoryDocument sample_history() {
  return document_of(
      {.subject = {"hypershift.openshift.io", "NodePool", "clusters", "np-gpu", "u1"},
       .entries = {{start, "Progressing", Status::True, "Scaling", ""},
                   {start + minutes(33), "Progressing", Status::False, "CloudQuotaExceeded",
                    "vCPU quota"}},
       .cut = true},
      {}, start + minutes(40));
}

TEST(WriteHistory, IsAContract) {
  EXPECT_EQ(write_history(sample_history(), ReportLayout::Lines),
            "{\"apiVersion\":\"telltale.dev/v1alpha1\",\"kind\":\"History\","
            "\"now\":\"2026-01-01T10:40:00Z\",\"object\":{\"group\":\"hypershift.openshift.io\","
            "\"kind\":\"NodePool\",\"namespace\":\"clusters\",\"name\":\"np-gpu\",\"uid\":\"u1\"},"
            "\"entries\":[{\"at\":\"2026-01-01T10:00:00Z\",\"type\":\"Progressing\","
            "\"status\":\"True\",\"reason\":\"Scaling\"},"
            "{\"at\":\"2026-01-01T10:33:00Z\",\"type\":\"Progressing\",\"status\":\"False\","
            "\"reason\":\"CloudQuotaExceeded\",\"message\":\"vCPU quota\"}],\"cut\":true,"
            "\"flapping\":[{\"type\":\"Progressing\",\"flapping\":false,\"turns\":1,"
            "\"withinSeconds\":600}]}\n");
}

TEST(WriteHistory, IsYamlToo) {
  const std::string yaml = write_history(sample_history(), ReportLayout::Yaml);
  EXPECT_TRUE(yaml.starts_with("apiVersion: telltale.dev/v1alpha1\nkind: History\n")) << yaml;
  EXPECT_TRUE(yaml.contains("reason: CloudQuotaExceeded\n")) << yaml;
  EXPECT_TRUE(yaml.ends_with('\n') && !yaml.ends_with("\n\n"));
}

TEST(WriteHistory, IsReadAsItWasWritten) {
  for (const ReportLayout layout : {ReportLayout::Lines, ReportLayout::Pretty}) {
    const auto read = parse_history(write_history(sample_history(), layout));
    ASSERT_TRUE(read) << read.error().detail;
    EXPECT_EQ(*read, sample_history());
  }
  HistoryDocument bare{.now = start, .history = {.subject = {.kind = "Machine", .name = "m1"}}};
  EXPECT_EQ(*parse_history(write_history(bare, ReportLayout::Lines)), bare);
}

TEST(WriteHistory, PassesOverWhatIsNewToUs) {
  const auto read = parse_history(
      R"({"apiVersion":"telltale.dev/v1alpha1","kind":"History","now":"2026-01-01T10:00:00Z",
          "object":{"kind":"Machine","name":"m1","colour":"red"},"weather":[1,2],
          "entries":[],"flapping":[{"type":"Ready","turns":-5,"withinSeconds":1e300}]})");
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(read->history.subject.name, "m1");
  EXPECT_EQ(read->flapping[0].flapping.turns, 0U);
}

TEST(WriteHistory, RefusesWhatIsNone) {
  const std::string good = write_history(sample_history(), ReportLayout::Lines);
  const auto bent = [&](std::string_view from, std::string_view into) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), into);
  };
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("null"), std::string("<html>"),
        bent("\"History\"", "\"Report\""), bent("v1alpha1", "v9"), bent("10:40:00Z", "late"),
        bent("\"NodePool\"", "7"), bent("\"np-gpu\"", "\"\""), bent("10:33:00Z", "x"),
        bent("\"True\"", "\"Maybe\""), good.substr(0, good.size() / 2)}) {
    EXPECT_FALSE(parse_history(text)) << text;
  }
  const auto large = parse_history(std::string(history_bytes_max + 1, ' '));
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().kind, Error::Kind::TooLarge);
}

RC_GTEST_PROP(WriteHistory, AnyTextIsReadOrRefused, (const std::string& text)) {
  const auto read = parse_history(text);
  RC_ASSERT((read.has_value() || !read.error().detail.empty()));  // short-circuits inside of these
}

}  // namespace
}  // namespace telltale
