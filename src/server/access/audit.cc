// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "server/access/private_file.h"

namespace telltale::server {
namespace {

int open_for_appending(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, private_file_mode);
}

// How much of the text was written.
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

}  // namespace

Result<std::unique_ptr<AuditLog>> AuditLog::open(const AuditSettings& settings,
                                                 const Clock& clock) {
  const int file = open_for_appending(settings.path);
  if (file < 0) {
    const int number = errno;
    return fail(Error::Kind::Internal, format("cannot open the audit log {}: {}", settings.path,
                                              std::generic_category().message(number)));
  }
  return std::unique_ptr<AuditLog>(new AuditLog(settings, clock, file));
}

AuditLog::AuditLog(AuditSettings settings, const Clock& clock, int file)
    : settings_(std::move(settings)),
      clock_(clock),
      started_(clock.now()),
      elapsed_at_start_(clock.elapsed()),
      file_(file),
      writer_([this] { run(); }) {}

AuditLog::~AuditLog() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  writer_.join();
  ::close(file_);
}

Microtime AuditLog::now() const {
  const auto since = clock_.elapsed() - elapsed_at_start_;
  return started_ + std::chrono::duration_cast<std::chrono::microseconds>(since);
}

void AuditLog::record(const AuditEvent& event) {
  std::string line = to_line(event);
  {
    const std::scoped_lock lock(mutex_);
    if (queue_bytes_ + line.size() > settings_.queue_bytes_max) {
      ++lost_;
      return;
    }
    queue_bytes_ += line.size();
    ++recorded_;
    queue_.push_back(std::move(line));
  }
  wake_.notify_one();
}

void AuditLog::reopen() {
  const std::scoped_lock lock(mutex_);
  reopen_ = true;
}

void AuditLog::flush() {
  std::unique_lock lock(mutex_);
  const std::uint64_t target = recorded_;
  written_.wait(lock, [&] { return done_ >= target; });
}

std::uint64_t AuditLog::lost() const {
  const std::scoped_lock lock(mutex_);
  return lost_;
}

void AuditLog::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) return;
    std::deque<std::string> lines;
    lines.swap(queue_);
    const bool renew = std::exchange(reopen_, false);
    lock.unlock();
    const int fresh = renew ? open_for_appending(settings_.path) : -1;
    if (fresh >= 0) {
      ::close(file_);
      file_ = fresh;
      line_is_cut_ = false;
    }
    write_lines(lines);
    lock.lock();
    if (renew && fresh < 0) reopen_ = true;
    // Until then the lines counted against the limit: they were still in memory.
    for (const std::string& line : lines) queue_bytes_ -= line.size();
    done_ += lines.size();
    written_.notify_all();
  }
}

void AuditLog::write_lines(const std::deque<std::string>& lines) {
  std::uint64_t failed = 0;
  for (const std::string& line : lines) {
    if (!append(line)) ++failed;
  }
  if (failed == 0) return;
  const std::scoped_lock lock(mutex_);
  lost_ += failed;
}

bool AuditLog::append(const std::string& line) {
  // A full disk may have cut a line; the next one must not continue it.
  if (line_is_cut_ && write_some(file_, "\n") != 1) return false;
  const std::size_t done = write_some(file_, line);
  line_is_cut_ = done > 0 && done < line.size();
  return done == line.size();
}

}  // namespace telltale::server
