// SPDX-License-Identifier: Apache-2.0
#pragma once

// The audit log: one line of JSON for each request, appended to a file by a thread of its own.
// Requests never wait for the disk: what does not fit into the queue is dropped and counted.
// Safe to share between threads.
//
//   auto log = AuditLog::open({.path = "audit.log"}, clock);
//   (*log)->record({.audit_id = id, .verb = "get", ...});

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/result.h"
#include "server/access/audit_event.h"

namespace telltale::server {

struct AuditSettings {
  std::string path;
  std::size_t queue_bytes_max = std::size_t{16} << 20;
};

class AuditLog {
 public:
  // The clock must outlive the log.
  [[nodiscard]] static Result<std::unique_ptr<AuditLog>> open(const AuditSettings& settings,
                                                              const Clock& clock);
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;
  // Writes what is still waiting.
  ~AuditLog();

  // For `received` and `completed`: finer than the wall clock, and never going back.
  Microtime now() const;
  void record(const AuditEvent& event);
  // The next line goes to a file opened anew under the same path: for whoever moved the old one
  // away. If that fails, the old file is kept and it is tried again with the next lines.
  void reopen();
  // Returns when everything recorded so far is in the file or lost.
  void flush();
  // Events that are in no file: the queue was full, or writing failed.
  std::uint64_t lost() const;

 private:
  AuditLog(AuditSettings settings, const Clock& clock, int file);
  void run();
  void write_lines(const std::deque<std::string>& lines);
  bool append(const std::string& line);

  const AuditSettings settings_;
  const Clock& clock_;
  const Instant started_;
  const std::chrono::nanoseconds elapsed_at_start_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable written_;
  std::deque<std::string> queue_;
  std::size_t queue_bytes_ = 0;
  std::uint64_t recorded_ = 0;  // into the queue
  std::uint64_t done_ = 0;      // of them, out of it again
  std::uint64_t lost_ = 0;
  bool reopen_ = false;
  bool ending_ = false;

  int file_;                  // of the writing thread
  bool line_is_cut_ = false;  // the last write stopped within a line
  std::thread writer_;
};

}  // namespace telltale::server
