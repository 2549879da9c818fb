// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "base/private_file.h"
#include "base/text.h"

namespace telltale::server {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t chunk_bytes_max = std::size_t{1} << 20;
constexpr int name_tries_max = 1000;
constexpr std::string_view stamp_form = "2026-11-15T06-22-40.123";

int open_for_appending(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, private_file_mode);
}

// How much of the text was written; errno says why not all of it.
std::size_t write_some(int file, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  return done;
}

bool ends_within_line(const std::string& path, std::uint64_t bytes) {
  if (bytes == 0) return false;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;  // a line too many does no harm
  char last = '\n';
  const ssize_t got = ::pread(file, &last, 1, static_cast<off_t>(bytes - 1));
  ::close(file);
  return got != 1 || last != '\n';
}

// A name in a folder lasts when the folder has been synced.
void sync_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  static_cast<void>(::fsync(file));
  ::close(file);
}

std::string backup_stamp(Microtime time) {
  const auto whole = std::chrono::floor<std::chrono::milliseconds>(time);
  const auto seconds = std::chrono::floor<std::chrono::seconds>(whole);
  std::string text = format_rfc3339(seconds);
  text.pop_back();
  std::ranges::replace(text, ':', '-');
  return text + format(".{:03}", (whole - seconds).count());
}

fs::path backup_path(const fs::path& path, std::string_view stamp) {
  const std::string name =
      format("{}-{}{}", path.stem().string(), stamp, path.extension().string());
  return path.parent_path() / name;
}

// When the backup was made, if that is what the name is of.
std::optional<std::string> stamp_in(const fs::path& path, const std::string& name) {
  const std::string front = path.stem().string() + "-";
  const std::string back = path.extension().string();
  if (name.size() != front.size() + stamp_form.size() + back.size()) return std::nullopt;
  if (!name.starts_with(front) || !name.ends_with(back)) return std::nullopt;
  std::string stamp = name.substr(front.size(), stamp_form.size());
  for (std::size_t i = 0; i < stamp.size(); ++i) {
    const bool digit = stamp_form[i] >= '0' && stamp_form[i] <= '9';
    const bool fits = digit ? stamp[i] >= '0' && stamp[i] <= '9' : stamp[i] == stamp_form[i];
    if (!fits) return std::nullopt;
  }
  return stamp;
}

}  // namespace

AuditFile::AuditFile(std::string path, const AuditRotation& rotation) noexcept
    : path_(std::move(path)), rotation_(rotation) {}

AuditFile::AuditFile(AuditFile&& other) noexcept
    : path_(std::move(other.path_)),
      rotation_(other.rotation_),
      file_(std::exchange(other.file_, -1)),
      is_regular_(other.is_regular_),
      line_is_cut_(other.line_is_cut_),
      bytes_(other.bytes_),
      rotations_(other.rotations_),
      last_backup_(other.last_backup_),
      error_(std::move(other.error_)) {}

AuditFile::~AuditFile() {
  if (file_ >= 0) ::close(file_);
}

bool AuditFile::fail_with(std::string_view what, int number) {
  error_ = format("{} {}: {}", what, path_, std::generic_category().message(number));
  return false;
}

Result<AuditFile> AuditFile::open(std::string path, const AuditRotation& rotation, Microtime now) {
  AuditFile file(std::move(path), rotation);
  if (!file.reopen()) return fail(Error::Kind::Internal, file.error_);
  file.prune(now);
  return file;
}

bool AuditFile::take(int file) {
  struct stat facts{};
  if (::fstat(file, &facts) != 0) {
    const int number = errno;
    ::close(file);
    return fail_with("cannot open the audit log", number);
  }
  if (file_ >= 0) ::close(file_);
  file_ = file;
  is_regular_ = S_ISREG(facts.st_mode);
  bytes_ = is_regular_ ? static_cast<std::uint64_t>(facts.st_size) : 0;
  line_is_cut_ = is_regular_ && ends_within_line(path_, bytes_);
  return true;
}

bool AuditFile::reopen() {
  const int file = open_for_appending(path_);
  if (file < 0) return fail_with("cannot open the audit log", errno);
  if (!take(file)) return false;
  if (is_regular_) sync_folder(path_);
  return true;
}

bool AuditFile::is_lost() const {
  struct stat facts{};
  return is_regular_ && ::fstat(file_, &facts) == 0 && facts.st_nlink == 0;
}

bool AuditFile::sync() const { return !is_regular_ || ::fdatasync(file_) == 0; }

bool AuditFile::rotate(Microtime now) {
  // Never over another backup, and never older than one, however fast files fill.
  constexpr std::chrono::milliseconds step{1};
  last_backup_ = std::max(now, last_backup_ + step);
  fs::path backup = backup_path(path_, backup_stamp(last_backup_));
  for (int tries = 0; tries < name_tries_max && ::access(backup.c_str(), F_OK) == 0; ++tries) {
    last_backup_ += step;
    backup = backup_path(path_, backup_stamp(last_backup_));
  }
  static_cast<void>(::fdatasync(file_));
  // Somebody may have moved it already, or an earlier try got no further than this.
  if (::rename(path_.c_str(), backup.c_str()) != 0 && errno != ENOENT) {
    return fail_with("cannot move away the audit log", errno);
  }
  // Without a new file the old one, which is now a backup, is not continued: it is full.
  if (!reopen()) return false;
  ++rotations_;
  prune(now);
  return true;
}

bool AuditFile::write_whole(std::string_view text) {
  const std::size_t done = write_some(file_, text);
  const int number = errno;
  bytes_ += done;
  if (done > 0) line_is_cut_ = text[done - 1] != '\n';
  return done == text.size() || fail_with("cannot write the audit log", number);
}

// What was begun of a line when the disk was full is taken back. Where that cannot be, the next
// line begins a new one.
void AuditFile::drop_behind(std::uint64_t whole) {
  struct stat facts{};
  if (!line_is_cut_ || !is_regular_ || ::fstat(file_, &facts) != 0) return;
  if (static_cast<std::uint64_t>(facts.st_size) != bytes_ || whole >= bytes_) return;
  if (::ftruncate(file_, static_cast<off_t>(whole)) != 0) return;
  bytes_ = whole;
  line_is_cut_ = false;
}

std::size_t AuditFile::append(std::span<const std::string> lines, Microtime now) {
  std::size_t done = 0;
  while (done < lines.size()) {
    const std::string& first = lines[done];
    const bool full = is_regular_ && bytes_ > 0 && bytes_ + first.size() > rotation_.file_bytes_max;
    if (full && !rotate(now)) return done;
    // What fits into the file and into one write.
    std::string chunk = line_is_cut_ ? "\n" : "";
    std::size_t end = done;
    while (end < lines.size()) {
      const std::uint64_t more = chunk.size() + lines[end].size();
      const bool fits =
          more <= chunk_bytes_max && (!is_regular_ || bytes_ + more <= rotation_.file_bytes_max);
      if (end > done && !fits) break;
      chunk += lines[end++];
    }
    std::uint64_t whole = bytes_ + (line_is_cut_ ? 1 : 0);
    if (write_whole(chunk)) {
      done = end;
      continue;
    }
    for (; done < end && whole + lines[done].size() <= bytes_; ++done) whole += lines[done].size();
    drop_behind(whole);
    return done;
  }
  return done;
}

void AuditFile::prune(Microtime now) const {
  if (!is_regular_ || (rotation_.backups_max == 0 && rotation_.age_max.count() == 0)) return;
  const fs::path path(path_);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::vector<std::string> stamps;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (auto stamp = stamp_in(path, entry->path().filename().string())) {
      stamps.push_back(std::move(*stamp));
    }
  }
  std::ranges::sort(stamps, std::ranges::greater());
  const std::string oldest = backup_stamp(now - rotation_.age_max);
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const bool too_many = rotation_.backups_max != 0 && i >= rotation_.backups_max;
    const bool too_old = rotation_.age_max.count() != 0 && stamps[i] < oldest;
    if (too_many || too_old) fs::remove(backup_path(path, stamps[i]), error);
  }
}

}  // namespace telltale::server
