// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why_screen.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

struct WhyScene {
  HandMade world;
  Judged* judged = &world.add("Machine", "m1", Verdict::Stuck);
  Condition now{"NodeHealthy",
                Status::Unknown,
                "ConnectionDown",
                "Last successful probe at 9",
                noon - std::chrono::minutes{6},
                1};
  Condition stored{"NodeHealthy", Status::True, "Healthy", "", no_time, 1};
  Explanation explanation;

  WhyScene() {
    explanation.type = "NodeHealthy";
    explanation.now = &now;
    explanation.trace = {.rows = {{"1", "infrastructure is missing", Answer::No, "it is there"},
                                  {"3b", "the grace period is over", Answer::Yes, "9 + 5m < 12"}},
                         .rows_total = 16};
    explanation.changes_when = "a probe succeeds";
    explanation.felt_by = {{judged->object, "Ready", Status::Unknown}};
  }

  std::string shown(const Terminal& terminal = {}) {
    Screen screen;
    screen.terminal = terminal;
    show_explanation({.judged = *judged, .now = noon, .paths = {}}, explanation, screen.streams());
    return screen.out.text;
  }
};

TEST(WhyScreen, ShowsEveryRowAskedAndWhichDecides) {
  WhyScene context;
  EXPECT_EQ(context.shown(),
            "Machine default/m1   ? NodeHealthy = Unknown / ConnectionDown   for 6m (since "
            "11:54:00Z)\n"
            "    Last successful probe at 9\n"
            "\n"
            "#   ASKED, IN THIS ORDER       ANSWER  EVIDENCE\n"
            "1   infrastructure is missing  no      it is there\n"
            "3b  the grace period is over   YES     9 + 5m < 12\n"
            "   row 3b of 16 decides; 14 rows below were not asked\n"
            "\n"
            "changes when   a probe succeeds\n"
            "felt by        Machine m1 Ready=Unknown\n");
}

TEST(WhyScreen, SaysWhenARowKeepsOrCannotBeAnswered) {
  WhyScene context;
  context.explanation.act = Act::Keep;
  EXPECT_TRUE(context.shown().contains("row 3b of 16 keeps what stands"));
  context.explanation.trace.rows.back().answer = Answer::NotCollected;
  EXPECT_TRUE(context.shown().contains("row 3b of 16 cannot be answered"));
  EXPECT_TRUE(context.shown().contains("? not collected"));
}

TEST(WhyScreen, ShowsWhatStandsOnTheObjectOnlyWhereItDiffers) {
  WhyScene context;
  context.explanation.stored = &context.stored;
  EXPECT_TRUE(context.shown().contains("on the object  True / Healthy\n")) << context.shown();
  context.stored = context.now;
  EXPECT_FALSE(context.shown().contains("on the object"));
}

TEST(WhyScreen, SaysWhenOthersWroteIt) {
  WhyScene context;
  context.explanation.computed = false;
  EXPECT_TRUE(context.shown().contains("written by     others")) << context.shown();
}

TEST(WhyScreen, SaysThatAConditionDoesNotApply) {
  WhyScene context;
  context.explanation.now = nullptr;
  EXPECT_TRUE(context.shown().starts_with("Machine default/m1   NodeHealthy does not apply\n"));
}

TEST(WhyScreen, PutsBadPartsFirst) {
  WhyScene context;
  context.explanation.parts = {
      {"Paused", {"Paused", Status::False, "NotPaused", "", no_time, 0}, true, true},
      {"NodeHealthy", context.now, true, false},
      {"Gate", {}, false, false}};
  const std::string text = context.shown();
  const std::size_t bad = text.find("? NodeHealthy  ");
  EXPECT_NE(bad, std::string::npos) << text;
  EXPECT_LT(bad, text.find("✓ Paused")) << text;
  EXPECT_TRUE(text.contains("not reported")) << text;
}

TEST(WhyScreen, FitsTheTerminal) {
  WhyScene context;
  context.explanation.trace.rows.back().evidence = std::string(300, 'e');
  context.explanation.changes_when = "somebody does something about " + std::string(90, 'x');
  for (const std::size_t width : {80U, 120U}) {
    const std::string text = context.shown(terminal_of_width(width));
    for (const std::string_view line : split(text, '\n')) {
      EXPECT_LE(display_width(line), width) << text;
    }
  }
}

TEST(WhyScreen, MakesHostileTextHarmless) {
  WhyScene context;
  context.now.message = "\x1b[2J";
  context.now.reason = "\x1b[2J";
  context.explanation.note = "\x1b[2J";
  EXPECT_FALSE(context.shown().contains('\x1b'));
}

TEST(WhyScreen, PointsAtTheDeeperCause) {
  WhyScene context;
  const Judged& machine = context.world.add("Machine", "m2", Verdict::Stuck, "prod");
  context.judged->cause.because = machine.object;
  Screen screen;
  show_next({.judged = *context.judged, .now = noon, .paths = {"x.tar"}}, "Ready",
            screen.streams());
  EXPECT_EQ(screen.out.text, "\nnext: telltale why machine/m2 -n prod -f x.tar\n");
}

TEST(WhyScreen, PointsAtTheConditionBehindTheOneShown) {
  WhyScene context;
  Screen screen;
  const WhyScreen why{.judged = *context.judged, .now = noon, .paths = {}};
  show_next(why, "Ready", screen.streams());
  EXPECT_EQ(screen.out.text, "");
  show_next(why, "Available", screen.streams());
  EXPECT_EQ(screen.out.text, "\nnext: telltale why machine/m1 -n default Ready\n");
}

// The Stuck twin above a Working row was asked for the patience too.
TEST(WhyScreen, TellsHowMuchPatienceIsLeft) {
  WhyScene context;
  context.judged->verdict = Verdict::Working;
  VerdictExplanation verdict{.verdict = Verdict::Working, .trace = {.rows_total = 3}};
  verdict.trace.rows = {
      {"1", "Deleted is True, for too long", Answer::No, "D; for 3m, patience 15m"},
      {"2", "Deleted is True", Answer::Yes, "D"}};
  Screen screen;
  show_verdict({.judged = *context.judged, .now = noon, .paths = {}, .verdict = verdict}, "Ready",
               screen.streams());
  EXPECT_TRUE(screen.out.text.contains(
      "decided by     row 2 of 3: Deleted is True (D; for 3m, patience 15m)\n"))
      << screen.out.text;
}

TEST(WhyScreen, TellsALastRowByWhatIsNotSo) {
  WhyScene context;
  context.judged->verdict = Verdict::Working;
  VerdictExplanation verdict{.verdict = Verdict::Working, .trace = {.rows_total = 2}};
  verdict.trace.rows = {
      {"1", "it lasts too long", Answer::No, "for 3m, patience 10m", "it does not last too long"},
      {"2", "otherwise", Answer::Yes, ""}};
  Screen screen;
  show_verdict({.judged = *context.judged, .now = noon, .paths = {}, .verdict = verdict}, "Ready",
               screen.streams());
  EXPECT_TRUE(screen.out.text.contains(
      "decided by     row 2 of 2: it does not last too long (for 3m, patience 10m)\n"))
      << screen.out.text;
}

TEST(WhyScreen, SaysTheSameAsData) {
  WhyScene context;
  const Explanation* shown[] = {&context.explanation};
  const WhyScreen why{.judged = *context.judged, .now = noon, .paths = {}};
  const std::string yaml = explanations_as_data(why, shown, WhyOutput::Yaml);
  EXPECT_TRUE(yaml.contains("kind: Explanation\n")) << yaml;
  EXPECT_TRUE(yaml.contains("  verdict: Stuck\n")) << yaml;
  EXPECT_TRUE(yaml.contains("number: 3b\n")) << yaml;
  EXPECT_TRUE(yaml.contains("rowsTotal: 16\n")) << yaml;
  EXPECT_TRUE(yaml.contains("runbook: ")) << yaml;
  EXPECT_TRUE(explanations_as_data(why, shown, WhyOutput::Json).starts_with("{\n"));
}

}  // namespace
}  // namespace telltale::cli
