// SPDX-License-Identifier: Apache-2.0

// A kind that stands in one folder (beacon/) and is registered by one line is judged, explained,
// listed, written live and counted, and nothing outside its folder knows its name.
// docs/adding-a-kind.md walks through it.

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adding_a_kind/beacon/kind.h"
#include "catalog/explain/explain.h"
#include "catalog/explain/reasons.h"
#include "catalog/explain/tables.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "catalog/world_for_test.h"
#include "reconcile/cluster_for_test.h"
#include "report/metrics/condition_metrics.h"
#include "report/write_report.h"

namespace telltale {
namespace {

using testing::HasSubstr;

std::string beacon_json(std::string_view name, std::string_view heartbeat) {
  return format(
      R"({{"apiVersion":"example.com/v1","kind":"Beacon","metadata":{{"namespace":"default",)"
      R"("name":"{}","creationTimestamp":"2026-01-01T08:00:00Z"}},"status":{{"heartbeat":"{}"}}}})",
      name, heartbeat);
}

class AddingAKind : public testing::Test {
 protected:
  const Judged& judged(std::string_view name) {
    const auto found = std::ranges::find_if(
        judgement_.items, [&](const Judged& one) { return one.object->key.name == name; });
    check(found != judgement_.items.end(), "the test asks about what is there");
    return *found;
  }

  RegisteredKind registered_{beacon_kind};  // the one line
  Settings settings_ = {};
  Instant noon_ = *parse_rfc3339("2026-01-01T12:00:00Z");
  World world_ = world_of(
      {beacon_json("bright", "2026-01-01T11:59:00Z"), beacon_json("dark", "2026-01-01T09:00:00Z")});
  Judgement judgement_ = judge(world_, settings_, noon_);
};

TEST_F(AddingAKind, IsJudged) {
  const Condition* lit = find_condition(judged("bright").conditions, "Lit");
  ASSERT_NE(lit, nullptr);
  EXPECT_EQ(lit->status, Status::True);
  EXPECT_EQ(judged("bright").verdict, Verdict::Healthy);
  EXPECT_EQ(judged("bright").wake, *parse_rfc3339("2026-01-01T12:04:01Z"));
  const Condition* dark = find_condition(judged("dark").conditions, "Lit");
  ASSERT_NE(dark, nullptr);
  EXPECT_EQ(dark->reason, "Silent");
  EXPECT_EQ(dark->message, "No heartbeat since 2026-01-01T09:00:00Z");
  EXPECT_EQ(judged("dark").verdict, Verdict::Working);
}

TEST_F(AddingAKind, IsExplained) {
  const auto told = explain(world_, judgement_, judged("dark"), settings_, noon_);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].computed);
  ASSERT_EQ(told[0].trace.rows.size(), 3u);
  EXPECT_EQ(told[0].trace.rows.back().evidence, "status.heartbeat = 2026-01-01T09:00:00Z");
  const VerdictExplanation verdict =
      explain_verdict(world_, judgement_, judged("dark"), settings_, noon_);
  EXPECT_EQ(verdict.verdict, Verdict::Working);
  EXPECT_EQ(verdict.trace.rows.back().asked, "Lit is False");
}

TEST_F(AddingAKind, IsListed) {
  EXPECT_TRUE(has_table("example.com", "Beacon", "Lit"));
  const auto pages = all_tables();
  EXPECT_TRUE(has_table("example.com", "Beacon", "verdict"));
  EXPECT_EQ(std::ranges::count(pages, "Beacon", &TablePage::kind), 2);
  const auto reasons = written_reasons();
  EXPECT_EQ(std::ranges::count(reasons, "Beacon", &WrittenReason::kind), 3);
}

TEST_F(AddingAKind, IsWrittenLiveAndThenLeftAlone) {
  TestCluster cluster;
  cluster.loop().trees().cover("example.com", "Beacon", {});
  cluster.put(beacon_json("dark", "2026-01-01T09:00:00Z"));
  cluster.put(beacon_json("bright", "2026-01-01T11:59:00Z"));
  cluster.settle();
  EXPECT_EQ(cluster.condition("Beacon/dark", "Lit"), "False/Silent");
  EXPECT_EQ(cluster.condition("Beacon/bright", "Lit"), "True/Lit");
  const std::size_t writes = cluster.writes;
  cluster.loop().trees().mark_all_dirty();
  cluster.settle();
  EXPECT_EQ(cluster.writes, writes);
  // Nobody has to look before time turns it.
  cluster.advance(std::chrono::minutes(5));
  EXPECT_EQ(cluster.condition("Beacon/bright", "Lit"), "False/Silent");
  EXPECT_EQ(cluster.idle_writes, 0u);
}

TEST_F(AddingAKind, IsCountedInMetrics) {
  ConditionMetrics metrics;
  for (const Judged& one : judgement_.items) metrics.note(one, noon_);
  Exposition out(Exposition::Format::Prometheus);
  metrics.write(out, noon_);
  const std::string text = std::move(out).finish();
  EXPECT_THAT(text, HasSubstr(R"(telltale_condition_status{kind="Beacon",type="Lit",)"
                              R"(status="False",reason="Silent"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(telltale_verdict_objects{kind="Beacon",verdict="Healthy"} 1)"));
}

TEST(RegisteredKinds, AreForgottenWithWhoRegisteredThem) {
  const std::size_t before = judged_kinds().size();
  {
    const RegisteredKind registered(beacon_kind);
    EXPECT_EQ(judged_kinds().size(), before + 1);
    EXPECT_TRUE(std::ranges::is_sorted(
        judged_kinds(), {}, [](const Kind* one) { return std::pair(one->kind, one->group); }));
  }
  EXPECT_EQ(judged_kinds().size(), before);
  EXPECT_FALSE(has_table("example.com", "Beacon", "Lit"));
}

}  // namespace
}  // namespace telltale
