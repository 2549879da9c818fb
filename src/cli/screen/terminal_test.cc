// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/terminal.h"

#include <map>

#include <gtest/gtest.h>

#include "cli/command_line/exit_code.h"
#include "cli/screen/ascii.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

Environment environment(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const char* name) -> const char* {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : found->second.c_str();
  };
}

TEST(Terminal, IsColourfulAndAsWideAsTheSystemSays) {
  const Terminal terminal = terminal_of(120, environment({{"LANG", "en_US.UTF-8"}}));
  EXPECT_TRUE(terminal.is_terminal && terminal.colors && terminal.unicode);
  EXPECT_EQ(terminal.width, 120U);
}

TEST(Terminal, OfAPipeHasNoWidthAndNoColours) {
  const Terminal terminal = terminal_of(0, environment({{"LANG", "C"}}));
  EXPECT_FALSE(terminal.is_terminal || terminal.colors);
  EXPECT_EQ(terminal.width, 0U);
  EXPECT_TRUE(terminal.unicode);
}

TEST(Terminal, OfAPagerIsAsWideAsTheScreenItShowsTextOn) {
  const Environment plain = environment({{"LANG", "C"}});
  const Terminal less = terminal_of_pipe({.is_pipe = true, .stderr_columns = 100}, plain);
  EXPECT_EQ(less.width, 100U);
  EXPECT_FALSE(less.is_terminal || less.colors);
  EXPECT_TRUE(less.unicode);
  PipeNeighbours both{.is_pipe = true, .stdin_columns = 90, .stderr_is_the_same_pipe = true};
  EXPECT_EQ(terminal_of_pipe(both, plain).width, 90U);
  // A script that takes both apart reads them itself, whatever it was started from.
  both.stderr_is_the_same_pipe = false;
  EXPECT_EQ(terminal_of_pipe(both, plain).width, 0U);
  EXPECT_EQ(terminal_of_pipe({.is_pipe = false, .stderr_columns = 100}, plain).width, 0U);
}

TEST(Terminal, TakesColumnsWhereNoTerminalIsNear) {
  const Environment columns = environment({{"COLUMNS", "132"}});
  EXPECT_EQ(terminal_of_pipe({.is_pipe = true}, columns).width, 132U);
  EXPECT_EQ(terminal_of_pipe({.is_pipe = true, .stderr_columns = 80}, columns).width, 80U);
  EXPECT_EQ(terminal_of_pipe({}, environment({})).width, 0U);
  EXPECT_EQ(terminal_of_pipe({}, environment({{"COLUMNS", "x"}})).width, 0U);
  EXPECT_EQ(terminal_of_pipe({}, environment({{"COLUMNS", "3"}})).width, 40U);
}

TEST(Terminal, LeavesRowsForProgramsOnOneLine) {
  EXPECT_EQ(for_rows(terminal_of_width(80)).width, 80U);
  EXPECT_EQ(for_rows({.width = 80}).width, 0U);
}

TEST(Terminal, HonoursNoColorEvenWhenItIsEmpty) {
  EXPECT_FALSE(terminal_of(80, environment({{"NO_COLOR", ""}})).colors);
  EXPECT_FALSE(terminal_of(80, environment({{"TERM", "dumb"}})).colors);
}

TEST(Terminal, LetsAFlagWin) {
  const Terminal plain = terminal_of(80, environment({{"NO_COLOR", "1"}}));
  EXPECT_TRUE(with_color(plain, ColorChoice::Always).colors);
  const Terminal colourful = terminal_of(80, environment({}));
  EXPECT_FALSE(with_color(colourful, ColorChoice::Never).colors);
  EXPECT_TRUE(with_color(colourful, ColorChoice::Auto).colors);
}

TEST(Terminal, SpeaksAsciiWhereTheLocaleDoes) {
  EXPECT_FALSE(terminal_of(80, environment({{"LANG", "C"}})).unicode);
  EXPECT_FALSE(terminal_of(80, environment({})).unicode);
  EXPECT_FALSE(
      terminal_of(80, environment({{"LC_ALL", "POSIX"}, {"LANG", "en_US.UTF-8"}})).unicode);
  EXPECT_TRUE(terminal_of(80, environment({{"LC_CTYPE", "C.utf8"}})).unicode);
}

TEST(Terminal, IsNeverTooNarrowToLayAnythingOut) {
  EXPECT_EQ(terminal_of(3, environment({})).width, 40U);
}

TEST(Ascii, KeepsEveryColumnWhereItWas) {
  EXPECT_EQ(to_ascii("✗ Stuck · a → b…"), "x Stuck | a > b~");
  EXPECT_EQ(to_ascii("日x"), "??x");
  EXPECT_EQ(to_ascii("plain\n"), "plain\n");
}

TEST(ExitCode, PutsUsageBeforeStuckBeforeErrorBeforeUnknown) {
  using enum ExitCode;
  EXPECT_EQ(worse(Usage, Stuck), Usage);
  EXPECT_EQ(worse(Error, Stuck), Stuck);
  EXPECT_EQ(worse(Unknown, Error), Error);
  EXPECT_EQ(worse(Fine, Unknown), Unknown);
  EXPECT_EQ(worse(Fine, Fine), Fine);
}

}  // namespace
}  // namespace telltale::cli
