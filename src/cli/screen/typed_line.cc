// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/typed_line.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::string_view goes_on = " \\";

// A line of a shell in pieces between which it may be broken: blanks that no quotes hold.
std::vector<std::string> shell_pieces(std::string_view line) {
  std::vector<std::string> pieces(1);
  char quote = '\0';
  for (const char letter : line) {
    if (letter == ' ' && quote == '\0') {
      pieces.emplace_back();
      continue;
    }
    if (letter == quote) {
      quote = '\0';
    } else if (quote == '\0' && (letter == '\'' || letter == '"')) {
      quote = letter;
    }
    pieces.back() += letter;
  }
  return pieces;
}

// A flag goes with its value: "-n" alone at the end of a line reads badly.
std::vector<std::string> typed_words(std::string_view command) {
  std::vector<std::string> words;
  bool wants_value = false;
  for (std::string& piece : shell_pieces(command)) {
    const bool is_flag = piece.starts_with('-') && piece.size() > 1;
    const bool joins = wants_value && !is_flag;
    wants_value = is_flag && !piece.contains('=');
    if (joins) {
      words.back() += format(" {}", piece);
    } else {
      words.push_back(std::move(piece));
    }
  }
  return words;
}

// Where the command of a step begins; npos where it has none.
std::size_t command_in(std::string_view step) {
  std::size_t begin = std::string_view::npos;
  for (const std::string_view program : {" kubectl ", " clusterctl ", " telltale ", " etcdctl "}) {
    begin = std::min(begin, step.find(program));
  }
  return begin == std::string_view::npos ? begin : begin + 1;
}

// Later lines stand in two cells more, unless a word needs the room.
void add_command(std::vector<IndentedLine>& lines, std::string_view command, std::size_t width,
                 std::size_t indent) {
  const std::size_t begin = lines.size();
  for (const std::string& word : typed_words(command)) {
    const std::size_t cells = display_width(word);
    const bool fits =
        lines.size() > begin &&
        lines.back().indent + display_width(lines.back().text) + 1 + cells + goes_on.size() <=
            width;
    if (fits) {
      lines.back().text += format(" {}", word);
      continue;
    }
    if (lines.size() > begin) lines.back().text += goes_on;
    const std::size_t wanted = lines.size() > begin ? indent + 2 : indent;
    const std::size_t room = width - std::min(width, cells + goes_on.size());
    lines.push_back({std::min(wanted, room), word});
  }
}

}  // namespace

std::vector<IndentedLine> step_lines(std::string_view step, std::size_t width, std::size_t indent,
                                     Lead lead) {
  const std::size_t command = command_in(step);
  const bool fits = width == 0 || indent + display_width(step) <= width;
  if (fits || command == std::string_view::npos) return wrap_indented(step, width, indent, lead);
  // A terminal that is too narrow for a word cannot show a command that can be copied.
  const auto is_too_wide = [&](const std::string& word) {
    return display_width(word) + goes_on.size() > width;
  };
  if (std::ranges::any_of(typed_words(step.substr(command)), is_too_wide)) {
    return wrap_indented(step, width, indent, lead);
  }
  std::vector<IndentedLine> lines = wrap_indented(step.substr(0, command - 1), width, indent, lead);
  add_command(lines, step.substr(command), width, indent);
  return lines;
}

std::string typed_line(std::string_view command, const TypedLine& how, const Terminal& terminal) {
  const std::size_t width = terminal.width;
  if (width == 0 || display_width(how.lead) + display_width(command) <= width) {
    return format("{}{}\n", how.lead, command);
  }
  std::string text(how.lead);
  std::size_t cells = display_width(text);
  bool first = true;  // on its line
  for (const std::string& word : typed_words(command)) {
    const std::size_t more = display_width(word) + (first ? 0 : 1);
    if (!first && cells + more + goes_on.size() > width) {
      text += format("{}\n{}", goes_on, std::string(how.indent, ' '));
      cells = how.indent;
      first = true;
    }
    text += format("{}{}", first ? "" : " ", word);
    cells += display_width(word) + (first ? 0 : 1);
    first = false;
  }
  return text + "\n";
}

std::string next_line(std::string_view command, const Terminal& terminal) {
  constexpr std::string_view lead = "next: ";
  return typed_line(command, {.lead = lead, .indent = lead.size() + 2}, terminal);
}

}  // namespace telltale::cli
