// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/message_lines.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "base/text.h"

namespace telltale::cli {
namespace {

class File {
 public:
  File(const std::string& path, int stdin_fd)
      : is_ours_(path != "-"),
        fd_(is_ours_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : stdin_fd) {}
  ~File() {
    if (is_ours_ && fd_ >= 0) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int fd() const { return fd_; }

 private:
  bool is_ours_;
  int fd_;
};

// Puts lines together from pieces that end anywhere.
class LineBuilder {
 public:
  explicit LineBuilder(const TakeLine& take) : take_(take) {}

  void add(std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      append(piece.substr(0, end));
      if (end == std::string_view::npos) return;
      finish_line();
      piece.remove_prefix(end + 1);
    }
  }

  void finish() {
    if (is_begun_) finish_line();
  }

 private:
  void append(std::string_view piece) {
    is_begun_ = true;
    const std::size_t room = message_bytes_max - line_.size();
    if (piece.size() > room) length_ = MessageLine::Length::Cut;
    line_ += piece.substr(0, room);
  }

  void finish_line() {
    if (line_.ends_with('\r')) line_.pop_back();
    take_({.text = line_, .number = ++number_, .length = length_});
    line_.clear();
    length_ = MessageLine::Length::Whole;
    is_begun_ = false;
  }

  const TakeLine& take_;
  std::string line_;
  std::size_t number_ = 0;
  MessageLine::Length length_ = MessageLine::Length::Whole;
  bool is_begun_ = false;
};

std::unexpected<Error> cannot_read(const std::string& path) {
  return fail(
      Error::Kind::Invalid,
      format("{} cannot be read: {}", path == "-" ? "standard input" : path, std::strerror(errno)));
}

}  // namespace

Result<void> read_message_lines(const std::string& path, int stdin_fd, const TakeLine& take) {
  const File file(path, stdin_fd);
  if (file.fd() < 0) return cannot_read(path);
  LineBuilder lines(take);
  std::array<char, std::size_t{64} << 10> buffer{};
  while (true) {
    const ssize_t got = ::read(file.fd(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      lines.finish();
      return cannot_read(path);
    }
    if (got == 0) break;
    lines.add({buffer.data(), static_cast<std::size_t>(got)});
  }
  lines.finish();
  return {};
}

}  // namespace telltale::cli
