// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/overview.h"
#include "cli/command_line/parse.h"
#include "cli/manual/help_pages.h"
#include "cli/screen/pager.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class HelpPager final : public Pager {
 public:
  Result<void> show(std::string_view text) override {
    shown += text;
    return {};
  }

  std::string shown = {};
};

std::string asked_for(const std::vector<std::string>& args, Terminal terminal = {}) {
  Screen screen;
  screen.terminal = terminal;
  EXPECT_EQ(screen.run(args), ExitCode::Fine) << screen.err.text;
  return screen.out.text;
}

std::size_t widest(std::string_view text) {
  std::size_t cells = 0;
  for (const std::string_view line : split(text, '\n')) {
    cells = std::max(cells, display_width(line));
  }
  return cells;
}

std::vector<std::string> headings(std::string_view help) {
  std::vector<std::string> found;
  for (const std::string_view line : split(help, '\n')) {
    if (line.ends_with(':') && !line.starts_with(' ')) found.emplace_back(line);
  }
  return found;
}

TEST(Help, IsNoWiderThanATerminal) {
  for (const std::size_t width : {0U, 80U, 90U, 100U, 200U}) {
    const Terminal terminal = width == 0 ? Terminal{} : terminal_of_width(width);
    const std::size_t most = width == 0 ? 80 : std::min<std::size_t>(width, 100);
    for (const Command* command : all_commands()) {
      const std::string help = asked_for({std::string(command->name), "--help"}, terminal);
      EXPECT_LE(widest(help), most) << help;
      EXPECT_THAT(help, Not(HasSubstr(" \n")));
    }
  }
}

TEST(Help, PutsTheAnswerBeforeTheFlags) {
  EXPECT_THAT(headings(asked_for({"check", "--help"})),
              ElementsAre("Usage:", "Examples:", "What the words mean:", "Flags:", "Reading:",
                          "Judging:", "Server:", "General:"));
  EXPECT_THAT(
      headings(asked_for({"serve", "--help"})),
      ElementsAre("Usage:", "Examples:", "Flags:", "Server:", "Store:", "Audit log:", "General:"));
}

TEST(Help, ListsEveryFlagUnderItsGroup) {
  for (const Command* command : all_commands()) {
    const std::string help = asked_for({std::string(command->name), "--help"});
    const CommandText text = describe(*command);
    EXPECT_TRUE(std::ranges::is_sorted(text.flags, {}, &FlagText::group)) << command->name;
    std::size_t at = 0;
    for (const FlagText& flag : text.flags) {
      const std::size_t heading = help.rfind(format("\n{}:\n", title_of(flag.group)));
      ASSERT_NE(heading, std::string::npos) << command->name << " " << flag.names;
      const std::size_t here = help.find(flag.spelling(), std::max(at, heading));
      ASSERT_NE(here, std::string::npos) << command->name << " " << flag.names;
      const std::size_t next = help.find("\n\n", heading);
      EXPECT_LT(here, next) << command->name << " " << flag.names;
      at = heading;
    }
  }
}

TEST(Help, SharesGroupsBetweenReadingCommands) {
  const std::pair<std::string_view, FlagGroup> places[] = {
      {"--filename", FlagGroup::Reading},  {"--now", FlagGroup::Judging},
      {"--telltale", FlagGroup::Server},   {"--node-conditions", FlagGroup::Judging},
      {"--kubeconfig", FlagGroup::Server}, {"--output", FlagGroup::Own},
      {"--color", FlagGroup::General},
  };
  for (const std::string_view name : {"check", "why", "tree", "get", "wait", "history"}) {
    const CommandText text = describe(*find_command(name));
    for (const auto& [flag, group] : places) {
      const auto found = std::ranges::find(text.flags, flag, &FlagText::long_name);
      ASSERT_NE(found, text.flags.end()) << name << " " << flag;
      EXPECT_EQ(found->group, group) << name << " " << flag;
    }
  }
}

TEST(Help, SaysWhatTheVerdictsMeanWhereTheyAreShown) {
  for (const std::string name : {"check", "why", "tree", "wait"}) {
    const std::string help = asked_for({name, "--help"});
    for (const char* word : {"✗ Stuck ", "~ Working ", "? Unknown ", "✓ Healthy "}) {
      EXPECT_THAT(help, HasSubstr(word)) << name;
    }
  }
}

TEST(Help, CallsTelltaleWhatPeopleCallIt) {
  const std::string help =
      command_help(*find_command("check"), "kubectl telltale", help_terminal({}));
  EXPECT_THAT(help, HasSubstr("\n  kubectl telltale check must-gather.tar.gz\n"));
  EXPECT_THAT(help, HasSubstr("| kubectl telltale check -"));
  EXPECT_THAT(help, Not(HasSubstr("\n  telltale ")));
}

TEST(Help, BreaksLongExamplesSoThatTheyCanStillBeTyped) {
  const std::string help = asked_for({"wait", "--help"}, terminal_of_width(60));
  EXPECT_THAT(help, HasSubstr("  telltale wait cluster/prod --for=verdict=Healthy \\\n"
                              "      --fail-on=verdict=Stuck --timeout 20m\n"));
}

TEST(Help, IsTheSameBehindHelpAndBehindTheFlag) {
  for (const Command* command : all_commands()) {
    const std::string name(command->name);
    EXPECT_EQ(asked_for({"help", name}), asked_for({name, "--help"}));
  }
}

TEST(Help, ColoursHeadingsWhereColoursAreWanted) {
  Terminal colourful = terminal_of_width(80);
  colourful.colors = true;
  EXPECT_THAT(asked_for({"check", "--help"}, colourful), HasSubstr("\x1b[1mFlags:\x1b[0m"));
  EXPECT_THAT(asked_for({"check", "--help", "--color=never"}, colourful), Not(HasSubstr("\x1b")));
  EXPECT_THAT(asked_for({"check", "--help"}), Not(HasSubstr("\x1b")));
}

TEST(Help, IsAsciiOnATerminalThatKnowsNoMore) {
  Terminal plain = terminal_of_width(80);
  plain.unicode = false;
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"check", "--help"}, {"--help"}, {"help", "verdicts"}}) {
    const std::string help = asked_for(args, plain);
    EXPECT_THAT(help, HasSubstr("x Stuck"));
    EXPECT_TRUE(std::ranges::all_of(help, [](unsigned char byte) { return byte < 0x80; })) << help;
  }
}

TEST(Help, GoesThroughThePagerWhereItDoesNotFit) {
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"check", "--help"}, {"help", "check"}, {"help", "dumps"}, {}}) {
    Screen screen;
    HelpPager pager;
    screen.terminal = terminal_of_width(80);
    screen.terminal.height = 20;
    Streams streams = screen.streams();
    streams.pager = &pager;
    EXPECT_EQ(run(args, streams), ExitCode::Fine);
    EXPECT_EQ(screen.out.text, "");
    EXPECT_NE(pager.shown, "");
  }
}

TEST(Overview, FitsOnAScreen) {
  for (const std::string program : {"telltale", "kubectl telltale"}) {
    const std::string text = overview(program, help_terminal({}));
    EXPECT_LE(widest(text), 80U) << text;
    EXPECT_LE(std::ranges::count(text, '\n'), 30) << text;
  }
}

TEST(HelpPages, AreThereForWhatCommandsShare) {
  EXPECT_THAT(help_page_names(), ElementsAre("dialects", "dumps", "exit-codes", "verdicts"));
  const std::string list = asked_for({"help"});
  for (const std::string_view name : help_page_names()) {
    const std::string page = asked_for({"help", std::string(name)});
    EXPECT_THAT(page, StartsWith(std::string(help_page_title(name)) + "\n"));
    EXPECT_LE(widest(page), 80U) << page;
    EXPECT_GE(std::ranges::count(page, '\n'), 20) << page;
    EXPECT_LE(std::ranges::count(page, '\n'), 40) << page;
    EXPECT_THAT(list, HasSubstr(format("help {}", name)));
    EXPECT_THAT(asked_for({"completion", "fish"}), HasSubstr(std::string(name)));
    EXPECT_THAT(asked_for({"manual", std::string(name)}), HasSubstr(".SH DESCRIPTION"));
  }
}

TEST(HelpPages, AreSuggestedWhereTheWordIsNotQuiteTheirs) {
  Screen screen;
  EXPECT_EQ(screen.run({"help", "verdict"}), ExitCode::Usage);
  EXPECT_THAT(screen.err.text, HasSubstr("no help about \"verdict\"; did you mean verdicts?"));
  Screen command;
  EXPECT_EQ(command.run({"help", "chek"}), ExitCode::Usage);
  EXPECT_THAT(command.err.text, HasSubstr("did you mean check?"));
  EXPECT_EQ(Screen().run({"help", "check", "why"}), ExitCode::Usage);
}

}  // namespace
}  // namespace telltale::cli
