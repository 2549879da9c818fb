// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/parse.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/overview.h"

namespace telltale::cli {
namespace {

Reply usage_reply(std::string_view detail, std::string_view command, std::string_view program) {
  const std::string blank = command.empty() ? "" : " ";
  return {ExitCode::Usage,
          format("error: {}\n       {}{}{} --help says how\n", detail, program, blank, command)};
}

// One command as the parser sees it.
class Declared {
 public:
  Declared(CLI::App& app, const Command& command)
      : app_(*app.add_subcommand(std::string(command.name), std::string(command.summary))),
        flags_(app_) {
    app_.fallthrough();
    command_ = command.prepare(flags_);
  }

  bool is_chosen() const { return app_.parsed(); }
  const std::string& name() const { return app_.get_name(); }
  std::string help(std::string_view program) const { return app_.help(std::string(program)); }

  std::variant<Invocation, Reply> finish(std::string_view color, std::string_view program) {
    if (const Result<void> done = flags_.finish(); !done) {
      return usage_reply(done.error().detail, name(), program);
    }
    const auto chosen = Flags::choice_among<ColorChoice>("--color", plain_value(color),
                                                         {{"auto", ColorChoice::Auto},
                                                          {"always", ColorChoice::Always},
                                                          {"never", ColorChoice::Never}});
    if (!chosen) return usage_reply(chosen.error().detail, name(), program);
    return Invocation{.command = std::move(command_), .color = *chosen};
  }

 private:
  CLI::App& app_;
  Flags flags_;
  std::unique_ptr<PreparedCommand> command_;
};

// "help check" is "check --help".
std::vector<std::string> spelled_out(std::span<const std::string> args) {
  std::vector<std::string> words(args.begin(), args.end());
  if (words.front() == "--version") words.front() = "version";
  if (words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

}  // namespace

std::variant<Invocation, Reply> parse(std::span<const std::string> args, std::string_view program) {
  if (args.empty()) return Reply{ExitCode::Fine, overview(program)};
  std::vector<std::string> words = spelled_out(args);
  const std::string first = words.front();
  if (first == "--help" || first == "-h") return Reply{ExitCode::Fine, overview(program)};
  const Command* named = find_command(first);
  if (!first.starts_with('-') && named == nullptr) {
    return Reply{ExitCode::Usage, unknown_command(first, program)};
  }

  std::string color = "auto";
  CLI::App app("", std::string(program));
  app.add_option("--color", color, "auto, always or never")->type_name("WHEN");
  app.require_subcommand(1);
  std::deque<Declared> commands;
  // Declaring all of them would take longer than judging a small file.
  for (const Command* command : all_commands()) {
    if (named == nullptr || command == named) commands.emplace_back(app, *command);
  }
  const auto chosen = [&] { return std::ranges::find_if(commands, &Declared::is_chosen); };
  try {
    std::ranges::reverse(words);  // CLI11 takes its words from the back.
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    const auto asked = chosen();
    return Reply{ExitCode::Fine,
                 asked == commands.end() ? overview(program) : asked->help(program)};
  } catch (const CLI::ParseError& error) {
    const auto asked = chosen();
    return usage_reply(printable(error.what()), asked == commands.end() ? "" : asked->name(),
                       program);
  }
  return chosen()->finish(color, program);
}

CommandText describe(const Command& command) {
  CLI::App app;
  Flags flags(app);
  command.prepare(flags);
  return flags.text();
}

}  // namespace telltale::cli
