// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include <array>

#include <gtest/gtest.h>

namespace telltale {
namespace {

struct Fixture {
  std::array<Label, 1> gpu{{{"pool", "gpu"}}};
  std::array<Object, 4> objects;
  Judgement judgement;

  Fixture() {
    constexpr Verdict verdicts[] = {Verdict::Healthy, Verdict::Stuck, Verdict::Working,
                                    Verdict::Unknown};
    constexpr std::string_view names[] = {"a", "b", "c", "d"};
    for (std::size_t i = 0; i < objects.size(); ++i) {
      objects[i].key.name = names[i];
      objects[i].key.namespace_name = i < 2 ? "one" : "two";
      judgement.items.push_back({.object = &objects[i],
                                 .conditions = {},
                                 .counters = {},
                                 .wake = no_time,
                                 .verdict = verdicts[i],
                                 .changed = false,
                                 .cause = {}});
    }
    objects[1].labels = gpu;
  }
};

TEST(Report, CountsEveryVerdict) {
  const Fixture fixture;
  const Report report = make_report(fixture.judgement, {}, no_time);
  EXPECT_EQ(report.items.size(), 4U);
  EXPECT_EQ(report.summary, (ReportSummary{4, 1, 1, 1, 1}));
}

TEST(Report, CountsOnlyWhatTheNamespaceShows) {
  const Fixture fixture;
  const Report report =
      make_report(fixture.judgement, {.namespace_name = "two", .selector = {}}, no_time);
  ASSERT_EQ(report.items.size(), 2U);
  EXPECT_EQ(report.items[0]->object->key.name, "c");
  EXPECT_EQ(report.summary, (ReportSummary{2, 0, 1, 0, 1}));
}

TEST(Report, CountsOnlyWhatTheSelectorShows) {
  const Fixture fixture;
  const Report report = make_report(fixture.judgement, {"", *parse_selector("pool=gpu")}, no_time);
  ASSERT_EQ(report.items.size(), 1U);
  EXPECT_EQ(report.summary, (ReportSummary{1, 0, 0, 1, 0}));
}

TEST(Report, PointsAtFileAndLineAsFarAsTheyAreKnown) {
  EXPECT_EQ(to_text(ReportNote{"a.yaml", 3, "bad"}), "a.yaml:3: bad");
  EXPECT_EQ(to_text(ReportNote{"a.yaml", 0, "bad"}), "a.yaml: bad");
  EXPECT_EQ(to_text(ReportNote{"", 0, "bad"}), "bad");
}

TEST(Report, TurnsDisagreementsIntoNotesWithoutAFile) {
  const ReplacedDocument disagreement{.key = {}, .message = "two copies"};
  const std::vector<ReportNote> notes = notes_about({&disagreement, 1});
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0], (ReportNote{"", 0, "two copies"}));
}

}  // namespace
}  // namespace telltale
