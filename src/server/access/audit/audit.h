// SPDX-License-Identifier: Apache-2.0
#pragma once

// The audit log: lines of JSON about requests, appended to a file by a thread of its own. Requests
// never wait for the disk. What does not fit into the queue or what a client has too much of is
// left out and counted; where the log is required, who asks is told so instead (`record_first`).
// Safe to share between threads.
//
//   auto log = AuditLog::open({.path = "audit.log"}, clock);
//   (*log)->record({.audit_id = id, .verb = "get", ...});

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "server/access/audit/audit_budget.h"
#include "server/access/audit/audit_event.h"
#include "server/access/audit/audit_file.h"
#include "server/access/audit/audit_policy.h"

namespace telltale::server {

struct AuditSettings {
  std::string path;
  std::size_t queue_bytes_max = std::size_t{16} << 20;
  AuditRotation rotation = {};
  AuditClientLimits clients = {};
  AuditPolicy policy = {};
  // What cannot be recorded is refused.
  bool required = false;
};

class AuditLog {
 public:
  // What became of an event that somebody waits for.
  enum class Fate : std::uint8_t { OnDisk, NotWritten, TooManyOfClient };

  // What was counted since the start.
  struct Figures {
    std::array<std::uint64_t, audit_levels> events = {};  // written, by their level
    std::uint64_t lost_to_queue = 0;                      // it was full
    std::uint64_t lost_to_disk = 0;
    std::uint64_t left_out = 0;  // too many of one client
    std::uint64_t rotations = 0;
    std::size_t queue_bytes = 0;
    bool writable = true;

    std::uint64_t lost() const { return lost_to_queue + lost_to_disk + left_out; }
  };

  // The clock must outlive the log.
  [[nodiscard]] static Result<std::unique_ptr<AuditLog>> open(const AuditSettings& settings,
                                                              const Clock& clock);
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;
  // Writes what is still waiting.
  ~AuditLog();

  const AuditPolicy& policy() const { return settings_.policy; }
  bool required() const { return settings_.required; }
  // For `received` and `completed`: finer than the wall clock, and never going back.
  Microtime now() const;

  void record(const AuditEvent& event);
  // `then` is called once: when the event would survive the loss of power or when it is known not
  // to, on the log's thread or on this one. It must not wait.
  void record_first(const AuditEvent& event, std::function<void(Fate)> then);

  // To be called about every second: tells what was left out, removes old files, and finds out
  // whether a file that could not be written to can be again.
  void tick();
  // The next line goes to a file opened anew under the same path: for whoever moved the old one
  // away. If that fails, the old file is kept and it is tried again with the next lines.
  void reopen();
  // Returns when everything recorded so far is in the file or lost, and who waited has been told.
  void flush();

  Figures figures() const;
  // Why nothing can be written at the moment; empty when it can.
  std::string error() const;

 private:
  struct Entry {
    std::string line;
    AuditLevel level = AuditLevel::Metadata;
    std::function<void(Fate)> then = {};
    bool tells_lost = false;
  };

  AuditLog(const AuditSettings& settings, const Clock& clock, AuditFile file);
  // With the lock held.
  bool enqueue(Entry entry, AuditWeight weight);
  void tell_left_out(std::chrono::nanoseconds at);
  void run();
  void write(std::vector<Entry>& entries, bool renew);
  bool ready_to_write(bool renew);

  const AuditSettings settings_;
  const Clock& clock_;
  const Instant started_;
  const std::chrono::nanoseconds elapsed_at_start_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable written_;
  std::vector<Entry> queue_;
  AuditBudget budget_;
  Figures figures_;
  std::string error_;
  std::string last_error_;
  std::uint64_t recorded_ = 0;     // into the queue
  std::uint64_t done_ = 0;         // of them, out of it again
  std::uint64_t lost_untold_ = 0;  // while the disk refused
  bool reopen_ = false;
  bool prune_ = false;
  bool ending_ = false;
  std::chrono::nanoseconds pruned_{};

  AuditFile file_;  // of the writing thread
  std::thread writer_;
};

}  // namespace telltale::server
