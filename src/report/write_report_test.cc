// SPDX-License-Identifier: Apache-2.0
#include "report/write_report.h"

#include <algorithm>
#include <deque>

#include <gtest/gtest.h>

#include "base/noon_for_test.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale {
namespace {

struct ReportedWorld {
  std::deque<std::string> names;
  std::deque<Object> objects;
  std::vector<Condition> conditions{
      {"Ready", Status::False, "NotReady", "say \"why\"\nplease", noon, 3},
      {"Paused", Status::Unknown, "", "", no_time, 0}};
  Judgement judgement;

  Judged& add(Verdict verdict) {
    Object& object = objects.emplace_back();
    object.api_version = "cluster.x-k8s.io/v1beta2";
    object.key = {"cluster.x-k8s.io",
                  "Machine",
                  "default",
                  names.emplace_back(format("m{}", objects.size())),
                  {}};
    judgement.items.push_back({.object = &object,
                               .conditions = conditions,
                               .counters = {},
                               .wake = no_time,
                               .verdict = verdict,
                               .changed = false,
                               .cause = {}});
    return judgement.items.back();
  }
  Report report() const { return make_report(judgement, {}, noon); }
};

std::string written_report(const Report& report, ReportLayout layout, unsigned threads = 1) {
  std::string text;
  write_report(report, layout, threads, [&](std::string_view chunk) { text += chunk; });
  return text;
}

std::string compact(const std::string& text) {
  const Result<json::Value> value = json::parse(text);
  return value ? json::print(*value) : value.error().detail;
}

TEST(WriteReport, IsTheContract) {
  ReportedWorld world;
  Judged& judged = world.add(Verdict::Stuck);
  judged.counters.ready = 2;
  judged.wake = noon + std::chrono::minutes{3};
  judged.cause = {"NodeHealthy", "Deleted", "gone", noon, judged.object};
  Report report = world.report();
  report.errors.push_back({"nodes.yaml", 118, "bad"});

  const std::string text = written_report(report, ReportLayout::Lines);
  EXPECT_TRUE(text.starts_with(
      R"({"apiVersion":"telltale.dev/v1alpha1","kind":"Report","now":"2026-01-01T12:00:00Z",)"
      R"("summary":{"objects":1,"healthy":0,"working":0,"stuck":1,"unknown":0},"items":[)"
      "\n"
      R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","namespace":"default",)"
      R"("name":"m1","verdict":"Stuck","conditions":[{"type":"Ready","status":"False",)"
      R"("reason":"NotReady","message":"say \"why\"\nplease",)"
      R"("lastTransitionTime":"2026-01-01T12:00:00Z","observedGeneration":3},)"
      R"({"type":"Paused","status":"Unknown","reason":"","message":""}],)"
      R"("counters":{"readyReplicas":2},"wake":"2026-01-01T12:03:00Z",)"
      R"("attention":{"condition":"NodeHealthy","reason":"Deleted",)"
      R"("since":"2026-01-01T12:00:00Z","message":"gone","cause":"gone",)"
      R"("because":"Machine default/m1",)"
      R"("guidance":"restart the kubelet )"))
      << text;
  EXPECT_TRUE(text.ends_with(R"("}}],"errors":[{"file":"nodes.yaml","line":118,"message":"bad"}]})"
                             "\n"))
      << text;
}

TEST(WriteReport, SaysWhatToTypeForTheRunbook) {
  ReportedWorld world;
  Judged& judged = world.add(Verdict::Stuck);
  judged.cause = {"NodeHealthy", "Deleted", "gone", noon, judged.object};
  const std::string text = written_report(world.report(), ReportLayout::Lines);
  EXPECT_TRUE(text.contains(R"("runbook":"telltale runbook NodeDeleted")")) << text;
  EXPECT_FALSE(text.contains("docs/runbooks")) << text;
}

TEST(WriteReport, TellsOfEverythingThatIsNotHealthy) {
  for (const Verdict verdict : {Verdict::Stuck, Verdict::Working, Verdict::Unknown}) {
    ReportedWorld world;
    Judged& judged = world.add(verdict);
    judged.cause = {"InfrastructureReady", "Failed", "failed to run: api error X: no", noon,
                    nullptr};
    const std::string text = written_report(world.report(), ReportLayout::Lines);
    EXPECT_TRUE(text.contains(R"("message":"failed to run: api error X: no","cause":"X: no")"))
        << text;
  }
}

TEST(WriteReport, LeavesOutWhatHasNothingToSay) {
  ReportedWorld world;
  world.add(Verdict::Healthy);
  const std::string text = written_report(world.report(), ReportLayout::Lines);
  EXPECT_FALSE(text.contains("counters"));
  EXPECT_FALSE(text.contains("wake"));
  EXPECT_FALSE(text.contains("attention"));
  EXPECT_FALSE(text.contains("warnings"));
  EXPECT_TRUE(text.contains("\"errors\":[]"));
}

TEST(WriteReport, GivesAdviceToEveryStuckObject) {
  ReportedWorld world;
  Judged& judged = world.add(Verdict::Stuck);
  judged.cause = {"Anything", "InventedByOthers", "", no_time, nullptr};
  const std::string text = written_report(world.report(), ReportLayout::Lines);
  EXPECT_TRUE(text.contains("\"guidance\":\"find who writes")) << text;
  EXPECT_TRUE(text.contains("\"runbook\":\"telltale runbook ")) << text;
  EXPECT_FALSE(text.contains("\"since\"")) << text;
}

TEST(WriteReport, SaysWarningsWithoutAFileAsSuch) {
  ReportedWorld world;
  Report report = world.report();
  report.warnings.push_back({"", 0, "two copies"});
  EXPECT_TRUE(written_report(report, ReportLayout::Lines)
                  .ends_with("\"errors\":[],\"warnings\":[{\"message\":\"two copies\"}]}\n"));
}

TEST(WriteReport, IsTheSameDocumentInEveryLayoutAndWithAnyNumberOfThreads) {
  for (const std::size_t items : {0U, 1U, 2U, 249U, 250U, 251U, 900U}) {
    ReportedWorld world;
    for (std::size_t i = 0; i < items; ++i) world.add(Verdict::Working);
    const Report report = world.report();
    const std::string lines = written_report(report, ReportLayout::Lines);
    const std::string pretty = written_report(report, ReportLayout::Pretty);
    EXPECT_EQ(compact(lines), compact(pretty)) << items;
    EXPECT_TRUE(compact(lines).contains(format("\"objects\":{}", items)));
    EXPECT_EQ(lines, written_report(report, ReportLayout::Lines, 4)) << items;
    EXPECT_EQ(pretty, written_report(report, ReportLayout::Pretty, 4)) << items;
    EXPECT_EQ(written_report(report, ReportLayout::Yaml),
              written_report(report, ReportLayout::Yaml, 4));
  }
}

// The trick of many writers must not show: one writer that does it all gives the same bytes.
TEST(WriteReport, JoinsItsChunksWithoutASeam) {
  ReportedWorld world;
  for (int i = 0; i < 1001; ++i) world.add(Verdict::Working);
  const Report report = world.report();
  const World nothing({}, {}, Completeness::Partial, belonging_of_kinds());
  for (const ReportLayout layout : {ReportLayout::Pretty, ReportLayout::Yaml}) {
    std::string whole;
    std::string scratch;
    const auto write_items = [&](json::Writer& out) {
      out.begin_map();
      out.key("items");
      out.begin_list();
      for (const Judged* judged : report.items) write_item(out, nothing, *judged, scratch);
      out.end_list();
      out.end_map();
    };
    if (layout == ReportLayout::Yaml) {
      json::YamlWriter out(whole);
      write_items(out);
    } else {
      json::JsonWriter out(whole, json::JsonWriter::Layout::Pretty);
      write_items(out);
    }
    const std::string text = written_report(report, layout);
    const std::string_view from_items = layout == ReportLayout::Yaml ? "items:" : "\"items\":";
    const std::size_t length =
        whole.rfind(layout == ReportLayout::Yaml ? "\n" : "]") - whole.find(from_items);
    EXPECT_EQ(text.substr(text.find(from_items), length),
              whole.substr(whole.find(from_items), length));
  }
}

TEST(WriteReport, PutsEveryItemOnALineOfItsOwn) {
  ReportedWorld world;
  for (int i = 0; i < 2500; ++i) world.add(Verdict::Working);
  const std::string text = written_report(world.report(), ReportLayout::Lines, 2);
  EXPECT_EQ(std::ranges::count(text, '\n'), 2501);
}

}  // namespace
}  // namespace telltale
