// SPDX-License-Identifier: Apache-2.0
// `telltale manual [COMMAND]`: the manual page of a command, for man, made of what it declares.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/flags.h"
#include "cli/command_line/help.h"
#include "cli/command_line/parse.h"
#include "cli/manual/help_pages.h"
#include "cli/manual/runbook_text.h"

namespace telltale::cli {
namespace {

struct ManualOptions {
  std::string name = {};    // empty: the page about telltale itself
  std::string folder = {};  // every page as a file there, instead of one on standard output
};

// Text as roff takes it: a backslash, a hyphen, and a dot or quote at the start of a line mean
// something else there.
std::string as_roff(std::string_view text) {
  std::string out;
  bool starts_line = true;
  for (const char byte : text) {
    if (starts_line && (byte == '.' || byte == '\'')) out += "\\&";
    if (byte == '\\') {
      out += "\\e";
    } else if (byte == '-') {
      out += "\\-";
    } else {
      out += byte;
    }
    starts_line = byte == '\n';
  }
  return out;
}

std::string page_name(std::string_view command) {
  return command.empty() ? "telltale" : format("telltale-{}", command);
}

std::string title(std::string_view command, std::string_view summary) {
  std::string capitals = page_name(command);
  for (char& letter : capitals) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return format(".TH \"{}\" 1 \"\" \"telltale {}\"\n.SH NAME\n{} \\- {}\n", as_roff(capitals),
                TELLTALE_VERSION, as_roff(page_name(command)), as_roff(summary));
}

std::string flags_section(const CommandText& text) {
  std::string out = ".SH OPTIONS\n";
  std::optional<FlagGroup> group;
  for (const FlagText& flag : text.flags) {
    if (flag.group != group) out += format(".SS {}\n", as_roff(title_of(flag.group)));
    group = flag.group;
    out += format(".TP\n\\fB{}\\fR\n{}\n", as_roff(flag.spelling()), as_roff(flag.help));
  }
  return out;
}

std::string words_section(const CommandText& text) {
  if (text.words.empty()) return {};
  std::string out = ".SH WORDS\n";
  for (const auto& [word, meaning] : text.words) {
    out += format(".TP\n\\fB{}\\fR\n{}\n", as_roff(word), as_roff(meaning));
  }
  return out;
}

std::string examples_section(const std::vector<Example>& examples) {
  std::string out = ".SH EXAMPLES\n.nf\n";
  for (const Example& example : examples) {
    if (!example.comment.empty()) out += format("# {}\n", as_roff(example.comment));
    out += format("{}\n", as_roff(example.line));
  }
  return out + ".fi\n";
}

constexpr std::string_view exit_status =
    ".SH EXIT STATUS\n"
    "0 fine, met; 1 operational error; 2 usage; 3 a human is needed, failed; 4 timed out; 5 not "
    "enough data\n";

std::string command_page(const Command& command) {
  const CommandText text = describe(command);
  std::string out = title(command.name, command.summary);
  out += format(".SH SYNOPSIS\n\\fBtelltale {}\\fR [FLAGS]", as_roff(command.name));
  if (!text.operands.empty()) out += format(" [\\fI{}\\fR...]", as_roff(text.operands));
  out += '\n';
  out += format(".SH DESCRIPTION\n{}\n", as_roff(command.about));
  if (!text.notes.empty()) out += format(".PP\n{}\n", as_roff(text.notes));
  out += words_section(text);
  out += flags_section(text);
  if (!text.examples.empty()) out += examples_section(text.examples);
  out += exit_status;
  return out + ".SH SEE ALSO\n\\fBtelltale\\fR(1)\n";
}

std::string program_page() {
  std::string out = title("", "one honest status for every cluster-lifecycle resource");
  out += ".SH SYNOPSIS\n\\fBtelltale\\fR COMMAND [FLAGS]\n.SH COMMANDS\n";
  for (const Command* command : all_commands()) {
    out += format(".TP\n\\fBtelltale\\-{}\\fR(1)\n{}\n", as_roff(command->name),
                  as_roff(command->summary));
  }
  out += ".SH PAGES\n";
  for (const std::string_view page : help_page_names()) {
    out += format(".TP\n\\fBtelltale\\-{}\\fR(1)\n{}\n", as_roff(page),
                  as_roff(help_page_title(page)));
  }
  out += exit_status;
  return out;
}

// A page of `telltale help`, as it is shown there.
std::string topic_page(std::string_view name) {
  const Terminal terminal = help_terminal({});
  std::string_view text = help_page(name);
  text.remove_prefix(std::min(text.find('\n'), text.size()));
  return format("{}.SH DESCRIPTION\n.nf{}.fi\n.SH SEE ALSO\n\\fBtelltale\\fR(1)\n",
                title(name, help_page_title(name)), as_roff(runbook_text(text, terminal)));
}

// Of a command, of a page of help, or of telltale itself.
std::string page_about(std::string_view name) {
  if (const Command* command = find_command(name)) return command_page(*command);
  return help_page(name).empty() ? program_page() : topic_page(name);
}

std::vector<std::string> manual_subjects() {
  std::vector<std::string> names;
  for (const Command* command : all_commands()) names.emplace_back(command->name);
  for (const std::string_view page : help_page_names()) names.emplace_back(page);
  return names;
}

Result<void> write_page(const std::filesystem::path& file, std::string_view page) {
  std::ofstream out(file, std::ios::binary);
  out << page;
  out.close();
  if (out) return {};
  return fail(Error::Kind::Invalid, format("{}: cannot be written", file.string()));
}

Result<void> write_pages(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return fail(Error::Kind::Invalid, format("{}: {}", folder.string(), error.message()));
  }
  if (auto done = write_page(folder / "telltale.1", program_page()); !done) return done;
  for (const std::string& subject : manual_subjects()) {
    const std::string name = format("{}.1", page_name(subject));
    if (auto done = write_page(folder / name, page_about(subject)); !done) return done;
  }
  return {};
}

ExitCode run_manual(const ManualOptions& options, const Streams& streams) {
  if (!options.folder.empty()) {
    if (const auto done = write_pages(options.folder); !done) {
      streams.err.write(format("error: {}\n", printable(done.error().detail)));
      return ExitCode::Error;
    }
    return ExitCode::Fine;
  }
  streams.out.write(page_about(options.name));
  return ExitCode::Fine;
}

void declare_manual(Flags& flags, ManualOptions& options) {
  flags.operands({"COMMAND", "a command or a page of help (default: telltale itself)", "[COMMAND]"},
                 [&](std::span<const std::string> typed) -> Result<void> {
                   if (typed.size() > 1) return usage("manual takes one command at most");
                   if (typed.empty()) return {};
                   options.name = typed.front();
                   const std::vector<std::string> known = manual_subjects();
                   if (std::ranges::find(known, options.name) != known.end()) return {};
                   return usage(format("there is no command {}", printable(options.name)));
                 });
  flags.offer_operands(manual_subjects);
  flags.text({"--to", "FOLDER", "write all pages as files into this folder"}, options.folder);
  flags.check([&]() -> Result<void> {
    if (options.folder.empty() || options.name.empty()) return {};
    return usage("--to writes the pages of all commands");
  });
  flags.example("telltale manual check | man -l -");
  flags.example("telltale manual --to ~/.local/share/man/man1");
}

}  // namespace

extern const Command manual_command{
    .name = "manual",
    .group = CommandGroup::Itself,
    .summary = "the manual page of a command, for man; --to: all of them as files",
    .about =
        "Prints the manual page of a command or of a help page, for man. With --to all of them "
        "become files.",
    .prepare = prepare<ManualOptions, declare_manual, run_manual>,
};

}  // namespace telltale::cli
