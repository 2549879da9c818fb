// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/process_streams.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "base/text.h"

namespace telltale::cli {
namespace {

constexpr std::size_t usual_width = 80;

const char* variable(const char* name) { return std::getenv(name); }

// Zero for what is no terminal.
std::size_t columns_behind(int fd) {
  if (::isatty(fd) != 1) return 0;
  const std::size_t columns = size_of_terminal(fd).columns;
  return columns > 0 ? columns : usual_width;
}

PipeNeighbours neighbours_of(int fd) {
  struct stat own{};
  struct stat errors{};
  const bool known = ::fstat(fd, &own) == 0 && ::fstat(STDERR_FILENO, &errors) == 0;
  return {.is_pipe = known && S_ISFIFO(own.st_mode),
          .stderr_columns = columns_behind(STDERR_FILENO),
          .stdin_columns = columns_behind(STDIN_FILENO),
          .stderr_is_the_same_pipe =
              known && own.st_dev == errors.st_dev && own.st_ino == errors.st_ino};
}

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
  const std::size_t columns = columns_behind(fd);
  if (columns == 0) return terminal_of_pipe(neighbours_of(fd), variable);
  Terminal terminal = terminal_of(columns, variable);
  terminal.height = size_of_terminal(fd).lines;
  return terminal;
}

}  // namespace telltale::cli
