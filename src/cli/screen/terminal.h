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
// NO_COLOR, even empty, and TERM=dumb win over Auto, and a flag wins over both.
Terminal with_color(Terminal terminal, ColorChoice choice);

enum class Paint : std::uint8_t { None, Bad, Doubtful, Moving, Good, Faint, Strong };

// The text in colour where colours are shown.
std::string painted(std::string_view text, Paint paint, const Terminal& terminal);

}  // namespace telltale::cli
