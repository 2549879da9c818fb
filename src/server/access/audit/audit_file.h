// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file of an audit log, and the older ones beside it. It never holds more than its limit: then
// it is renamed to "audit-2026-11-15T06-22-40.123.log" and begun anew, always between two lines,
// and the oldest are removed. A rename is whole or not done, so that a crash costs no line that was
// written. Not safe to share between threads.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/access/audit/audit_event.h"

namespace telltale::server {

struct AuditRotation {
  std::uint64_t file_bytes_max = std::uint64_t{100} << 20;
  std::size_t backups_max = 10;  // 0: as many as there are
  std::chrono::days age_max{0};  // of backups; 0: however old
};

class AuditFile {
 public:
  // What was there is continued.
  [[nodiscard]] static Result<AuditFile> open(std::string path, const AuditRotation& rotation,
                                              Microtime now);
  AuditFile(AuditFile&& other) noexcept;
  AuditFile& operator=(AuditFile&&) = delete;
  ~AuditFile();

  // How many of the lines are in the file, from the first on; fewer than all when the disk refused
  // one. Each line ends with its line break.
  std::size_t append(std::span<const std::string> lines, Microtime now);
  // Whether everything appended so far would survive the loss of power.
  [[nodiscard]] bool sync() const;
  // Goes on in a file opened anew under the same path. False: the old one is kept.
  bool reopen();
  // The file has been deleted or its folder is gone: what is appended would be in no file.
  bool is_lost() const;
  // Removes the backups that are too many or too old.
  void prune(Microtime now) const;

  std::uint64_t rotations() const { return rotations_; }
  // Why the last append or reopen failed.
  const std::string& error() const { return error_; }

 private:
  AuditFile(std::string path, const AuditRotation& rotation) noexcept;
  bool take(int file);
  bool rotate(Microtime now);
  bool write_whole(std::string_view text);
  void drop_behind(std::uint64_t whole);
  bool fail_with(std::string_view what, int number);

  std::string path_;
  AuditRotation rotation_;
  int file_ = -1;
  bool is_regular_ = false;   // pipes and devices are not rotated
  bool line_is_cut_ = false;  // the file ends within a line
  std::uint64_t bytes_ = 0;
  std::uint64_t rotations_ = 0;
  Microtime last_backup_{};
  std::string error_;
};

}  // namespace telltale::server
