// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/typed_line.h"

#include <gtest/gtest.h>

#include "base/text.h"

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

std::string shown(const std::vector<IndentedLine>& lines) {
  std::string text;
  for (const IndentedLine& line : lines) {
    text += std::string(line.indent, ' ') + line.text + "\n";
  }
  return text;
}

TEST(StepLines, GiveACommandThatDoesNotFitLinesOfItsOwn) {
  constexpr std::string_view step =
      "read what the bootstrap config waits for: kubectl describe kubeadmconfig/m1 -n fleet-00";
  EXPECT_EQ(shown(step_lines(step, 100, 4)), "    " + std::string(step) + "\n");
  EXPECT_EQ(shown(step_lines(step, 40, 4)),
            "    read what the bootstrap config waits\n"
            "    for:\n"
            "    kubectl describe kubeadmconfig/m1 \\\n"
            "      -n fleet-00\n");
}

TEST(StepLines, WrapAStepWithoutACommandAsAnyText) {
  EXPECT_EQ(shown(step_lines("ask the owner of the hook", 20, 4)),
            "    ask the owner of\n    the hook\n");
}

TEST(StepLines, GiveALongWordTheRoomItNeeds) {
  const std::string name(30, 'x');
  const std::string text = shown(step_lines("look: kubectl describe pod/" + name, 40, 12));
  EXPECT_TRUE(text.contains("pod/" + name + "\n")) << text;
  for (const std::string_view line : split(text, '\n')) EXPECT_LE(line.size(), 40U) << line;
}

}  // namespace
}  // namespace telltale::cli
