// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the other end of a stream can show: its width, colours, characters beyond ASCII. Pipes get
// plain text and no wrapping.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace telltale::cli {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

struct Terminal {
  std::size_t width = 0;  // in cells; zero: lines may be of any length
  bool is_terminal = false;
  bool colors = false;
  bool unicode = true;
  std::size_t height = 0;  // in lines; zero: unknown
};

// In cells and lines; zero: unknown.
struct TerminalSize {
  std::size_t columns = 0;
  std::size_t lines = 0;
};

inline TerminalSize size_of(const Terminal& terminal) {
  return {.columns = terminal.width, .lines = terminal.height};
}

// The same terminal after somebody made its window another size; as it was where that is unknown.
Terminal resized(Terminal terminal, TerminalSize size);

// Looks up an environment variable; nothing when it is not set.
using Environment = std::function<const char*(const char* name)>;

// `columns` is what the system says of a terminal, zero for anything else.
Terminal terminal_of(std::size_t columns, const Environment& environment);
// What stdout is where it is no terminal itself, and how wide the terminals beside it are; zero: no
// terminal.
struct PipeNeighbours {
  bool is_pipe = false;  // not a file: whoever reads it may show it at once
  std::size_t stderr_columns = 0;
  std::size_t stdin_columns = 0;
  bool stderr_is_the_same_pipe = false;  // `2>&1 | less`
};
// What is piped into a pager is laid out for the terminal that the pager shows it on. Where no
// terminal is near, COLUMNS says how wide lines are; without it they are of any length.
Terminal terminal_of_pipe(const PipeNeighbours& beside, const Environment& environment);
// Rows without headers are for programs: in a pipe each is one line, whoever looks on.
Terminal for_rows(Terminal terminal);

// NO_COLOR, even empty, and TERM=dumb win over Auto, and a flag wins over both.
Terminal with_color(Terminal terminal, ColorChoice choice);

enum class Paint : std::uint8_t { None, Bad, Doubtful, Moving, Good, Faint, Strong };

// The text in colour where colours are shown.
std::string painted(std::string_view text, Paint paint, const Terminal& terminal);

}  // namespace telltale::cli
