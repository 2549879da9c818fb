// SPDX-License-Identifier: Apache-2.0
#include "server/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::server {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Metrics, CountRequestsByVerbResourceAndCode) {
  Metrics metrics;
  metrics.request("get", "pods", 200, 0.001);
  metrics.request("get", "pods", 200, 0.002);
  metrics.request("get", "pods", 404, 0.002);
  const std::string text = metrics.text({});
  EXPECT_THAT(text, HasSubstr("telltale_apiserver_requests_total"));
  EXPECT_THAT(text, HasSubstr(R"(code="200",resource="pods",verb="get"} 2)"));
  EXPECT_THAT(text, HasSubstr(R"(code="404",resource="pods",verb="get"} 1)"));
  EXPECT_THAT(text,
              HasSubstr(R"(telltale_apiserver_request_duration_seconds_count{verb="get"} 3)"));
}

TEST(Metrics, SeriesAreBoundedHoweverManyNamesComeAlong) {
  Metrics metrics;
  for (int i = 0; i < 1000; ++i) {
    metrics.request(format("verb{}", i), "pods", 200, 0);
    metrics.request("get", format("things{}", i), 200, 0);
  }
  const std::string text = metrics.text({});
  EXPECT_THAT(text, Not(HasSubstr("verb7")));
  EXPECT_THAT(text, HasSubstr(R"(resource="other")"));
  EXPECT_LE(count_of(text, "telltale_apiserver_requests_total{"), resource_labels_max + 2);
}

TEST(Metrics, TellWhatIsCountedElsewhere) {
  const std::string text =
      Metrics().text({.watchers = 2,
                      .connections = 3,
                      .objects = 4,
                      .revision = 5,
                      .audit = {.events = {0, 1, 2, 3}, .lost_to_disk = 6},
                      .commits = {.commits = 7, .writes = 8, .refused = 9, .seconds = 0.5}});
  for (const std::string_view line :
       {"telltale_apiserver_watchers 2", "telltale_apiserver_connections 3",
        "telltale_store_objects 4", "telltale_store_revision 5",
        R"(telltale_audit_lost_total{why="disk"} 6)",
        R"(telltale_audit_events_total{level="Request"} 2)", "telltale_audit_writable 1",
        "telltale_store_commits_total 7", "telltale_store_writes_total 8",
        "telltale_store_refused_total 9", "telltale_store_commit_seconds_total 0.5"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Metrics, TellOfTheDiskOnlyWhereTheStoreHasOne) {
  EXPECT_THAT(Metrics().text({}), Not(HasSubstr("telltale_store_wal_bytes")));
  const std::string text =
      Metrics().text({.disk = store::DiskFigures{.file_bytes = 4096,
                                                 .unused_bytes = 512,
                                                 .log_bytes = 8192,
                                                 .checkpoints = 3,
                                                 .checkpoint_age_seconds = 1.5}});
  for (const std::string_view line :
       {"telltale_store_file_bytes 4096", "telltale_store_file_unused_bytes 512",
        "telltale_store_wal_bytes 8192", "telltale_store_checkpoints_total 3",
        "telltale_store_checkpoint_age_seconds 1.5"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Metrics, TellWhatWaitsByLevelAndNeverByUser) {
  Metrics metrics;
  metrics.waited(name_of(Level::Elections), 0.002);
  FlowControl::Figures flows;
  flows[static_cast<std::size_t>(Level::Workload)] = {
      .waiting = 7, .running = 3, .seats = 24, .begun = 50, .refused = {4, 1}};
  const std::string text = metrics.text({.flows = flows});
  for (const std::string_view line :
       {R"(apiserver_flowcontrol_current_inqueue_requests{priority_level="workload"} 7)",
        R"(apiserver_flowcontrol_current_executing_requests{priority_level="workload"} 3)",
        R"(apiserver_flowcontrol_current_executing_seats{priority_level="workload"} 24)",
        R"(apiserver_flowcontrol_dispatched_requests_total{priority_level="workload"} 50)",
        R"(rejected_requests_total{priority_level="workload",reason="queue-full"} 4)",
        R"(rejected_requests_total{priority_level="workload",reason="time-out"} 1)",
        R"(request_wait_duration_seconds_count{priority_level="leader-election"} 1)"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(Metrics, TellWhatIsHeldForClientsAndWhatFoundNoRoom) {
  http::Budget budget({.all = 100, .strangers = 10, .client = 20});
  http::Hold hold(budget.client("a"), http::Budget::Use::Requests);
  ASSERT_TRUE(hold.resize(15));
  ASSERT_FALSE(hold.grow(10));
  const std::string text = Metrics().text({.budget = budget.figures()});
  EXPECT_THAT(text, testing::HasSubstr("telltale_http_bytes{held_by=\"requests\"} 15\n"));
  EXPECT_THAT(text, testing::HasSubstr("telltale_http_bytes{held_by=\"answers\"} 0\n"));
  EXPECT_THAT(text, testing::HasSubstr("telltale_http_refused_total{why=\"client\"} 1\n"));
}

}  // namespace
}  // namespace telltale::server
