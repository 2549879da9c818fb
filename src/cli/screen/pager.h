// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text that is longer than a screen goes through the pager that people chose. Commands get it
// through Streams, so tests page without a process.

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/screen/streams.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

class Pager {
 public:
  virtual ~Pager() = default;
  // An error when the text was not shown, so that it can be printed instead.
  [[nodiscard]] virtual Result<void> show(std::string_view text) = 0;
};

// TELLTALE_PAGER, PAGER, or less where there is one; empty where nobody wants any.
std::string pager_command(const Environment& environment);

// Runs the command by the shell, with the text on its standard input, until people are through.
class ProcessPager final : public Pager {
 public:
  explicit ProcessPager(std::string command) : command_(std::move(command)) {}
  [[nodiscard]] Result<void> show(std::string_view text) override;

 private:
  std::string command_;
};

// Text on standard output; through the pager, where there is one, when it does not fit on the
// screen.
void show_long(const std::string& text, const Streams& streams);

}  // namespace telltale::cli
