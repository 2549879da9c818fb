// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/run.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/test_world.h"
#include "json/parse.h"

namespace telltale::cli {
namespace {

TEST(Run, PutsHelpOnStandardOutputAndRefusalsOnStandardError) {
  Screen help;
  EXPECT_EQ(help.run({"--help"}), ExitCode::Fine);
  EXPECT_TRUE(help.err.text.empty());
  EXPECT_FALSE(help.out.text.empty());
  Screen refusal;
  EXPECT_EQ(refusal.run({"bogus"}), ExitCode::Usage);
  EXPECT_TRUE(refusal.out.text.empty());
  EXPECT_FALSE(refusal.err.text.empty());
}

TEST(Run, KnowsThatItIsAPluginByItsName) {
  EXPECT_EQ(program_name("/usr/bin/kubectl-telltale"), "kubectl telltale");
  EXPECT_EQ(program_name("./telltale"), "telltale");
  EXPECT_EQ(program_name(""), "telltale");
}

TEST(Version, IsSaidAsTextAndAsData) {
  Screen text;
  EXPECT_EQ(text.run({"--version"}), ExitCode::Fine);
  EXPECT_TRUE(text.out.text.starts_with("telltale 0.")) << text.out.text;
  Screen data;
  data.run({"version", "-o", "json"});
  EXPECT_TRUE(json::parse(data.out.text));
}

TEST(Generate, MakesTheSameFleetFromTheSameSeed) {
  Screen one;
  Screen same;
  Screen other;
  one.run({"generate", "fleet", "--seed", "5"});
  same.run({"generate", "fleet", "--seed", "5"});
  other.run({"generate", "fleet", "--seed", "6"});
  EXPECT_EQ(one.out.text, same.out.text);
  EXPECT_NE(one.out.text, other.out.text);
}

TEST(Completion, KnowsEveryCommandInEveryShell) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    Screen screen;
    EXPECT_EQ(screen.run({"completion", shell}), ExitCode::Fine);
    for (const Command* command : all_commands()) {
      EXPECT_TRUE(screen.out.text.contains(command->name)) << shell << command->name;
    }
    EXPECT_TRUE(screen.out.text.contains("NodeHealthy")) << shell;
  }
}

// A flag that a command understands is offered, and one that is offered is understood.
TEST(Completion, OffersTheFlagsOfEachCommand) {
  Screen script;
  script.run({"completion", "fish"});
  for (const Command* command : all_commands()) {
    Screen help;
    help.run({std::string(command->name), "--help"});
    const std::string prefix =
        format("complete -c telltale -n '__fish_seen_subcommand_from {}' -l ", command->name);
    for (const std::string_view line : split(script.out.text, '\n')) {
      if (!line.starts_with(prefix)) continue;
      const std::string flag = format("--{}", line.substr(prefix.size()));
      if (flag == "--color") continue;  // It belongs to all commands.
      EXPECT_TRUE(help.out.text.contains(flag)) << command->name << " " << flag;
    }
    for (const std::string_view line : split(help.out.text, '\n')) {
      const std::size_t dashes = line.find("--");
      if (!line.starts_with("  -") || dashes == std::string_view::npos) continue;
      const std::string_view flag = line.substr(dashes + 2, line.find(' ', dashes) - dashes - 2);
      EXPECT_TRUE(script.out.text.contains(prefix + std::string(flag) + "\n"))
          << command->name << " --" << flag;
    }
  }
}

}  // namespace
}  // namespace telltale::cli
