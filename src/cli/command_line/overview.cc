// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/overview.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/parse.h"
#include "cli/manual/help_pages.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

struct OverviewGroup {
  CommandGroup group;
  std::string_view title;
};

constexpr OverviewGroup overview_groups[] = {
    {CommandGroup::See, "See what is wrong"},
    {CommandGroup::Understand, "Understand it"},
    {CommandGroup::Run, "Run it"},
    {CommandGroup::Tools, "Data and tools"},
};

std::string command_lines(CommandGroup group) {
  std::string lines;
  for (const Command* command : all_commands()) {
    if (command->group == group) lines += format("  {:<11}{}\n", command->name, command->summary);
  }
  return lines;
}

std::string names_of_commands(CommandGroup group) {
  std::vector<std::string_view> names;
  for (const Command* command : all_commands()) {
    if (command->group == group) names.push_back(command->name);
  }
  return join(std::span<const std::string_view>(names), ", ");
}

// "Verdicts: ..."
std::string legend(std::string_view title, std::string_view text, const Terminal& terminal) {
  const std::string heading = format("{}:", title);
  const std::vector<std::string> lines = wrap(format("{} {}", heading, text), terminal.width);
  std::string out = painted(heading, Paint::Strong, terminal);
  out += format("{}\n", std::string_view(lines.front()).substr(heading.size()));
  for (const std::string& line : std::span(lines).subspan(1)) out += format("  {}\n", line);
  return out;
}

// Every flag by each of its names, without what stands behind a "=".
bool has_flag(const CommandText& text, std::string_view typed) {
  return std::ranges::any_of(text.flags, [&](const FlagText& flag) {
    const std::vector<std::string_view> names = split(flag.names, ',');
    return std::ranges::find(names, typed) != names.end();
  });
}

std::string commands_with(std::string_view flag) {
  std::vector<std::string> names;
  for (const Command* command : all_commands()) {
    if (has_flag(describe(*command), flag)) names.emplace_back(command->name);
  }
  return names.empty() ? "" : alternatives(std::move(names));
}

}  // namespace

std::string overview(std::string_view program, const Terminal& terminal) {
  std::string text = format(
      "telltale gives every cluster-lifecycle resource one status, says why, and who\n"
      "has to act. {} COMMAND --help says more about a command.\n\n",
      program);
  for (const OverviewGroup& one : overview_groups) {
    text += painted(one.title, Paint::Strong, terminal) + "\n" + command_lines(one.group);
  }
  text += format("  and {}\n\n", names_of_commands(CommandGroup::Itself));
  text +=
      legend("Verdicts", "✗ Stuck (a human must act), ~ Working, ? Unknown, ✓ Healthy", terminal);
  text += legend("Exit codes", "0 fine, 1 error, 2 usage, 3 human needed, 4 timed out, 5 unknown",
                 terminal);
  text += legend("Pages",
                 format("{} help {}", program,
                        join(std::span<const std::string_view>(help_page_names()), "|")),
                 terminal);
  text +=
      legend("Try", format("{0} generate fleet --unhealthy 30 | {0} check -", program), terminal);
  return text;
}

std::string unknown_command(std::string_view typed, std::string_view program) {
  std::vector<std::string_view> names;
  for (const Command* command : all_commands()) names.push_back(command->name);
  return format("error: unknown command \"{}\"{}\n       {} --help lists the commands\n",
                printable(typed), did_you_mean(typed, names), program);
}

std::string unknown_word(std::string_view typed, std::string_view command) {
  if (!typed.starts_with('-')) {
    return format("{} does not take \"{}\"", command.empty() ? "telltale" : command,
                  printable(typed));
  }
  const std::string_view flag = typed.substr(0, typed.find('='));
  const Command* asked = find_command(command);
  const CommandText text = asked == nullptr ? CommandText{} : describe(*asked);
  std::vector<std::string_view> names;
  for (const FlagText& one : text.flags) names.push_back(one.long_name());
  std::string hint = did_you_mean(flag, names);
  if (hint.empty()) {
    const std::string others = commands_with(flag);
    if (!others.empty()) hint = format("; {} has it", others);
  }
  return format("unknown flag {}{}", printable(flag), hint);
}

}  // namespace telltale::cli
