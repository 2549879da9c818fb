// SPDX-License-Identifier: Apache-2.0
#include "cli/why/why_screen.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/explain/advice.h"
#include "cli/test_world.h"
#include "cli/why/why_tables.h"

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

  std::string step() const {
    const Guidance& guidance = guidance_for("Machine", now.type, now.reason);
    return advice_text(guidance, names_of_object(*judged->object), now.message);
  }
  WhyScreen screen() const { return {.world = empty_world(), .judged = *judged, .now = noon}; }

  // The answer about the condition.
  std::string shown(const Terminal& terminal = {}, WhyRows rows = WhyRows::Deciding) const {
    Screen out;
    out.terminal = terminal;
    WhyScreen why = screen();
    why.rows = rows;
    show_condition(why, explanation, out.streams());
    return out.out.text;
  }

  // The answer about the object, whose only condition it is.
  std::string object_shown(const WhyScreen& why, const Terminal& terminal = {}) const {
    Screen out;
    out.terminal = terminal;
    show_object(why, {&explanation, 1}, &explanation, out.streams());
    return out.out.text;
  }
};

TEST(WhyScreen, AnswersBeforeItExplains) {
  WhyScene context;
  context.judged->cause.condition = "NodeHealthy";
  context.judged->cause.reason = "ConnectionDown";
  WhyScreen why = context.screen();
  why.attention = {.what = "Last successful probe at 9",
                   .step = "look at the network",
                   .runbook = "ConnectionDown"};
  why.verdict = {
      .verdict = Verdict::Stuck,
      .trace = {.rows = {{"7", "it lasts too long", Answer::Yes, "for 6m"}}, .rows_total = 9}};
  EXPECT_EQ(context.object_shown(why),
            "✗ Stuck  Machine default/m1  ConnectionDown   for 22m (since 11:38:00Z)\n"
            "what           Last successful probe at 9\n"
            "do             look at the network\n"
            "decided by     row 7 of 9: it lasts too long (for 6m)\n"
            "condition      NodeHealthy = Unknown / ConnectionDown, by row 3b of 16: the grace "
            "period is over (9 + 5m < 12)\n"
            "changes when   a probe succeeds\n"
            "runbook        telltale runbook ConnectionDown\n"
            "\n"
            "CONDITION      STATUS   REASON          SINCE  MESSAGE\n"
            "? NodeHealthy  Unknown  ConnectionDown  22m    Last successful probe at 9\n");
}

TEST(WhyScreen, ShowsTheRowThatDecidesAndAllOfThemWhenAsked) {
  WhyScene context;
  EXPECT_EQ(context.shown(),
            "Machine default/m1   ? NodeHealthy = Unknown / ConnectionDown   for 6m (since "
            "11:54:00Z)\n"
            "    Last successful probe at 9\n"
            "do             " +
                context.step() +
                "\n"
                "decided by     row 3b of 16: the grace period is over (9 + 5m < 12)\n"
                "changes when   a probe succeeds\n"
                "runbook        telltale runbook ConnectionDown\n"
                "felt by        Machine m1 Ready=Unknown\n"
                "\nnext: telltale why machine/m1 -n default Ready\n");
  const std::string all = context.shown({}, WhyRows::All);
  EXPECT_TRUE(
      all.contains("#   ASKED, IN THIS ORDER       ANSWER  EVIDENCE\n"
                   "1   infrastructure is missing  no      it is there\n"
                   "3b  the grace period is over   YES     9 + 5m < 12\n"
                   "   row 3b of 16 decides; 14 rows below were not asked\n"))
      << all;
}

TEST(WhyScreen, SaysOfAHealthyObjectThreeLines) {
  WhyScene context;
  context.judged->verdict = Verdict::Healthy;
  context.judged->cause = {};
  context.now = {"NodeHealthy", Status::True, "Healthy", "", noon - std::chrono::hours{3}, 1};
  WhyScreen why = context.screen();
  why.verdict = {.verdict = Verdict::Healthy,
                 .trace = {.rows = {{"4", "all is well", Answer::Yes, ""}}, .rows_total = 9}};
  why.events.newest = {{.at = noon, .type = "Normal", .reason = "Created"}};
  EXPECT_EQ(context.object_shown(why),
            "✓ Healthy  Machine default/m1   for 3h\n"
            "decided by     row 4 of 9: all is well\n"
            "changes when   a probe succeeds\n");
}

TEST(WhyScreen, ShowsEventsTheNewestLast) {
  WhyScene context;
  WhyScreen why = context.screen();
  why.events = {
      .newest = {{.at = noon - std::chrono::minutes{9},
                  .type = "Warning",
                  .reason = "FailedCreate",
                  .message = "no\x1b[2J quota",
                  .about = "DockerMachine m1",
                  .count = 1204},
                 {.at = noon - std::chrono::minutes{1}, .type = "Normal", .reason = "Up"}},
      .older = 3};
  const std::string text = context.object_shown(why);
  EXPECT_TRUE(
      text.contains("EVENT    REASON        AGE  COUNT   ABOUT             MESSAGE\n"
                    "Warning  FailedCreate  9m   x1,204  DockerMachine m1  no"))
      << text;
  EXPECT_TRUE(text.contains("Normal   Up            60s  x1      -\n... and 3 older\n")) << text;
  EXPECT_FALSE(text.contains('\x1b'));
}

// On a terminal with few lines the answer stays, and what stands behind it gives way.
TEST(WhyScreen, AnswersWithoutScrolling) {
  WhyScene context;
  WhyScreen why = context.screen();
  why.attention.what = "gone";
  for (int i = 0; i < 10; ++i) {
    why.events.newest.push_back({.at = noon, .type = "Warning", .reason = "Failed"});
  }
  Terminal terminal = terminal_of_width(80);
  std::size_t lines_before = 1000;
  for (const std::size_t height : {40U, 24U, 18U, 14U}) {
    terminal.height = height;
    const std::string text = context.object_shown(why, terminal);
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    EXPECT_LT(lines, height) << text;
    EXPECT_LE(lines, lines_before) << text;
    lines_before = lines;
    EXPECT_TRUE(text.contains("NodeHealthy")) << text;
  }
  terminal.height = 0;
  EXPECT_TRUE(context.object_shown(why, terminal).contains("CONDITION"));
}

TEST(WhyScreen, SaysWhenARowKeepsOrCannotBeAnswered) {
  WhyScene context;
  context.explanation.act = Act::Keep;
  EXPECT_TRUE(context.shown().contains("row 3b of 16, which keeps the stored value"));
  context.explanation.trace.rows.back().answer = Answer::NotCollected;
  EXPECT_TRUE(context.shown().contains("row 3b of 16, which cannot be answered"));
  EXPECT_TRUE(context.shown({}, WhyRows::All).contains("? not collected"));
}

TEST(WhyScreen, DoesNotSayEvidenceTwice) {
  WhyScene context;
  context.explanation.changes_when = "this no longer holds: 9 + 5m < 12";
  EXPECT_TRUE(context.shown().contains("changes when   the evidence above no longer holds\n"))
      << context.shown();
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

TEST(WhyScreen, ListsBadPartsAndNamesTheGood) {
  WhyScene context;
  context.explanation.parts = {
      {"Paused", {"Paused", Status::False, "NotPaused", "", no_time, 0}, true, true},
      {"NodeHealthy", context.now, true, false},
      {"Gate", {}, false, false}};
  const std::string text = context.shown();
  EXPECT_TRUE(text.contains("? NodeHealthy  ")) << text;
  EXPECT_TRUE(text.contains("\ngood           Paused=False\n")) << text;
  EXPECT_TRUE(text.contains("not reported")) << text;
  const std::string all = context.shown({}, WhyRows::All);
  EXPECT_LT(all.find("? NodeHealthy  "), all.find("✓ Paused")) << all;
}

TEST(WhyScreen, FitsTheTerminal) {
  WhyScene context;
  context.explanation.trace.rows.back().evidence = std::string(300, 'e');
  context.explanation.changes_when = "somebody does something about " + std::string(90, 'x');
  for (const std::size_t width : {40U, 80U, 120U}) {
    for (const WhyRows rows : {WhyRows::Deciding, WhyRows::All}) {
      const std::string text = context.shown(terminal_of_width(width), rows);
      for (const std::string_view line : split(text, '\n')) {
        if (line.starts_with("next:")) continue;  // To be copied, hence never broken.
        EXPECT_LE(display_width(line), width) << text;
      }
    }
  }
}

TEST(WhyScreen, MakesHostileTextHarmless) {
  WhyScene context;
  context.now.message = "\x1b[2J";
  context.now.reason = "\x1b[2J";
  context.explanation.note = "\x1b[2J";
  EXPECT_FALSE(context.shown().contains('\x1b'));
  WhyScreen why = context.screen();
  why.attention = {.what = "\x1b[2J", .step = "\x1b[2J", .runbook = "\x1b[2J"};
  context.judged->cause.reason = "\x1b[2J";
  EXPECT_FALSE(context.object_shown(why).contains('\x1b'));
}

TEST(WhyScreen, PointsAtTheDeeperCause) {
  WhyScene context;
  Judged& machine = context.world.add("Machine", "m2", Verdict::Stuck, "prod");
  context.judged->cause.because = machine.object;
  WhyScreen why = context.screen();
  why.typed = " -f x.tar";
  why.deepest = &machine;
  const std::string text = context.object_shown(why);
  EXPECT_TRUE(text.ends_with("\nnext: telltale why machine/m2 -n prod -f x.tar\n")) << text;
  EXPECT_TRUE(
      text.contains("because of     Machine prod/m2, for 22m (since 11:38:00Z): Node is gone\n"))
      << text;
}

TEST(WhyScreen, PointsAtTheConditionBehindTheOneShown) {
  WhyScene context;
  EXPECT_TRUE(context.shown().ends_with("\nnext: telltale why machine/m1 -n default Ready\n"))
      << context.shown();
  context.judged->cause.condition = "NodeHealthy";
  EXPECT_FALSE(context.shown().contains("next:")) << context.shown();
}

// The Stuck twin above a Working row was asked for the patience too.
TEST(WhyScreen, TellsHowMuchPatienceIsLeft) {
  VerdictExplanation verdict{.verdict = Verdict::Working, .trace = {.rows_total = 3}};
  verdict.trace.rows = {
      {"1", "Deleted is True, for too long", Answer::No, "D; for 3m, patience 15m"},
      {"2", "Deleted is True", Answer::Yes, "D"}};
  EXPECT_EQ(verdict_row_text(verdict), "row 2 of 3: Deleted is True (D; for 3m, patience 15m)");
}

TEST(WhyScreen, TellsALastRowByWhatIsNotSo) {
  VerdictExplanation verdict{.verdict = Verdict::Working, .trace = {.rows_total = 2}};
  verdict.trace.rows = {
      {"1", "it lasts too long", Answer::No, "for 3m, patience 10m", "it does not last too long"},
      {"2", "otherwise", Answer::Yes, ""}};
  EXPECT_EQ(verdict_row_text(verdict),
            "row 2 of 2: it does not last too long (for 3m, patience 10m)");
}

TEST(WhyScreen, SaysTheSameAsData) {
  WhyScene context;
  const Explanation* shown[] = {&context.explanation};
  const WhyScreen why = context.screen();
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
