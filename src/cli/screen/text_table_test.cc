// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/text_table.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using Rigidity = TextTable::Rigidity;
using Header = TextTable::Header;

TextTable two_rows() {
  TextTable table({{"NAME", Rigidity::GivesWay}, {"SINCE"}, {"WHAT"}});
  table.add({{"m1"}, {"22m"}, {"the node is gone and nobody knows where it went"}});
  table.add({{"a-long-name"}, {"3d"}, {""}});
  return table;
}

std::string printed(const TextTable& table, const Terminal& terminal,
                    Header header = Header::Shown) {
  TextOutput out;
  table.print(out, terminal, header);
  return out.text;
}

TEST(TextTable, PutsARowOnALineInAPipe) {
  EXPECT_EQ(printed(two_rows(), {}),
            "NAME         SINCE  WHAT\n"
            "m1           22m    the node is gone and nobody knows where it went\n"
            "a-long-name  3d\n");
}

TEST(TextTable, WrapsTheLastColumnUnderItself) {
  EXPECT_EQ(printed(two_rows(), terminal_of_width(50), Header::Hidden),
            "m1           22m  the node is gone and nobody\n"
            "                  knows where it went\n"
            "a-long-name  3d\n");
}

TEST(TextTable, PutsTheLastColumnBelowWhereThereIsNoRoom) {
  EXPECT_EQ(printed(two_rows(), terminal_of_width(42)),
            "NAME         SINCE\n"
            "m1           22m\n"
            "             the node is gone and nobody\n"
            "             knows where it went\n"
            "a-long-name  3d\n");
}

TEST(TextTable, LetsWideColumnsGiveWay) {
  TextTable table({{"VERDICT"}, {"NAME", Rigidity::GivesWay}, {"WHAT"}});
  table.add({{"Stuck"}, {"a-name-that-is-much-too-long-for-this-terminal"}, {"gone"}});
  const std::string text = printed(table, terminal_of_width(40));
  for (const std::string_view line : split(text, '\n')) EXPECT_LE(display_width(line), 40U) << text;
  EXPECT_TRUE(text.contains("gone"));
}

TEST(TextTable, TakesTwoLinesForARowRatherThanBreakAWord) {
  TextTable table({{"VERDICT"},
                   {"NAMESPACE", Rigidity::GoesBelow, "namespace "},
                   {"NAME"},
                   {"REASON", Rigidity::GoesBelow},
                   {"WHAT"}});
  table.add({{"Stuck"}, {"clusters-harbor"}, {"gpu-6c9f-tq2xm"}, {"CloudQuotaExceeded"}, {"gone"}});
  EXPECT_EQ(printed(table, terminal_of_width(50)),
            "VERDICT  NAMESPACE        NAME\n"
            "Stuck    clusters-harbor  gpu-6c9f-tq2xm\n"
            "         CloudQuotaExceeded: gone\n");
  EXPECT_EQ(printed(table, terminal_of_width(40)),
            "VERDICT  NAMESPACE        NAME\n"
            "Stuck    clusters-harbor  gpu-6c9f-tq2xm\n"
            "         CloudQuotaExceeded: gone\n");
  table.add({{"Stuck"}, {"x"}, {"a-name-of-a-machine-deployment"}, {"Gone"}, {"Gone: for good"}});
  EXPECT_EQ(printed(table, terminal_of_width(45)),
            "VERDICT  NAME\n"
            "Stuck    gpu-6c9f-tq2xm\n"
            "         namespace clusters-harbor ·\n"
            "         CloudQuotaExceeded: gone\n"
            "Stuck    a-name-of-a-machine-deployment\n"
            "         namespace x: Gone: for good\n");
}

TEST(TextTable, LetsOnlyTheRowFlowThatHasNoRoom) {
  TextTable table({{"VERDICT"}, {"NAME"}, {"SINCE"}, {"WHAT"}});
  table.add({{"Stuck"}, {"m1"}, {"3d"}, {"gone"}});
  table.add({{"Stuck"}, {"a-name-that-is-nearly-as-long-as-the-screen"}, {"3d"}, {"gone"}});
  EXPECT_EQ(printed(table, terminal_of_width(50)),
            "VERDICT  NAME                                SINCE\n"
            "Stuck    m1                                  3d\n"
            "         gone\n"
            "Stuck  a-name-that-is-nearly-as-long-as-the-screen\n"
            "         3d\n"
            "         gone\n");
}

TEST(TextTable, SaysNotesBelowTheirRow) {
  TextTable table({{"VERDICT"}, {"NAME"}});
  table.add({{"Stuck"}, {"m1"}}, {{"do: ", "raise the quota of the project"}});
  EXPECT_EQ(printed(table, {}),
            "VERDICT  NAME\nStuck    m1\n"
            "         do: raise the quota of the project\n");
  EXPECT_EQ(printed(table, terminal_of_width(40), Header::Hidden),
            "Stuck  m1\n"
            "       do: raise the quota of the\n"
            "           project\n");
}

TEST(TextTable, HeadsNoColumnThatIsEmpty) {
  TextTable table({{"NAME"}, {"MESSAGE"}});
  table.add({{"m1"}, {""}});
  EXPECT_EQ(printed(table, {}), "NAME\nm1\n");
}

TEST(TextTable, EndsLongMessagesWithAnEllipsis) {
  TextTable table({{"NAME"}, {"WHAT"}});
  std::string message;
  for (int i = 0; i < 200; ++i) message += "words ";
  table.add({{"m1"}, {message}});
  const std::string text = printed(table, terminal_of_width(60), Header::Hidden);
  EXPECT_EQ(std::ranges::count(text, '\n'), 4);
  EXPECT_TRUE(text.ends_with(" …\n"));
}

TEST(TextTable, LinesUpWideCharacters) {
  TextTable table({{"A"}, {"B"}});
  table.add({{"日本"}, {"x"}});
  table.add({{"abcd"}, {"y"}});
  EXPECT_EQ(printed(table, {}, Header::Hidden), "日本  x\nabcd  y\n");
}

TEST(TextTable, CountsColoursAsNothing) {
  TextTable table({{"A"}, {"B"}});
  table.add({{"ab", Paint::Bad}, {"x"}});
  table.add({{"abc"}, {"y"}});
  EXPECT_EQ(printed(table, {.width = 0, .is_terminal = true, .colors = true, .unicode = true},
                    Header::Hidden),
            "\x1b[1;31mab\x1b[0m   x\nabc  y\n");
}

TEST(TextTable, SaysALineAcrossItsColumns) {
  TextTable table({{"VERDICT"}, {"NAME"}, {"WHAT"}});
  table.add({{"Stuck"}, {"m1"}, {"gone"}});
  table.add_across({"Healthy"}, "12 objects: 12 Machine");
  EXPECT_EQ(printed(table, {}, Header::Hidden),
            "Stuck    m1  gone\n"
            "Healthy  12 objects: 12 Machine\n");
}

}  // namespace
}  // namespace telltale::cli
