// SPDX-License-Identifier: Apache-2.0

// A kind that stands in one folder (beacon/) and is registered by one line is judged, explained,
// advised about, listed, watched, written live and counted, and nothing outside its folder knows
// its name.
// docs/adding-a-kind.md walks through it.

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adding_a_kind/beacon/kind.h"
#include "base/temp_folder_for_test.h"
#include "catalog/explain/explain.h"
#include "catalog/explain/guidance.h"
#include "catalog/explain/reasons.h"
#include "catalog/explain/tables.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "catalog/polarity.h"
#include "catalog/world_for_test.h"
#include "cli/manifests/manifests_rbac_rules.h"
#include "cli/source/live_load_plan.h"
#include "cli/test_world.h"
#include "live/watch_list.h"
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

// Dark for three hours, with a weak battery.
constexpr std::string_view dark_since_nine = R"({"apiVersion":"example.com/v1","kind":"Beacon",
  "metadata":{"namespace":"default","name":"dark","creationTimestamp":"2026-01-01T08:00:00Z"},
  "status":{"heartbeat":"2026-01-01T09:00:00Z","battery":7,"conditions":[{"type":"Lit",
    "status":"False","reason":"Silent","message":"No heartbeat since 2026-01-01T09:00:00Z",
    "lastTransitionTime":"2026-01-01T09:05:01Z"}]}})";

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
  ASSERT_EQ(told.size(), 2u);
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
  EXPECT_TRUE(has_table("example.com", "Beacon", "verdict"));
  const auto pages = all_tables();
  EXPECT_EQ(std::ranges::count(pages, "Beacon", &TablePage::kind), 3);
  const auto reasons = written_reasons();
  EXPECT_EQ(std::ranges::count(reasons, "Beacon", &WrittenReason::kind), 6);
}

TEST_F(AddingAKind, HasConditionsWithAPolarityAndGuidance) {
  EXPECT_EQ(polarity_of("Beacon", "Lit"), Polarity::Positive);
  EXPECT_EQ(polarity_of("Beacon", "LowPower"), Polarity::Negative);
  EXPECT_EQ(guidance_for("Beacon", "LowPower", "BatteryLow").advice, "bring a new battery");
  EXPECT_EQ(guidance_for("Beacon", "Lit", "Silent").runbook, "docs/runbooks/Beacon.md");
  const World world = world_of({std::string(dark_since_nine)});
  const Judgement judgement = judge(world, settings_, noon_);
  ASSERT_EQ(judgement.items.size(), 1u);
  EXPECT_EQ(judgement.items[0].verdict, Verdict::Stuck);
  const Condition* power = find_condition(judgement.items[0].conditions, "LowPower");
  ASSERT_NE(power, nullptr);
  EXPECT_EQ(power->message, "Battery at 7 percent");
}

// One command line, as it is typed in a terminal; what it printed.
std::string print(const std::vector<std::string>& typed) {
  cli::Screen screen;
  screen.run(typed);
  EXPECT_EQ(screen.err.text, "");
  return screen.out.text;
}

TEST_F(AddingAKind, IsServedByEveryCommand) {
  const TempFolder folder;
  const std::string dump = folder.write("beacons.json", dark_since_nine);
  const std::string now = "--now=2026-01-01T12:00:00Z";
  EXPECT_THAT(print({"check", dump, now}), HasSubstr("Stuck"));
  const std::string table = print({"get", "bea", "-f", dump, now});
  EXPECT_THAT(table, HasSubstr("BATTERY"));
  EXPECT_THAT(table, HasSubstr("False"));
  EXPECT_EQ(table, print({"get", "beacons.example.com", "-f", dump, now}));
  EXPECT_THAT(print({"get", "beacon", "-o", "wide", "-f", dump, now}), HasSubstr("HEARTBEAT"));
  const std::string why = print({"why", "beacon/dark", "-f", dump, now});
  EXPECT_THAT(why, HasSubstr("its last heartbeat is older than 5 minutes"));
  EXPECT_THAT(why, HasSubstr("Sail there and look whether its lamp has power"));
  EXPECT_THAT(print({"tree", "beacon/dark", "-f", dump, now}), HasSubstr("Beacon default/dark"));
  EXPECT_THAT(print({"tables", "Beacon/LowPower"}), HasSubstr("Battery at {battery} percent"));
  EXPECT_THAT(print({"completion", "bash"}), HasSubstr("beacons"));
  EXPECT_THAT(print({"manifests", "rbac"}), HasSubstr("beacons/status"));
}

TEST_F(AddingAKind, IsWatchedListedAndAllowedByRules) {
  EXPECT_TRUE(live::is_watched("example.com", "Beacon"));
  EXPECT_FALSE(live::is_watched("example.com", "Buoy"));
  client::ServedResource beacons;
  beacons.group = "example.com";
  beacons.version = "v1";
  beacons.kind = "Beacon";
  beacons.plural = "beacons";
  beacons.can_list = beacons.can_watch = true;
  const client::Served served({beacons});
  const auto watched = live::watch_list(served, {});
  ASSERT_EQ(watched.size(), 1u);
  EXPECT_EQ(watched[0].resource.kind, "Beacon");
  const cli::LivePlan plan = cli::plan_lists(served, "", {});
  ASSERT_EQ(plan.lists.size(), 1u);
  EXPECT_EQ(plan.lists[0].need, cli::PlannedList::Need::Judged);
  const auto rules = cli::RbacRules().of(cli::RbacRole::StatusWriter, {});
  EXPECT_TRUE(std::ranges::any_of(rules, [](const cli::RbacRule& rule) {
    return rule.groups.front() == "example.com" && rule.resources.front() == "beacons/status";
  }));
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
