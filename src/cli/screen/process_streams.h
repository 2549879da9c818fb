// SPDX-License-Identifier: Apache-2.0
#pragma once

// The streams of the process we run in.

#include <string_view>

#include "base/result.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// Remembers the first failure and writes nothing after it.
class FileOutput final : public Output {
 public:
  explicit FileOutput(int fd) : fd_(fd) {}

  void write(std::string_view text) override;
  // A reader that went away is no failure: it has seen all it wanted to.
  [[nodiscard]] Result<void> outcome() const;

 private:
  int fd_;
  int error_ = 0;
};

// How large it is now; nothing of what is no terminal.
TerminalSize size_of_terminal(int fd);

// What the terminal behind a file descriptor can show; a pipe shows nothing special, and keeps the
// width of the terminal beside it.
Terminal terminal_behind(int fd);

}  // namespace telltale::cli
