// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/help.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command_line/parse.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::size_t pipe_width = 80;
constexpr std::size_t help_width_max = 100;
// A flag that is longer than this has its help on the lines below.
constexpr std::size_t name_cells_max = 28;
constexpr std::size_t gap = 2;

struct Entry {
  std::string name;
  std::string text;
};

// "telltale" where it is a command, as people call it.
std::string as_called(std::string_view line, std::string_view program) {
  constexpr std::string_view name = "telltale ";
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool starts = i == 0 || line[i - 1] == ' ' || line[i - 1] == '(';
    if (!starts || !line.substr(i).starts_with(name)) {
      out += line[i];
      continue;
    }
    out += program;
    i += name.size() - 2;
  }
  return out;
}

class HelpSetter {
 public:
  explicit HelpSetter(const Terminal& terminal) : terminal_(terminal) {}

  void heading(std::string_view title) {
    text_ += format("\n{}\n", painted(format("{}:", title), Paint::Strong, terminal_));
  }

  void paragraph(std::string_view sentences) {
    for (const std::string& line : wrap(sentences, terminal_.width)) text_ += line + "\n";
  }

  void indented(std::string_view line) {
    for (const std::string& part : wrap(line, terminal_.width - gap)) {
      text_ += format("  {}\n", part);
    }
  }

  void blank_line() { text_ += '\n'; }

  void list(const std::vector<Entry>& entries, std::size_t column) {
    for (const Entry& entry : entries) {
      std::string line = format("  {}", entry.name);
      if (display_width(line) + gap > column) {
        text_ += line + "\n";
        line.clear();
      }
      for (const std::string& part : wrap(entry.text, terminal_.width - column)) {
        text_ += format("{}{}{}\n", line, std::string(column - display_width(line), ' '), part);
        line.clear();
      }
    }
  }

  void command_line(std::string_view typed) {
    text_ += typed_line(typed, {.lead = "  ", .indent = 6}, terminal_);
  }

  std::string take() { return std::move(text_); }

 private:
  const Terminal& terminal_;
  std::string text_;
};

// Where the texts begin, so that all names stand before them that are not too long for it.
std::size_t column_of(const std::vector<Entry>& entries) {
  std::size_t longest = 0;
  for (const Entry& entry : entries) {
    const std::size_t cells = display_width(entry.name);
    if (cells <= name_cells_max) longest = std::max(longest, cells);
  }
  return 2 + longest + gap;
}

Entry entry_of(const FlagText& flag) {
  const std::string spelling = flag.spelling();
  const bool is_long = spelling.starts_with("--");
  return {.name = format("{}{}", is_long ? "    " : "", spelling), .text = flag.help};
}

void set_flags(const std::vector<FlagText>& flags, HelpSetter& help) {
  std::vector<Entry> all;
  for (const FlagText& flag : flags) all.push_back(entry_of(flag));
  const std::size_t column = column_of(all);
  for (auto from = flags.begin(); from != flags.end();) {
    const auto to = std::find_if(from, flags.end(),
                                 [&](const auto& flag) { return flag.group != from->group; });
    help.heading(title_of(from->group));
    const auto first = all.begin() + (from - flags.begin());
    help.list({first, first + (to - from)}, column);
    from = to;
  }
}

void set_usage(const Command& command, const CommandText& text, std::string_view program,
               HelpSetter& help) {
  help.heading("Usage");
  const std::string operands = text.usage.empty() ? "" : format(" {}", text.usage);
  help.indented(format("{} {}{} [FLAGS]", program, command.name, operands));
  if (text.operands.empty()) return;
  const std::vector<Entry> entries = {{.name = text.operands, .text = text.operands_help}};
  help.list(entries, column_of(entries));
}

}  // namespace

Terminal help_terminal(Terminal terminal) {
  terminal.width = terminal.width == 0 ? pipe_width : std::min(terminal.width, help_width_max);
  return terminal;
}

std::string command_help(const Command& command, std::string_view program,
                         const Terminal& terminal) {
  const CommandText text = describe(command);
  HelpSetter help(terminal);
  help.paragraph(command.about);
  if (!text.notes.empty()) {
    help.blank_line();
    help.paragraph(text.notes);
  }
  set_usage(command, text, program, help);
  if (!text.examples.empty()) help.heading("Examples");
  for (const Example& example : text.examples) {
    if (!example.comment.empty()) help.indented(format("# {}", example.comment));
    help.command_line(as_called(example.line, program));
  }
  if (!text.words.empty()) {
    help.heading("What the words mean");
    std::vector<Entry> words;
    for (const auto& [word, meaning] : text.words) words.push_back({word, meaning});
    help.list(words, column_of(words));
  }
  set_flags(text.flags, help);
  return help.take();
}

}  // namespace telltale::cli
