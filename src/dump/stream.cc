// SPDX-License-Identifier: Apache-2.0
#include "dump/stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::dump {
namespace {

Error system_error(int code) {
  const auto kind = code == ENOENT ? Error::Kind::NotFound : Error::Kind::Internal;
  return {kind, std::generic_category().message(code)};
}

Result<FileStream> open_with(const std::string& path, int flags, std::uint64_t bytes_max) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  if (descriptor < 0) return fail(system_error(errno));
  return FileStream(descriptor, FileStream::Owner::Us, bytes_max);
}

}  // namespace

Filled fill(ByteStream& stream, std::span<char> into) {
  Filled filled;
  while (filled.bytes < into.size() && !filled.over) {
    const auto count = stream.read(into.subspan(filled.bytes));
    if (!count) filled.error = count.error();
    filled.over = !count || *count == 0;
    filled.bytes += count.value_or(0);
  }
  return filled;
}

Result<FileStream> FileStream::open(const std::string& path, std::uint64_t bytes_max) {
  return open_with(path, 0, bytes_max);
}

Result<FileStream> FileStream::open_found(const std::string& path, std::uint64_t bytes_max) {
  // Without O_NONBLOCK, a pipe put in place of the file meanwhile would make us wait forever.
  auto file = open_with(path, O_NOFOLLOW | O_NONBLOCK, bytes_max);
  if (file && !file->size()) return fail(Error::Kind::Invalid, "is not a regular file any more");
  return file;
}

FileStream::FileStream(int descriptor, Owner owner, std::uint64_t bytes_max)
    : descriptor_(descriptor), owner_(owner), bytes_max_(bytes_max) {}

FileStream::FileStream(FileStream&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      owner_(other.owner_),
      bytes_max_(other.bytes_max_),
      bytes_read_(other.bytes_read_) {}

FileStream::~FileStream() {
  if (descriptor_ >= 0 && owner_ == Owner::Us) ::close(descriptor_);
}

Result<std::size_t> FileStream::read(std::span<char> into) {
  // At the limit, one more byte decides between a file of just this size and a larger one.
  const std::uint64_t room = bytes_max_ - bytes_read_;
  char beyond = 0;
  if (room == 0) into = {&beyond, 1};
  if (room > 0 && room < into.size()) into = into.first(static_cast<std::size_t>(room));
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, into.data(), into.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) return fail(system_error(errno));
  if (count > 0 && room == 0) {
    return fail(Error::Kind::TooLarge, format("is larger than {} bytes", bytes_max_));
  }
  bytes_read_ += static_cast<std::size_t>(count);
  return static_cast<std::size_t>(count);
}

std::optional<std::uint64_t> FileStream::size() const {
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

bool FileStream::seek(std::uint64_t offset) {
  return ::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

std::string_view PeekedStream::peek(std::size_t count) {
  check(head_.empty() && served_ == 0, "a stream is peeked once, before it is read");
  head_.resize(count);
  // An error stays: the next read meets it again.
  head_.resize(fill(inner_, head_).bytes);
  return {head_.data(), head_.size()};
}

Result<std::size_t> PeekedStream::read(std::span<char> into) {
  if (served_ == head_.size()) return inner_.read(into);
  const std::size_t count = std::min(into.size(), head_.size() - served_);
  std::copy_n(head_.data() + served_, count, into.data());
  served_ += count;
  return count;
}

bool PeekedStream::seek(std::uint64_t offset) {
  if (!inner_.seek(offset)) return false;
  served_ = head_.size();
  return true;
}

}  // namespace telltale::dump
