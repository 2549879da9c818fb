// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/arena.h"
#include "base/text.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"
#include "report/journal/journal_for_test.h"

namespace telltale {
namespace {

using history_test::machine_key;
using history_test::start;
using history_test::Told;
using std::chrono::minutes;

std::string scraped(const ConditionMetrics& metrics, Instant now = start) {
  Exposition out(Exposition::Format::Prometheus);
  metrics.write(out, now);
  return std::move(out).finish();
}

// The samples of the families whose names begin like that.
std::vector<std::string> samples(const std::string& text, std::string_view prefix) {
  std::vector<std::string> found;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with(prefix)) found.emplace_back(line);
  }
  return found;
}

bool has(const std::string& text, std::string_view line) {
  const auto lines = split(text, '\n');
  return std::ranges::find(lines, line) != lines.end();
}

TEST(ConditionMetrics, CountObjectsByStateAndReason) {
  ConditionMetrics metrics;
  for (const std::string_view name : {"m1", "m2", "m3"}) {
    Told machine(name);
    const bool bad = name == "m3";
    machine.says("Ready", bad ? Status::False : Status::True, bad ? "NotReady" : "Ready", start);
    metrics.note(machine.judged(), start);
    metrics.note(machine.judged(), start);
  }
  EXPECT_EQ(samples(scraped(metrics), "telltale_condition_status"),
            (std::vector<std::string>{"telltale_condition_status{kind=\"Machine\",type=\"Ready\","
                                      "status=\"False\",reason=\"NotReady\"} 1",
                                      "telltale_condition_status{kind=\"Machine\",type=\"Ready\","
                                      "status=\"True\",reason=\"Ready\"} 2"}));
}

TEST(ConditionMetrics, CountWhatFindsNoRoom) {
  ConditionMetrics metrics;
  Told machine("m1");
  std::deque<std::string> types;
  for (int i = 0; i < 34; ++i) {
    machine.says(types.emplace_back(format("T{}", i)), Status::True, "R", start);
  }
  metrics.note(machine.judged(), start);
  metrics.note(machine.judged(), start);
  const std::string_view family = "telltale_conditions_left_out";
  EXPECT_EQ(samples(scraped(metrics), family),
            (std::vector<std::string>{"telltale_conditions_left_out{kind=\"Machine\"} 2"}));
  metrics.forget(machine.judged().object->key);
  EXPECT_TRUE(samples(scraped(metrics), family).empty());
}

TEST(ConditionMetrics, SayWhetherAFalseMeansFailure) {
  ConditionMetrics metrics;
  Told calm("np1", "u1", "NodePool");
  calm.says("Progressing", Status::False, "AsExpected", start);
  Told failed("np2", "u2", "NodePool");
  failed.says("Progressing", Status::False, "CloudQuotaExceeded", start);
  metrics.note(calm.judged(), start);
  metrics.note(failed.judged(), start);
  const std::string text = scraped(metrics);
  EXPECT_TRUE(text.contains("reason=\"AsExpected\",failed=\"false\"} 1\n")) << text;
  EXPECT_TRUE(text.contains("reason=\"CloudQuotaExceeded\",failed=\"true\"} 1\n")) << text;
}

TEST(ConditionMetrics, CountTurnsAndHowLongTheStateHadLasted) {
  ConditionMetrics metrics;
  Told machine("m1");
  machine.says("Ready", Status::False, "NotReady", start);
  metrics.note(machine.judged(), start);
  EXPECT_TRUE(samples(scraped(metrics), "telltale_condition_transitions").empty())
      << "first sight is no turn";
  machine.says("Ready", Status::False, "Another", start);
  metrics.note(machine.judged(), start + minutes(1));
  EXPECT_TRUE(samples(scraped(metrics), "telltale_condition_transitions").empty())
      << "another reason is no turn";
  machine.says("Ready", Status::True, "Ready", start + minutes(2));
  metrics.note(machine.judged(), start + minutes(3));
  metrics.note(machine.judged(), start + minutes(4));
  const std::string text = scraped(metrics);
  EXPECT_TRUE(has(text,
                  "telltale_condition_transitions_total{kind=\"Machine\",type=\"Ready\","
                  "status=\"True\"} 1"))
      << text;
  const std::string_view labels = "{kind=\"Machine\",type=\"Ready\",status=\"False\"";
  EXPECT_TRUE(has(text, format("telltale_condition_time_in_state_seconds_sum{}}} 120", labels)))
      << text;
  EXPECT_TRUE(
      has(text, format("telltale_condition_time_in_state_seconds_bucket{},le=\"60\"}} 0", labels)));
  EXPECT_TRUE(has(
      text, format("telltale_condition_time_in_state_seconds_bucket{},le=\"120\"}} 1", labels)));
}

TEST(ConditionMetrics, ConditionsWithoutATimeLastFromSightToSight) {
  ConditionMetrics metrics;
  Told machine("m1");
  machine.says("Ready", Status::False, "A");
  metrics.note(machine.judged(), start);
  metrics.note(machine.judged(), start + minutes(5));
  machine.says("Ready", Status::True, "B");
  metrics.note(machine.judged(), start + minutes(10));
  EXPECT_TRUE(
      scraped(metrics).contains("seconds_sum{kind=\"Machine\",type=\"Ready\","
                                "status=\"False\"} 600\n"));
}

TEST(ConditionMetrics, TimeInAStateIsNeverNegative) {
  ConditionMetrics metrics;
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start);
  metrics.note(machine.judged(), start);
  machine.says("Ready", Status::True, "B", start - minutes(10));
  metrics.note(machine.judged(), start);
  EXPECT_TRUE(
      scraped(metrics).contains("seconds_sum{kind=\"Machine\",type=\"Ready\","
                                "status=\"False\"} 0\n"));
}

TEST(ConditionMetrics, ANewObjectOfAnOldNameDidNotTurn) {
  ConditionMetrics metrics;
  Told old("m1", "u1");
  old.says("Ready", Status::True, "Ready", start).is(Verdict::Stuck, "Broken");
  metrics.note(old.judged(), start);
  Told young("m1", "u2");
  young.says("Ready", Status::False, "NotReady", start);
  metrics.note(young.judged(), start);
  const std::string text = scraped(metrics);
  EXPECT_TRUE(samples(text, "telltale_condition_transitions").empty());
  EXPECT_EQ(samples(text, "telltale_condition_status").size(), 1U);
  EXPECT_EQ(metrics.verdicts(), (ConditionMetrics::Verdicts{.healthy = 1}));
}

TEST(ConditionMetrics, CountVerdictsAndWhatNeedsAHuman) {
  ConditionMetrics metrics;
  const std::array<Verdict, 5> verdicts{Verdict::Stuck, Verdict::Stuck, Verdict::Healthy,
                                        Verdict::Working, Verdict::Unknown};
  const std::array<std::string, 5> names{"m1", "m2", "m3", "m4", "m5"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    Told machine(names[i]);
    metrics.note(machine.is(verdicts[i], "NodeGone").judged(), start);
  }
  std::string text = scraped(metrics);
  EXPECT_TRUE(has(text, "telltale_verdict_objects{kind=\"Machine\",verdict=\"Stuck\"} 2")) << text;
  EXPECT_TRUE(has(text, "telltale_attention_objects{kind=\"Machine\",reason=\"NodeGone\"} 2"));
  EXPECT_EQ(metrics.verdicts(),
            (ConditionMetrics::Verdicts{.healthy = 1, .working = 1, .stuck = 2, .unknown = 1}));
  metrics.note(Told("m1").is(Verdict::Healthy).judged(), start);
  metrics.forget(machine_key("m2"));
  text = scraped(metrics);
  EXPECT_TRUE(has(text, "telltale_verdict_objects{kind=\"Machine\",verdict=\"Stuck\"} 0"));
  EXPECT_TRUE(samples(text, "telltale_attention_objects").empty());
}

TEST(ConditionMetrics, WhatIsForgottenLeavesNothingButItsTurns) {
  ConditionMetrics metrics({.per_object_kinds = {"Machine"}});
  const std::string empty = scraped(metrics);
  Told machine("m1");
  machine.says("Ready", Status::False, "A", start).is(Verdict::Stuck, "A");
  metrics.note(machine.judged(), start);
  EXPECT_NE(scraped(metrics), empty);
  metrics.forget(machine_key("m1"));
  metrics.forget(machine_key("m1"));
  EXPECT_EQ(scraped(metrics), empty);
}

TEST(ConditionMetrics, SeriesOfSingleObjectsAreForKindsThatWereAskedFor) {
  ConditionMetrics metrics({.per_object_kinds = {"nodepool"}});
  Told machine("m1");
  machine.says("Ready", Status::True, "Ready", start);
  metrics.note(machine.judged(), start);
  Told pool("np1", "u1", "NodePool");
  pool.says("Progressing", Status::False, "CloudQuotaExceeded", start).is(Verdict::Stuck, "X");
  metrics.note(pool.judged(), start);
  const std::string text = scraped(metrics);
  const std::string labels = "{kind=\"NodePool\",namespace=\"default\",name=\"np1\"";
  EXPECT_EQ(
      samples(text, "telltale_object_condition{"),
      (std::vector<std::string>{
          "telltale_object_condition" + labels + ",type=\"Progressing\",status=\"True\"} 0",
          "telltale_object_condition" + labels + ",type=\"Progressing\",status=\"False\"} 1",
          "telltale_object_condition" + labels + ",type=\"Progressing\",status=\"Unknown\"} 0"}));
  EXPECT_EQ(samples(text, "telltale_object_verdict{").size(), 4U);
  EXPECT_TRUE(has(text, "telltale_object_verdict" + labels + ",verdict=\"Stuck\"} 1")) << text;
  EXPECT_FALSE(text.contains("\"m1\""));
  EXPECT_FALSE(text.contains("kube_"));
}

TEST(ConditionMetrics, SayOfAPoolWhetherItFailedAndOnWhichPlatform) {
  Arena arena;
  const json::PaddedCopy body(R"({"spec":{"platform":{"type":"AWS"}}})");
  json::TreeReader reader;
  Told pool("np1", "u1", "NodePool");
  pool.object().body = *reader.read_any(body.padded(), 10, arena);
  pool.says("Progressing", Status::False, "CloudQuotaExceeded", start);
  ConditionMetrics metrics({.per_object_kinds = {"NodePool"}});
  metrics.note(pool.judged(), start);
  EXPECT_EQ(samples(scraped(metrics), "telltale_nodepool_progressing_failed{"),
            (std::vector<std::string>{
                "telltale_nodepool_progressing_failed{namespace=\"default\",name=\"np1\","
                "platform=\"AWS\",reason=\"CloudQuotaExceeded\"} 1"}));
  pool.says("Progressing", Status::False, "AsExpected", start);
  metrics.note(pool.judged(), start);
  EXPECT_TRUE(scraped(metrics).contains("platform=\"AWS\",reason=\"AsExpected\"} 0\n"));
}

Told hosted_pool(std::string_view name, std::string_view reason, Verdict verdict) {
  Told pool(name, name, "NodePool");
  pool.object().key.group = "hypershift.openshift.io";
  pool.says("Progressing", Status::False, reason, start);
  pool.also_says("AllMachinesReady", Status::False, "NotFound", start);
  pool.is(verdict, reason);
  return pool;
}

TEST(ConditionMetrics, TellOfEveryPoolWhatAnAlertNeeds) {
  ConditionMetrics metrics;
  metrics.note(hosted_pool("gpu", "CloudQuotaExceeded", Verdict::Stuck).judged(), start);
  metrics.note(hosted_pool("web", "AsExpected", Verdict::Healthy).judged(), start);
  const std::string text = scraped(metrics);
  const std::string_view gpu = "{kind=\"NodePool\",namespace=\"default\",name=\"gpu\"";
  EXPECT_TRUE(has(text, format("telltale_object_verdict{},verdict=\"Stuck\"}} 1", gpu))) << text;
  EXPECT_EQ(samples(text, "telltale_object_attention{"),
            (std::vector<std::string>{
                format("telltale_object_attention{},reason=\"CloudQuotaExceeded\"}} 1", gpu)}));
  EXPECT_EQ(samples(text, "telltale_object_condition{").size(), 6U)
      << "of each pool the one condition that its verdict follows";
  EXPECT_FALSE(text.contains("type=\"AllMachinesReady\",status=\"True\"")) << text;
  EXPECT_EQ(samples(text, "telltale_nodepool_progressing_failed{").size(), 2U);
  EXPECT_TRUE(samples(text, "kube_nodepool").empty());
}

TEST(ConditionMetrics, TellOfNoPoolWhereThatIsNotWanted) {
  ConditionMetrics metrics({.per_pool = false});
  metrics.note(hosted_pool("gpu", "CloudQuotaExceeded", Verdict::Stuck).judged(), start);
  EXPECT_TRUE(samples(scraped(metrics), "telltale_object_").empty());
}

TEST(ConditionMetrics, MakeRoomForPoolsThatAreStuck) {
  ConditionMetrics metrics({.series_max = 400});
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back(format("np{:03}", i));
  for (const std::string& name : names) {
    const bool bad = name == "np199";
    metrics.note(hosted_pool(name, bad ? "CloudQuotaExceeded" : "AsExpected",
                             bad ? Verdict::Stuck : Verdict::Healthy)
                     .judged(),
                 start);
  }
  const std::string text = scraped(metrics);
  EXPECT_LE(samples(text, "telltale_").size(), 400U);
  EXPECT_TRUE(text.contains("name=\"np199\",verdict=\"Stuck\"} 1\n"));
  EXPECT_TRUE(text.contains("name=\"np000\",verdict=\"Healthy\"} 1\n"));
  EXPECT_FALSE(text.contains("name=\"np198\""));
  EXPECT_FALSE(has(text, "telltale_metric_series_dropped 0"));
}

// docs/metrics.md says so.
TEST(ConditionMetrics, HaveRoomForEveryPoolOfALargeFleet) {
  ConditionMetrics metrics;
  for (int i = 0; i < 1'500; ++i) {
    const std::string name = format("cluster-{:04}-workers", i);
    const bool bad = i % 10 == 0;
    metrics.note(hosted_pool(name, bad ? "CloudQuotaExceeded" : "AsExpected",
                             bad ? Verdict::Stuck : Verdict::Healthy)
                     .judged(),
                 start);
    if (i + 1 != 1'000) continue;
    const std::string text = scraped(metrics);
    EXPECT_LT(text.size(), 1'200'000U);
    EXPECT_EQ(samples(text, "telltale_object_").size() + samples(text, "telltale_nodepool_").size(),
              1'000U * 8 + 100U);
  }
  EXPECT_TRUE(has(scraped(metrics), "telltale_metric_series_dropped 0"));
}

TEST(ConditionMetrics, SpeakTheNamesPeopleAlreadyQuery) {
  ConditionMetrics metrics(
      {.per_object_kinds = {"MachineDeployment"}, .compatibility_names = true});
  Told deployment("md", "u1", "MachineDeployment");
  deployment.says("Available", Status::True, "Fine", start);
  metrics.note(deployment.judged(), start);
  deployment.says("Available", Status::False, "Few", start + minutes(1));
  metrics.note(deployment.judged(), start + minutes(1));
  const std::string text = scraped(metrics, start + minutes(3));
  for (const std::string_view line :
       {"kube_machinedeployment_status_condition{namespace=\"default\",machinedeployment=\"md\","
        "condition=\"Available\",status=\"false\"} 1",
        "kube_machinedeployment_status_condition{namespace=\"default\",machinedeployment=\"md\","
        "condition=\"Available\",status=\"unknown\"} 0",
        "capi_machinedeployment_status_condition{namespace=\"default\",name=\"md\","
        "type=\"Available\",status=\"False\"} 1",
        "telltale_machinedeployment_status_condition_count{namespace=\"default\",name=\"md\","
        "type=\"Available\",status=\"False\",reason=\"Few\"} 1",
        "telltale_machinedeployment_status_condition_current_status_seconds{namespace=\"default\","
        "name=\"md\",type=\"Available\",status=\"False\",reason=\"Few\"} 120",
        "telltale_machinedeployment_status_condition_transitions_total{type=\"Available\","
        "status=\"False\",reason=\"Few\"} 1",
        "telltale_machinedeployment_status_condition_transition_seconds_sum{type=\"Available\","
        "status=\"True\"} 60"}) {
    EXPECT_TRUE(has(text, line)) << line << "\n" << text;
  }
}

// What scrapers refuse: a family twice, or a series twice.
void expect_acceptable(const std::string& text) {
  std::set<std::string> families;
  std::set<std::string> series;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("# TYPE ")) {
      EXPECT_TRUE(families.insert(std::string(line)).second) << line;
    } else if (!line.empty() && !line.starts_with('#')) {
      EXPECT_TRUE(series.insert(std::string(line.substr(0, line.rfind(' ')))).second) << line;
    }
  }
}

TEST(ConditionMetrics, OfTwinsInTwoGroupsOnlyOneIsShown) {
  ConditionMetrics metrics({.per_object_kinds = {"NodePool"}, .compatibility_names = true});
  for (const std::string_view group : {"hypershift.openshift.io", "karpenter.sh"}) {
    Told pool("np", "u1", "NodePool");
    pool.object().key.group = group;
    pool.says("Ready", Status::True, "Ready", start);
    metrics.note(pool.judged(), start);
  }
  const std::string text = scraped(metrics);
  expect_acceptable(text);
  EXPECT_TRUE(has(text, "telltale_verdict_objects{kind=\"NodePool\",verdict=\"Healthy\"} 2"));
  EXPECT_FALSE(has(text, "telltale_metric_series_dropped 0"));
}

TEST(ConditionMetrics, NeverPassTheirLimit) {
  const std::size_t series_max = 400;
  ConditionMetrics metrics(
      {.per_object_kinds = {"Machine"}, .series_max = series_max, .compatibility_names = true});
  std::vector<std::string> words;
  for (int i = 0; i < 3000; ++i) words.push_back(format("w{}", i));
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      Told machine(words[i]);
      machine.says("Ready", round == 0 ? Status::True : Status::False, words[i], start);
      machine.says(words[i], round == 0 ? Status::True : Status::False, words[i + 1], start);
      metrics.note(machine.is(Verdict::Stuck, words[i]).judged(), start);
    }
  }
  const std::string text = scraped(metrics);
  expect_acceptable(text);
  std::size_t series = 0;
  for (const std::string_view line : split(text, '\n')) {
    series += !line.empty() && !line.starts_with('#') ? 1 : 0;
  }
  EXPECT_LE(series, series_max);
  EXPECT_TRUE(text.contains("reason=\"other\"")) << text;
  EXPECT_FALSE(has(text, "telltale_metric_series_dropped 0"));
  EXPECT_EQ(metrics.verdicts().stuck, words.size() - 1);
}

TEST(ConditionMetrics, WriteTheSameBytesInOpenMetrics) {
  ConditionMetrics metrics;
  Told machine("m1");
  machine.says("Ready", Status::True, "a \"quoted\"\nreason", start);
  metrics.note(machine.judged(), start);
  Exposition out(Exposition::Format::OpenMetrics);
  metrics.write(out, start);
  const std::string text = std::move(out).finish();
  EXPECT_TRUE(text.ends_with("\n# EOF\n"));
  EXPECT_TRUE(text.contains("# TYPE telltale_condition_transitions counter\n"));
  EXPECT_TRUE(text.contains("reason=\"a \\\"quoted\\\"\\nreason\"} 1\n")) << text;
}

// The families that depend on what stands, and not on what happened.
std::string level_of(const ConditionMetrics& metrics) {
  const std::string text = scraped(metrics, start + minutes(99));
  std::string level;
  for (const std::string_view line : split(text, '\n')) {
    if (line.contains("_transition") || line.contains("_time_in_state_")) continue;
    level += format("{}\n", line);
  }
  return level;
}

RC_GTEST_PROP(ConditionMetrics, IncrementsGiveWhatTheFinalStateGives, ()) {
  const MetricOptions options{.per_object_kinds = {"NodePool"},
                              .series_max = *rc::gen::element<std::size_t>(60, 120, 20'000),
                              .compatibility_names = *rc::gen::arbitrary<bool>()};
  constexpr std::array<std::string_view, 4> names{"a", "b", "c", "d"};
  constexpr std::array<std::string_view, 2> kinds{"NodePool", "Machine"};
  constexpr std::array<std::string_view, 3> types{"Progressing", "Ready", "Degraded"};
  constexpr std::array<std::string_view, 4> reasons{"AsExpected", "A,B", "B, C", ""};
  const auto pick = [](const auto& list) { return *rc::gen::elementOf(list); };
  ConditionMetrics metrics(options);
  std::map<std::string, Told> last;
  const int steps = *rc::gen::inRange(0, 40);
  for (int i = 0; i < steps; ++i) {
    const std::string_view kind = pick(kinds);
    const std::string_view name = pick(names);
    const std::string key = format("{}/{}", kind, name);
    if (*rc::gen::inRange(0, 6) == 0) {
      metrics.forget(machine_key(name, kind));
      last.erase(key);
      continue;
    }
    Told told(name, *rc::gen::inRange(0, 5) == 0 ? "u2" : "u1", kind);
    const int conditions = *rc::gen::inRange(0, 4);
    for (int one = 0; one < conditions; ++one) {
      told.also_says(pick(types), static_cast<Status>(*rc::gen::inRange(0, 3)), pick(reasons),
                     start + minutes(*rc::gen::inRange(0, 9)));
    }
    told.is(static_cast<Verdict>(*rc::gen::inRange(0, 4)), pick(reasons));
    metrics.note(told.judged(), start + minutes(10 + i));
    last.insert_or_assign(key, told);
  }
  ConditionMetrics fresh(options);
  for (const auto& [key, told] : last) fresh.note(told.judged(), start + minutes(99));
  RC_ASSERT(level_of(metrics) == level_of(fresh));
}

}  // namespace
}  // namespace telltale
