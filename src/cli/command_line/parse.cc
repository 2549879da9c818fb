// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/parse.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/help.h"
#include "cli/command_line/overview.h"

namespace telltale::cli {
namespace {

Reply usage_reply(std::string_view detail, std::string_view command, std::string_view program) {
  const std::string blank = command.empty() ? "" : " ";
  return {ExitCode::Usage,
          format("error: {}\n       {}{}{} --help says more\n", detail, program, blank, command)};
}

Result<ColorChoice> read_color(std::string_view typed) {
  return Flags::choice_among<ColorChoice>("--color", plain_value(typed),
                                          {{"auto", ColorChoice::Auto},
                                           {"always", ColorChoice::Always},
                                           {"never", ColorChoice::Never}});
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

  std::variant<Invocation, Reply> finish(std::string_view color, std::string_view program) {
    if (const Result<void> done = flags_.finish(); !done) {
      return usage_reply(done.error().detail, name(), program);
    }
    const Result<ColorChoice> chosen = read_color(color);
    if (!chosen) return usage_reply(chosen.error().detail, name(), program);
    return Invocation{.command = std::move(command_), .color = *chosen};
  }

 private:
  CLI::App& app_;
  Flags flags_;
  std::unique_ptr<PreparedCommand> command_;
};

std::vector<std::string> spelled_out(std::span<const std::string> args) {
  std::vector<std::string> words(args.begin(), args.end());
  if (words.front() == "--version") words.front() = "version";
  return words;
}

// "b" of "a: b", or all of it.
std::string_view behind_colon(std::string_view text) {
  const std::size_t colon = text.find(": ");
  return colon == std::string_view::npos ? text : text.substr(colon + 2);
}

// What CLI11 has against a command line, in the words of all other errors.
std::string complaint(const CLI::App& app, const CLI::ParseError& error, std::string_view command) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> rest = app.remaining(true);
    if (!rest.empty()) return unknown_word(rest.front(), command);
  }
  const std::string said = printable(error.what());
  const std::string_view text = said;
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    const std::string_view detail = behind_colon(text);  // "--threads = many"
    const std::size_t equals = detail.find(" = ");
    if (equals == std::string_view::npos) return said;
    return format("{} cannot be {}", detail.substr(0, equals), detail.substr(equals + 3));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && text.ends_with(" missing")) {
    return format("{} needs a value", text.substr(0, text.find(':')));
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    const std::size_t verb = text.find(" excludes ");
    if (verb == std::string_view::npos) return said;
    return format("{} does not go with {}", text.substr(0, verb), text.substr(verb + 10));
  }
  return said;
}

// Every command has these.
std::vector<FlagText> general_flags() {
  return {
      {.names = "--color",
       .type = "WHEN",
       .help = "auto, always or never (default: auto, on terminals only)",
       .values = {"auto", "always", "never"},
       .group = FlagGroup::General},
      {.names = "-h,--help", .type = "", .help = "print this help", .group = FlagGroup::General}};
}

}  // namespace

std::variant<Invocation, Reply> parse(std::span<const std::string> args, std::string_view program,
                                      const Terminal& terminal) {
  Terminal page = help_terminal(terminal);
  if (args.empty()) return Reply{ExitCode::Fine, overview(program, page)};
  std::vector<std::string> words = spelled_out(args);
  const std::string first = words.front();
  if (first == "--help" || first == "-h") return Reply{ExitCode::Fine, overview(program, page)};
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
    page = with_color(page, read_color(color).value_or(ColorChoice::Auto));
    return Reply{ExitCode::Fine, asked == commands.end()
                                     ? overview(program, page)
                                     : command_help(*find_command(asked->name()), program, page)};
  } catch (const CLI::ParseError& error) {
    const auto asked = chosen();
    const std::string command = asked == commands.end() ? "" : asked->name();
    return usage_reply(complaint(app, error, command), command, program);
  }
  return chosen()->finish(color, program);
}

CommandText describe(const Command& command) {
  CLI::App app;
  Flags flags(app);
  command.prepare(flags);
  CommandText text = flags.text();
  std::ranges::move(general_flags(), std::back_inserter(text.flags));
  return text;
}

}  // namespace telltale::cli
