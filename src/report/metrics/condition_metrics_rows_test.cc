// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics_rows.h"

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale {
namespace {

constexpr std::size_t many_rows = 100'000;

void hold(StatePool& pool, const ConditionState& state, int times) {
  for (int i = 0; i < times; ++i) pool.hold(state);
}

std::vector<std::string> texts(const MetricRows& made) {
  std::vector<std::string> texts;
  for (const MetricRow& row : made.rows) {
    texts.push_back(format("{} {}={} {} {}", row.state.kind, row.state.type,
                           to_text(row.state.status), row.state.reason, row.objects));
  }
  return texts;
}

std::size_t objects_of(const MetricRows& made) {
  std::size_t sum = 0;
  for (const MetricRow& row : made.rows) sum += row.objects;
  return sum;
}

TEST(MetricRows, AreInOrder) {
  StatePool pool;
  hold(pool, {"Machine", "Ready", Status::True, "Ready"}, 2);
  hold(pool, {"Machine", "Available", Status::False, "B"}, 1);
  hold(pool, {"Machine", "Available", Status::False, "A"}, 3);
  EXPECT_EQ(texts(metric_rows(pool, many_rows)),
            (std::vector<std::string>{"Machine Available=False A 3", "Machine Available=False B 1",
                                      "Machine Ready=True Ready 2"}));
}

TEST(MetricRows, SplitJoinedReasonsAndCountAnObjectOnceUnderEach) {
  StatePool pool;
  hold(pool, {"NodePool", "Degraded", Status::True, "LaunchFailure, RegistrationFailure"}, 2);
  hold(pool, {"NodePool", "Degraded", Status::True, "LaunchFailure"}, 1);
  hold(pool, {"NodePool", "Degraded", Status::True, "Twice,Twice,,"}, 1);
  EXPECT_EQ(texts(metric_rows(pool, many_rows)),
            (std::vector<std::string>{"NodePool Degraded=True LaunchFailure 3",
                                      "NodePool Degraded=True RegistrationFailure 2",
                                      "NodePool Degraded=True Twice 1"}));
}

TEST(MetricRows, AnObjectWithoutAReasonCounts) {
  StatePool pool;
  hold(pool, {"Machine", "Ready", Status::True, ""}, 1);
  hold(pool, {"Machine", "Ready", Status::False, ","}, 1);
  EXPECT_EQ(objects_of(metric_rows(pool, many_rows)), 2U);
}

TEST(MetricRows, FailedIsSaidWhereTheStatusLeavesItOpen) {
  EXPECT_EQ(failed_of({"NodePool", "Progressing", Status::False, "AsExpected"}), Failed::No);
  EXPECT_EQ(failed_of({"NodePool", "Progressing", Status::False, "CloudQuotaExceeded"}),
            Failed::Yes);
  EXPECT_EQ(failed_of({"NodePool", "Progressing", Status::True, "Scaling"}), Failed::No);
  EXPECT_EQ(failed_of({"NodePool", "Progressing", Status::Unknown, "X"}), Failed::No);
  EXPECT_EQ(failed_of({"ClusterDeployment", "ProvisionStopped", Status::True, "Anything"}),
            Failed::Yes);
  EXPECT_EQ(failed_of({"Machine", "Ready", Status::False, "NotReady"}), Failed::Clear);
}

TEST(MetricRows, RareReasonsAreOthersWhenThereAreTooMany) {
  StatePool pool;
  hold(pool, {"Machine", "Ready", Status::False, "zzz"}, 7);
  for (int i = 0; i < 100; ++i) {
    hold(pool, {"Machine", "Ready", Status::False, format("r{:03}", i)}, 1);
  }
  const MetricRows made = metric_rows(pool, many_rows);
  EXPECT_EQ(made.rows.size(), reasons_of_status_max + 1);
  EXPECT_EQ(texts(made).front(), "Machine Ready=False other 51");
  EXPECT_EQ(texts(made).back(), "Machine Ready=False zzz 7");
  EXPECT_EQ(made.folded, 51U);
  EXPECT_EQ(objects_of(made), 107U);
}

TEST(MetricRows, TypesAreOthersWhenThereAreTooMany) {
  StatePool pool;
  for (int i = 0; i < 1000; ++i) {
    hold(pool, {"Machine", format("t{:04}", i), Status::False, "r"}, 1);
  }
  const MetricRows made = metric_rows(pool, many_rows);
  EXPECT_EQ(made.rows.size(), types_of_kind_max + 1);
  EXPECT_EQ(texts(made).front(), "Machine other=False other 936");
}

TEST(MetricRows, NeverPassTheLimit) {
  StatePool pool;
  for (int i = 0; i < 500; ++i) {
    hold(pool, {format("K{:03}", i), "Ready", static_cast<Status>(i % 3), "r"}, 1);
  }
  for (const std::size_t limit : {3U, 10U, 499U, 500U}) {
    const MetricRows made = metric_rows(pool, limit);
    EXPECT_LE(made.rows.size(), limit);
    EXPECT_EQ(objects_of(made), 500U);
  }
}

}  // namespace
}  // namespace telltale
