// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything a command may touch of the process it runs in. Commands are functions of their options
// and of Streams, so tests run them without a process.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

class Dialer;
class Pager;

// Long texts are written in pieces of about this size.
inline constexpr std::size_t chunk_bytes = 1 << 16;

// Where text goes. Writing never fails visibly; whoever owns the stream looks at the end.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(std::string_view text) = 0;
};

class TextOutput final : public Output {
 public:
  void write(std::string_view more) override { text += more; }

  std::string text;
};

struct Streams {
  Output& out;
  Output& err;
  int stdin_fd = 0;
  Terminal out_terminal;
  Terminal err_terminal;
  const Clock& clock;
  std::string program = "telltale";  // as people call it: "kubectl telltale" for the plugin
  Pager* pager = nullptr;            // for text longer than the screen; nothing: it is printed
  Dialer* dialer = nullptr;          // the way to servers; nothing: that of the system (connect.h)
  std::function<TerminalSize()> measure = {};  // the window of out now; nothing: it stays as it is
  // As the process gave them, for documents: not a byte of those may be spelled differently for a
  // terminal. Nothing: these are.
  const Streams* as_given = nullptr;
};

}  // namespace telltale::cli
