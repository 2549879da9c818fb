// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "base/text.h"

namespace telltale {
namespace {

constexpr mode_t file_mode = 0600;

std::unexpected<Error> trouble(std::string_view what, std::string_view path) {
  const int number = errno;
  return fail(Error::Kind::Internal,
              format("cannot {} {}: {}", what, path, std::generic_category().message(number)));
}

// How much was written; less than all of it when the disk refused.
std::size_t write_all(int descriptor, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  return done;
}

// A new name lasts only once the folder is on the disk, too.
Result<void> sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return trouble("open folder", folder);
  const bool synced = ::fsync(opened) == 0;
  const Result<void> done = synced ? Result<void>() : trouble("sync folder", folder);
  ::close(opened);
  return done;
}

Result<void> lock(int descriptor, const std::string& path) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return trouble("lock", path);
  return fail(Error::Kind::Conflict, format("{} is in use by another process", path));
}

// Lines of any length, found in pieces of any size.
class LineFinder {
 public:
  LineFinder(std::size_t line_bytes_max, const JournalFile::ShowLine& show)
      : kept_max_(line_bytes_max + 1), show_(show) {}

  void take(std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      keep(piece.substr(0, end));
      if (end == std::string_view::npos) return;
      if (is_whole_) show_(++number_, line_);
      is_whole_ = true;
      line_.clear();
      behind_line_ = 0;
      piece.remove_prefix(end + 1);
    }
  }
  // What comes next begins somewhere in a line, which is not shown.
  void begin_within_a_line() { is_whole_ = false; }
  const std::string& rest() const { return line_; }
  std::size_t rest_bytes() const { return behind_line_; }

 private:
  void keep(std::string_view text) {
    behind_line_ += text.size();
    line_ += text.substr(0, kept_max_ - std::min(kept_max_, line_.size()));
  }

  std::size_t kept_max_;
  const JournalFile::ShowLine& show_;
  bool is_whole_ = true;
  std::size_t number_ = 0;
  std::size_t behind_line_ = 0;
  std::string line_;
};

}  // namespace

Result<JournalFile> JournalFile::open(const std::string& path) {
  const int opened = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, file_mode);
  if (opened < 0) return trouble("open", path);
  JournalFile file(path, opened, 0);  // closes it, whatever happens
  struct stat facts{};
  if (::fstat(opened, &facts) != 0) return trouble("look at", path);
  if (!S_ISREG(facts.st_mode)) return fail(Error::Kind::Invalid, format("{} is not a file", path));
  if (auto locked = lock(opened, path); !locked) return fail(locked.error());
  if (::fchmod(opened, file_mode) != 0) return trouble("protect", path);
  if (auto synced = sync_folder_of(path); !synced) return fail(synced.error());
  file.bytes_ = static_cast<std::size_t>(facts.st_size);
  return file;
}

JournalFile::~JournalFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

JournalFile::JournalFile(JournalFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(other.bytes_) {}

JournalFile& JournalFile::operator=(JournalFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

bool JournalFile::is_lost() const {
  struct stat ours{};
  struct stat named{};
  if (::fstat(descriptor_, &ours) != 0 || ::stat(path_.c_str(), &named) != 0) return true;
  return ours.st_ino != named.st_ino || ours.st_dev != named.st_dev;
}

Result<JournalFile::Read> JournalFile::read(std::size_t bytes_max, std::size_t line_bytes_max,
                                            const ShowLine& show) {
  Read read{.skipped_bytes = bytes_ > bytes_max ? bytes_ - bytes_max : 0};
  LineFinder finder(line_bytes_max, show);
  if (read.skipped_bytes > 0) finder.begin_within_a_line();
  std::string piece(journal_piece_bytes, '\0');
  std::size_t at = read.skipped_bytes;
  while (true) {
    const ssize_t got = ::pread(descriptor_, piece.data(), piece.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return trouble("read", path_);
    if (got == 0) break;
    at += static_cast<std::size_t>(got);
    finder.take(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
  }
  bytes_ = at - finder.rest_bytes();
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0) return trouble("repair", path_);
  read.torn = finder.rest();
  return read;
}

Result<void> JournalFile::append(std::string_view text) {
  if (::lseek(descriptor_, static_cast<off_t>(bytes_), SEEK_SET) < 0) {
    return trouble("write to", path_);
  }
  if (write_all(descriptor_, text) != text.size()) {
    const auto told = trouble("write to", path_);
    // Half a line must not stay. Should this fail as well, the next attempt writes over it.
    [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(bytes_));
    return told;
  }
  bytes_ += text.size();
  return {};
}

Result<void> JournalFile::sync() {
  if (::fdatasync(descriptor_) != 0) return trouble("sync", path_);
  return {};
}

Result<void> JournalFile::replace(const NextPiece& next) {
  const std::string path = path_ + ".new";
  ::unlink(path.c_str());  // of an attempt that was cut off
  const int opened =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, file_mode);
  if (opened < 0) return trouble("create", path);
  JournalFile file(path_, opened, 0);
  const auto give_up = [&](std::unexpected<Error> told) {
    ::unlink(path.c_str());
    return told;
  };
  if (auto locked = lock(opened, path); !locked) return give_up(fail(locked.error()));
  std::string piece;
  while (piece.clear(), next(piece)) {
    if (write_all(opened, piece) != piece.size()) return give_up(trouble("write to", path));
    file.bytes_ += piece.size();
  }
  if (::fsync(opened) != 0) return give_up(trouble("sync", path));
  if (::rename(path.c_str(), path_.c_str()) != 0) return give_up(trouble("rename", path));
  *this = std::move(file);
  return sync_folder_of(path_);
}

}  // namespace telltale
