// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/typed_line.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

Terminal of_width(std::size_t width) { return {.width = width, .is_terminal = width > 0}; }

TEST(TypedLine, StaysOnOneLineWhereItFits) {
  EXPECT_EQ(next_line("telltale why machine/m1 -n default", of_width(80)),
            "next: telltale why machine/m1 -n default\n");
  EXPECT_EQ(next_line("telltale why machine/m1", of_width(29)), "next: telltale why machine/m1\n");
}

TEST(TypedLine, IsBrokenByBackslashesBetweenWordsOnly) {
  EXPECT_EQ(
      next_line("telltale why machine/web-0 -n fleet-00 -f 'my dumps/one.yaml'", of_width(40)),
      "next: telltale why machine/web-0 \\\n"
      "        -n fleet-00 \\\n"
      "        -f 'my dumps/one.yaml'\n");
}

TEST(TypedLine, IsNeverBrokenInAPipe) {
  const std::string command = "telltale why machine/m1 -f " + std::string(500, 'x');
  EXPECT_EQ(next_line(command, of_width(0)), "next: " + command + "\n");
}

TEST(TypedLine, KeepsAWordThatIsWiderThanTheTerminal) {
  const std::string name(60, 'x');
  EXPECT_EQ(next_line("telltale why machine/" + name, of_width(40)),
            "next: telltale why \\\n        machine/" + name + "\n");
}

}  // namespace
}  // namespace telltale::cli
