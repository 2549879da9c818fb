// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "cli/command_line/flags.h"
#include "cli/command_line/parse.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

// A hyphen as a manual page writes it.
std::string in_manual(std::string_view text) {
  std::string out;
  for (const char byte : text) out += byte == '-' ? std::string("\\-") : std::string(1, byte);
  return out;
}

TEST(Commands, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Command* command : all_commands()) {
    EXPECT_TRUE(names.insert(command->name).second) << command->name;
    EXPECT_EQ(find_command(command->name), command);
    EXPECT_NE(command->prepare, nullptr) << command->name;
  }
  EXPECT_EQ(find_command("chek"), nullptr);
}

TEST(Commands, SayWhatTheyAreForAndShowAnExample) {
  for (const Command* command : all_commands()) {
    Screen overview;
    overview.run({"--help"});
    EXPECT_FALSE(command->summary.empty()) << command->name;
    EXPECT_TRUE(overview.out.text.contains(command->summary)) << command->name;
    const CommandText text = describe(*command);
    ASSERT_FALSE(text.examples.empty()) << command->name;
    Screen help;
    help.run({std::string(command->name), "--help"});
    Screen manual;
    manual.run({"manual", std::string(command->name)});
    for (const std::string& example : text.examples) {
      EXPECT_TRUE(help.out.text.contains(example)) << command->name << ": " << example;
    }
    EXPECT_TRUE(manual.out.text.contains(".SH EXAMPLES")) << command->name;
    EXPECT_TRUE(manual.out.text.contains(in_manual(command->summary))) << command->name;
  }
}

TEST(Commands, DeclareFlagsForHelpCompletionAndManualAtOnce) {
  Screen fish;
  fish.run({"completion", "fish"});
  Screen bash;
  bash.run({"completion", "bash"});
  for (const Command* command : all_commands()) {
    Screen help;
    help.run({std::string(command->name), "--help"});
    Screen manual;
    manual.run({"manual", std::string(command->name)});
    for (const FlagText& flag : describe(*command).flags) {
      const std::string_view name = flag.long_name();
      EXPECT_FALSE(flag.help.empty()) << command->name << " " << name;
      EXPECT_TRUE(help.out.text.contains(name)) << command->name << " " << name;
      EXPECT_TRUE(manual.out.text.contains(in_manual(name))) << command->name << " " << name;
      EXPECT_TRUE(fish.out.text.contains(
          format("__fish_seen_subcommand_from {}' -l {}\n", command->name, name.substr(2))))
          << command->name << " " << name;
      EXPECT_TRUE(bash.out.text.contains(name)) << command->name << " " << name;
    }
  }
}

TEST(Manual, IsWrittenAsOnePageForEachCommand) {
  const TempFolder folder;
  const std::string beside = folder.write("unused", "");
  const std::filesystem::path pages = std::filesystem::path(beside).parent_path() / "man1";
  Screen screen;
  EXPECT_EQ(screen.run({"manual", "--to", pages.string()}), ExitCode::Fine) << screen.err.text;
  EXPECT_TRUE(std::filesystem::exists(pages / "telltale.1"));
  for (const Command* command : all_commands()) {
    EXPECT_TRUE(std::filesystem::exists(pages / format("telltale-{}.1", command->name)));
  }
}

TEST(Manual, RefusesACommandThatIsNone) {
  Screen screen;
  EXPECT_EQ(screen.run({"manual", "chek"}), ExitCode::Usage);
  EXPECT_TRUE(screen.err.text.contains("there is no command chek")) << screen.err.text;
}

}  // namespace
}  // namespace telltale::cli
