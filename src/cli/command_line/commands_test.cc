// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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

// Without the backslashes at which long examples are broken.
std::string unbroken(std::string text) {
  constexpr std::string_view broken = " \\\n      ";
  for (std::size_t at = text.find(broken); at != text.npos; at = text.find(broken)) {
    text.replace(at, broken.size(), " ");
  }
  return text;
}

// The words behind each "telltale" of a line of a shell, without quotes.
std::vector<std::vector<std::string>> calls_of_telltale(std::string line) {
  std::vector<std::vector<std::string>> calls;
  std::erase(line, '\'');
  for (const std::string_view mark : {"<(", ")"}) {
    for (std::size_t at = line.find(mark); at != line.npos; at = line.find(mark)) {
      line.replace(at, mark.size(), " ");
    }
  }
  bool inside = false;
  for (const std::string_view word : split(line, ' ')) {
    if (word == "telltale") {
      calls.emplace_back();
      inside = true;
    } else if (word == "|" || word == "&&" || word == "&" || word == ">") {
      inside = false;
    } else if (inside && !word.empty()) {
      calls.back().emplace_back(word);
    }
  }
  return calls;
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

TEST(Commands, SayWhatTheyAreFor) {
  Screen overview;
  overview.run({"--help"});
  for (const Command* command : all_commands()) {
    EXPECT_FALSE(command->summary.empty()) << command->name;
    EXPECT_TRUE(command->about.ends_with('.')) << command->name;
    EXPECT_TRUE(overview.out.text.contains(command->name)) << command->name;
    const bool has_line = overview.out.text.contains(command->summary);
    EXPECT_TRUE(has_line || command->group == CommandGroup::Itself) << command->name;
    Screen manual;
    manual.run({"manual", std::string(command->name)});
    EXPECT_TRUE(manual.out.text.contains(in_manual(command->summary))) << command->name;
    EXPECT_TRUE(manual.out.text.contains(in_manual(command->about))) << command->name;
  }
}

TEST(Commands, ShowExamples) {
  for (const Command* command : all_commands()) {
    const CommandText text = describe(*command);
    ASSERT_FALSE(text.examples.empty()) << command->name;
    Screen help;
    help.run({std::string(command->name), "--help"});
    Screen manual;
    manual.run({"manual", std::string(command->name)});
    for (const Example& example : text.examples) {
      EXPECT_TRUE(unbroken(help.out.text).contains(example.line)) << help.out.text;
      EXPECT_TRUE(help.out.text.contains(example.comment)) << help.out.text;
    }
    EXPECT_TRUE(manual.out.text.contains(".SH EXAMPLES")) << command->name;
  }
}

// Whatever telltale an example calls, in a pipe or behind another command.
TEST(Commands, ShowExamplesThatCanBeTyped) {
  for (const Command* command : all_commands()) {
    std::size_t calls = 0;
    for (const Example& example : describe(*command).examples) {
      for (const std::vector<std::string>& words : calls_of_telltale(example.line)) {
        ++calls;
        const auto result = parse(words, "telltale");
        const Reply* reply = std::get_if<Reply>(&result);
        EXPECT_EQ(reply, nullptr) << example.line << ": " << reply->text;
      }
    }
    EXPECT_GT(calls, 0U) << command->name;
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
      EXPECT_TRUE(manual.out.text.contains(format(".SS {}\n", title_of(flag.group))))
          << command->name << " " << name;
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
  EXPECT_TRUE(std::filesystem::exists(pages / "telltale-verdicts.1"));
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
