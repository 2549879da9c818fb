// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/terminal.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/text.h"

namespace telltale::cli {
namespace {

constexpr std::size_t width_min = 40;  // Narrower than this nothing can be laid out.
constexpr std::size_t width_max = 10'000;

std::string_view value_of(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// The first of the three that says anything decides, as in every C library.
bool speaks_utf8(const Environment& environment) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale(value_of(environment, name));
    if (locale.empty()) continue;
    std::ranges::transform(locale, locale.begin(),
                           [](unsigned char letter) { return std::tolower(letter); });
    return locale.contains("utf-8") || locale.contains("utf8");
  }
  return false;
}

std::string_view code_of(Paint paint) {
  switch (paint) {
    case Paint::Bad:
      return "\x1b[1;31m";
    case Paint::Doubtful:
      return "\x1b[35m";
    case Paint::Moving:
      return "\x1b[33m";
    case Paint::Good:
      return "\x1b[32m";
    case Paint::Faint:
      return "\x1b[2m";
    case Paint::Strong:
      return "\x1b[1m";
    case Paint::None:
      break;
  }
  return {};
}

}  // namespace

Terminal terminal_of(std::size_t columns, const Environment& environment) {
  Terminal terminal;
  terminal.is_terminal = columns > 0;
  terminal.width = columns > 0 ? std::max(columns, width_min) : 0;
  const bool plain = environment("NO_COLOR") != nullptr || value_of(environment, "TERM") == "dumb";
  terminal.colors = terminal.is_terminal && !plain;
  // What is piped on is UTF-8, as is everything Kubernetes writes; a terminal may know less.
  terminal.unicode = !terminal.is_terminal || speaks_utf8(environment);
  return terminal;
}

Terminal terminal_of_pipe(const PipeNeighbours& beside, const Environment& environment) {
  Terminal terminal = terminal_of(0, environment);
  const std::size_t seen =
      std::max(beside.stderr_columns, beside.stderr_is_the_same_pipe ? beside.stdin_columns : 0);
  std::size_t columns = beside.is_pipe ? seen : 0;
  if (beside.stderr_columns == 0 && seen == 0) {
    const std::string_view typed = value_of(environment, "COLUMNS");
    std::from_chars(typed.data(), typed.data() + typed.size(), columns);
  }
  terminal.width = columns > 0 ? std::clamp(columns, width_min, width_max) : 0;
  return terminal;
}

Terminal for_rows(Terminal terminal) {
  if (!terminal.is_terminal) terminal.width = 0;
  return terminal;
}

Terminal resized(Terminal terminal, TerminalSize size) {
  if (!terminal.is_terminal || size.columns == 0) return terminal;
  terminal.width = std::max(size.columns, width_min);
  terminal.height = size.lines;
  return terminal;
}

Terminal with_color(Terminal terminal, ColorChoice choice) {
  if (choice == ColorChoice::Always) terminal.colors = true;
  if (choice == ColorChoice::Never) terminal.colors = false;
  return terminal;
}

std::string painted(std::string_view text, Paint paint, const Terminal& terminal) {
  if (!terminal.colors || paint == Paint::None || text.empty()) return std::string(text);
  return format("{}{}\x1b[0m", code_of(paint), text);
}

}  // namespace telltale::cli
