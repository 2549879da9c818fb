// SPDX-License-Identifier: Apache-2.0
#include "cli/check/check_screen.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"
#include "catalog/explain/attention.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using std::chrono::milliseconds;

std::string table_of(const HandMade& world, Terminal terminal = {},
                     Headers headers = Headers::Shown) {
  Screen screen;
  screen.terminal = terminal;
  const Report report = world.report();
  show_table({.report = report,
              .world = empty_world(),
              .took = milliseconds{41},
              .typed = " -f 'my dump.tar'",
              .headers = headers},
             screen.streams());
  return screen.out.text;
}

HandMade small_world() {
  HandMade world;
  world.add("Machine", "m1", Verdict::Healthy);
  world.add("Machine", "m2", Verdict::Working).cause.message = "2 of 5 up to date";
  const Judged& stuck = world.add("Machine", "m3", Verdict::Stuck);
  world.add("Machine", "m4", Verdict::Stuck);
  world.add("MachineSet", "ms", Verdict::Stuck).cause.because = stuck.object;
  world.add("MachineSet", "mt", Verdict::Unknown).cause.message = "";
  return world;
}

TEST(CheckScreen, PutsTheWorstFirstAndEndsWithWhatToDo) {
  const HandMade world = small_world();
  const Judgement judgement = world.judgement();
  const std::string step = attention_of(empty_world(), judgement.items[2]).step;
  ASSERT_FALSE(step.empty());
  EXPECT_EQ(
      table_of(world),
      "VERDICT    KIND        NAMESPACE  NAME                      REASON    SINCE  WHAT\n"
      "✗ Stuck    Machine     default    m3 and 1 more (+1 owner)  NotReady  22m    Node is "
      "gone\n"
      "           do: " +
          step +
          "\n"
          "           runbook: telltale runbook ReadinessGate\n"
          "? Unknown  MachineSet  default    mt                        NotReady  22m    Ready\n"
          "~ Working  Machine     default    m2                        NotReady  22m    2 of 5 "
          "up to date\n"
          "✓ Healthy  1 object: 1 Machine\n"
          "\n"
          "3 need you (1 cause) · 1 unknown · 1 working · 1 healthy    6 objects judged in 41 "
          "ms, as of 2026-01-01T12:00:00Z\n"
          "next: telltale why machine/m3 -n default -f 'my dump.tar'\n");
}

TEST(CheckScreen, ShowsRowsOnlyWithoutHeaders) {
  const std::string text = table_of(small_world(), {}, Headers::Hidden);
  EXPECT_TRUE(text.starts_with("✗ Stuck"));
  EXPECT_TRUE(text.ends_with("1 object: 1 Machine\n"));
  EXPECT_FALSE(text.contains("do: ")) << text;
}

// `| less` has the width of a terminal, and rows for awk are rows nevertheless.
TEST(CheckScreen, WrapsForAPagerAndNeverRowsForPrograms) {
  HandMade world;
  world.add("Machine", "m1", Verdict::Stuck).cause.message = std::string(90, 'a') + " b c";
  const Terminal pager{.width = 60};
  const std::string rows = table_of(world, pager, Headers::Hidden);
  EXPECT_EQ(std::ranges::count(rows, '\n'), 1) << rows;
  EXPECT_GT(std::ranges::count(table_of(world, pager), '\n'), 6);
}

TEST(CheckScreen, SaysBelowWhatIsStuckWhatToDo) {
  Terminal terminal = terminal_of_width(60);
  terminal.colors = true;
  const std::string text = table_of(small_world(), terminal);
  EXPECT_TRUE(text.contains("\n           \x1b[1mdo: \x1b[0m\x1b[1m")) << text;
  // Once for the row of two Machines; whoever works or waits has nothing to do.
  EXPECT_EQ(text.find("do: "), text.rfind("do: ")) << text;
}

TEST(CheckScreen, IsOneLineWhenAllIsWell) {
  HandMade world;
  world.add("Machine", "m1", Verdict::Healthy);
  world.add("MachineSet", "m2", Verdict::Healthy);
  EXPECT_TRUE(
      table_of(world).starts_with("✓ Healthy  2 objects: 1 Machine, 1 MachineSet\n\n"
                                  "2 healthy    2 objects judged"))
      << table_of(world);
  EXPECT_FALSE(table_of(world).contains("next:"));
}

TEST(CheckScreen, FitsNarrowAndWideTerminals) {
  HandMade world = small_world();
  world.add("Machine", "a-machine-with-quite-a-long-name-x7k2q", Verdict::Stuck).cause.message =
      "* a message\n* of several lines that is longer than any terminal has room for, because "
      "somebody put the answer of a whole cloud provider into it";
  for (const std::size_t width : {80U, 120U, 200U}) {
    const std::string text = table_of(world, terminal_of_width(width));
    for (const std::string_view line : split(text, '\n')) {
      if (line.starts_with("next:")) continue;  // To be copied, hence never broken.
      EXPECT_LE(display_width(line), width) << text;
    }
  }
}

TEST(CheckScreen, ListsNoMoreThanAPersonReads) {
  HandMade world;
  std::deque<std::string> names;
  for (std::size_t i = 0; i < rows_shown_max + 12; ++i) {
    const std::string& name = names.emplace_back(format("m{:03}", i));
    world.add("Machine", name, Verdict::Stuck).cause.message = name;
  }
  const std::string text = table_of(world);
  EXPECT_TRUE(text.contains("... and 12 more lines: -o wide shows all")) << text;
  EXPECT_FALSE(text.contains("m055"));
}

TEST(CheckScreen, MakesHostileNamesHarmless) {
  HandMade world;
  world.add("Machine", "m\x1b[2J", Verdict::Stuck).cause.reason = "\x1b]0;x\x07";
  const std::string text = table_of(world);
  EXPECT_FALSE(text.contains('\x1b')) << text;
  EXPECT_FALSE(text.contains('\x07')) << text;
}

TEST(CheckScreen, PaintsOnlyWhereColoursAreShown) {
  EXPECT_FALSE(table_of(small_world()).contains('\x1b'));
  Terminal terminal = terminal_of_width(120);
  terminal.colors = true;
  EXPECT_TRUE(table_of(small_world(), terminal).contains("\x1b[1;31m✗ Stuck\x1b[0m"));
}

TEST(CheckScreen, ShowsEveryObjectWithItsCauseWhenWide) {
  HandMade world = small_world();
  world.add("Machine", "m9", Verdict::Working).wake = noon + std::chrono::minutes{5};
  Screen screen;
  const Report report = world.report();
  show_wide({.report = report, .world = empty_world()}, screen.streams());
  const std::string& text = screen.out.text;
  EXPECT_TRUE(
      text.starts_with("VERDICT    KIND        NAMESPACE  NAME  CONDITION  REASON    "
                       "SINCE  NEXT   BECAUSE/OWNERS      WHAT\n"))
      << text;
  EXPECT_TRUE(
      text.contains("✗ Stuck    MachineSet  default    ms    Ready      NotReady  22m    "
                    "-      Machine default/m3  Node is gone\n"))
      << text;
  EXPECT_TRUE(text.contains("in 5m")) << text;
  EXPECT_TRUE(text.contains("✓ Healthy  Machine     default    m1    -          -         -  "))
      << text;
}

TEST(CheckScreen, NamesWhatNeedsAHumanAsKubectlTakesIt) {
  Screen screen;
  show_names(small_world().report(), NamesShown::Stuck, screen.streams());
  EXPECT_EQ(screen.out.text,
            "machine.cluster.x-k8s.io/m3 -n default\n"
            "machine.cluster.x-k8s.io/m4 -n default\n"
            "machineset.cluster.x-k8s.io/ms -n default\n");
}

TEST(CheckScreen, NamesTheRestBehindWhatNeedsAHuman) {
  Screen stuck;
  Screen all;
  show_names(small_world().report(), NamesShown::Stuck, stuck.streams());
  show_names(small_world().report(), NamesShown::All, all.streams());
  EXPECT_TRUE(all.out.text.starts_with(stuck.out.text)) << all.out.text;
  EXPECT_TRUE(all.out.text.ends_with("machine.cluster.x-k8s.io/m1 -n default\n")) << all.out.text;
}

}  // namespace
}  // namespace telltale::cli
