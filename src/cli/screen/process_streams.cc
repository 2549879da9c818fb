// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/process_streams.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "base/text.h"

namespace telltale::cli {
namespace {

constexpr std::size_t usual_width = 80;

}  // namespace

void FileOutput::write(std::string_view text) {
  while (error_ == 0 && !text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
}

Result<void> FileOutput::outcome() const {
  if (error_ == 0 || error_ == EPIPE) return {};
  return fail(Error::Kind::Internal,
              format("cannot write standard output: {}", std::generic_category().message(error_)));
}

TerminalSize size_of_terminal(int fd) {
  winsize size{};
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
  return {.columns = size.ws_col, .lines = size.ws_row};
}

Terminal terminal_behind(int fd) {
  std::size_t columns = 0;
  std::size_t lines = 0;
  if (::isatty(fd) == 1) {
    const TerminalSize size = size_of_terminal(fd);
    columns = size.columns > 0 ? size.columns : usual_width;
    lines = size.lines;
  }
  Terminal terminal =
      terminal_of(columns, [](const char* name) -> const char* { return std::getenv(name); });
  terminal.height = lines;
  return terminal;
}

}  // namespace telltale::cli
