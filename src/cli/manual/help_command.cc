// SPDX-License-Identifier: Apache-2.0
// `telltale help [TOPIC]`: the help of a command, or a page about something that commands share.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/flags.h"
#include "cli/command_line/help.h"
#include "cli/command_line/overview.h"
#include "cli/manual/help_pages.h"
#include "cli/manual/runbook_text.h"
#include "cli/screen/pager.h"
#include "cli/screen/wording.h"

namespace telltale::cli {
namespace {

struct HelpOptions {
  std::string topic = {};  // a command or a page; empty: the list of both
};

std::vector<std::string> help_topics() {
  std::vector<std::string> topics;
  for (const std::string_view page : help_page_names()) topics.emplace_back(page);
  for (const Command* command : all_commands()) topics.emplace_back(command->name);
  return topics;
}

std::string list_of_topics(std::string_view program, const Terminal& terminal) {
  std::string text = overview(program, terminal) + "\n";
  for (const std::string_view page : help_page_names()) {
    text += format("  {} help {:<12}{}\n", program, page, help_page_title(page));
  }
  return text;
}

ExitCode refuse_topic(std::string_view typed, const Streams& streams) {
  const std::vector<std::string> topics = help_topics();
  const std::vector<std::string_view> known(topics.begin(), topics.end());
  const std::string hint = did_you_mean(typed, known);
  streams.err.write(format("error: no help about \"{}\"{}\n       {} help lists the topics\n",
                           printable(typed), hint, streams.program));
  return ExitCode::Usage;
}

ExitCode run_help(const HelpOptions& options, const Streams& streams) {
  const Terminal terminal = help_terminal(streams.out_terminal);
  const std::string_view page = help_page(options.topic);
  const Command* command = find_command(options.topic);
  if (options.topic.empty()) {
    show_long(list_of_topics(streams.program, terminal), streams);
  } else if (command != nullptr) {
    show_long(command_help(*command, streams.program, terminal), streams);
  } else if (!page.empty()) {
    show_long(runbook_text(page, terminal), streams);
  } else {
    return refuse_topic(options.topic, streams);
  }
  return ExitCode::Fine;
}

void declare_help(Flags& flags, HelpOptions& options) {
  flags.operands({"TOPIC", "a command or a page (default: list them)", "[TOPIC]"},
                 [&](std::span<const std::string> typed) -> Result<void> {
                   if (typed.size() > 1) return usage("help takes one topic at most");
                   if (!typed.empty()) options.topic = typed.front();
                   return {};
                 });
  flags.offer_operands(help_topics);
  for (const std::string_view page : help_page_names()) flags.word(page, help_page_title(page));
  flags.example("telltale help verdicts");
  flags.example("telltale help check", "the same as telltale check --help");
}

}  // namespace

extern const Command help_command{
    .name = "help",
    .group = CommandGroup::Itself,
    .summary = "the help of a command, or a page: verdicts, dialects, dumps, exit-codes",
    .about = "Prints the help of a command, or a page about something that commands share.",
    .prepare = prepare<HelpOptions, declare_help, run_help>,
};

}  // namespace telltale::cli
