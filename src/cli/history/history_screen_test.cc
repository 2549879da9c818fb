// SPDX-License-Identifier: Apache-2.0
#include "cli/history/history_screen.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using std::chrono::minutes;

HistoryDocument sample() {
  return document_of(
      {.subject = {"hypershift.openshift.io", "NodePool", "clusters", "np-gpu", "u1"},
       .entries = {{noon - minutes(55), "Progressing", Status::True, "Scaling", ""},
                   {noon - minutes(22), "Progressing", Status::False, "CloudQuotaExceeded",
                    "vCPU quota reached on all machines"},
                   {noon - minutes(8), "Progressing", Status::True, "Recovering", ""},
                   {noon - minutes(3), "Progressing", Status::False, "AsExpected", ""}}},
      {}, noon);
}

std::string history_shown(const HistoryDocument& document, const Terminal& terminal = {},
                          std::string_view type = "Progressing") {
  Screen screen;
  screen.terminal = terminal;
  show_history({.document = document, .type = std::string(type)}, screen.streams());
  return screen.out.text;
}

TEST(HistoryScreen, ShowsWhatWasSaidAndHowLongItLasted) {
  EXPECT_EQ(history_shown(sample()),
            "AT         STATUS   REASON              LASTED  MESSAGE\n"
            "11:05:00Z  ~ True   Scaling                33m\n"
            "11:38:00Z  ~ False  CloudQuotaExceeded     14m  vCPU quota reached on all machines\n"
            "11:52:00Z  ~ True   Recovering              5m\n"
            "11:57:00Z  ✓ False  AsExpected              3m  (stands now)\n"
            "\n"
            "4 transitions in 55m, not flapping\n"
            "next: telltale why nodepool.hypershift.openshift.io/np-gpu -n clusters Progressing\n");
}

TEST(HistoryScreen, DrawsTheTimesOnAWideTerminal) {
  const std::string wide = history_shown(sample(), terminal_of_width(120));
  EXPECT_TRUE(wide.contains("33m  ━━━━━━━━━━━━━━━━━━━━")) << wide;
  EXPECT_TRUE(wide.contains("14m  ━━━━━━━━  ") || wide.contains("14m  ━━━━━━━━ ")) << wide;
  EXPECT_FALSE(history_shown(sample(), terminal_of_width(80)).contains("━"));
  Terminal plain = terminal_of_width(120);
  plain.unicode = false;
  EXPECT_TRUE(history_shown(sample(), plain).contains("33m  ====================")) << wide;
}

TEST(HistoryScreen, NamesTheConditionsWhereThereAreSeveral) {
  HistoryDocument document = sample();
  document.history.entries.push_back({noon - minutes(1), "Ready", Status::Unknown, "", ""});
  const std::string text = history_shown(document, {}, "");
  EXPECT_TRUE(text.contains("AT         CONDITION    STATUS     REASON")) << text;
  EXPECT_TRUE(text.contains("11:59:00Z  Ready        ? Unknown  -")) << text;
  EXPECT_TRUE(text.contains("AsExpected              3m  (stands now)")) << text;
  EXPECT_TRUE(
      text.ends_with("next: telltale why nodepool.hypershift.openshift.io/np-gpu -n clusters\n"))
      << text;
}

TEST(HistoryScreen, SaysWhatFlaps) {
  HistoryDocument document = sample();
  document.history.cut = true;
  document.flapping = {{"Progressing", {true, 6, minutes(10)}}, {"Ready", {true, 9, minutes(10)}}};
  const std::string text = history_shown(document);
  EXPECT_TRUE(
      text.contains("4 transitions in 55m\n"
                    "~ flapping: Progressing changed 6 times within 10m and may change "
                    "again\n"
                    "older entries were dropped\n"))
      << text;
  EXPECT_FALSE(text.contains("Ready turned"));
  EXPECT_TRUE(history_shown(document, {}, "").contains("Ready changed 9 times"));
}

// An object keeps one transition of each condition; nothing of it was dropped.
TEST(HistoryScreen, SaysThatAnObjectKeepsOnlyTheLast) {
  HistoryDocument document = sample();
  document.history.cut = true;
  Screen screen;
  show_history({.document = document,
                .typed = " -f x.tar",
                .told = HistoryScreen::Told::ByObject,
                .verdict = Verdict::Stuck},
               screen.streams());
  const std::string& text = screen.out.text;
  EXPECT_FALSE(text.contains("dropped")) << text;
  EXPECT_FALSE(text.contains("flapping")) << text;
  EXPECT_TRUE(text.contains("only the last transition of each condition")) << text;
  EXPECT_TRUE(text.contains("11:38:00Z  ✗ False")) << text;
  EXPECT_TRUE(text.ends_with("/np-gpu -n clusters -f x.tar\n")) << text;
}

TEST(HistoryScreen, SaysThatThereIsNothing) {
  HistoryDocument document = sample();
  document.history.entries.clear();
  EXPECT_EQ(history_shown(document), "NodePool np-gpu has said nothing yet\n");
}

TEST(HistoryScreen, FitsTheTerminal) {
  HistoryDocument document = sample();
  document.history.entries[1].message = std::string(300, 'm') + " and more words than fit";
  document.history.entries[2].reason = std::string(200, 'r');
  for (const std::size_t width : {80U, 100U, 120U}) {
    const std::string text = history_shown(document, terminal_of_width(width));
    for (const std::string_view line : split(text, '\n')) {
      if (line.starts_with("next:")) continue;  // To be copied, hence never broken.
      EXPECT_LE(display_width(line), width) << text;
    }
  }
}

TEST(HistoryScreen, MakesHostileTextHarmless) {
  HistoryDocument document = sample();
  document.history.subject.name = "\x1b[2J";
  document.history.entries[1] = {noon, "\x1b[2J", Status::True, "\x1b[2J", "\x1b[2J"};
  document.flapping = {{"\x1b[2J", {true, 6, minutes(10)}}};
  EXPECT_FALSE(history_shown(document, {}, "").contains('\x1b'));
  document.history.entries.clear();
  EXPECT_FALSE(history_shown(document, {}, "").contains('\x1b'));
}

TEST(HistoryScreen, TimesInTheFutureLastNoTime) {
  HistoryDocument document = sample();
  document.history.entries = {{noon + minutes(5), "Progressing", Status::True, "Scaling", ""}};
  EXPECT_TRUE(history_shown(document).contains("    0s  (stands now)")) << history_shown(document);
}

}  // namespace
}  // namespace telltale::cli
