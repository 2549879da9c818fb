// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::chrono::hours prune_every{1};
// Of events that are nobody's.
constexpr std::string_view no_audit_id = "00000000-0000-0000-0000-000000000000";
constexpr std::string_view own_user = "system:telltale";

}  // namespace

Result<std::unique_ptr<AuditLog>> AuditLog::open(const AuditSettings& settings,
                                                 const Clock& clock) {
  auto file = AuditFile::open(settings.path, settings.rotation, clock.now());
  if (!file) return fail(file.error());
  return std::unique_ptr<AuditLog>(new AuditLog(settings, clock, std::move(*file)));
}

AuditLog::AuditLog(const AuditSettings& settings, const Clock& clock, AuditFile file)
    : settings_(settings),
      clock_(clock),
      started_(clock.now()),
      elapsed_at_start_(clock.elapsed()),
      budget_(settings.clients),
      pruned_(elapsed_at_start_),
      file_(std::move(file)),
      writer_([this] { run(); }) {}

AuditLog::~AuditLog() {
  {
    const std::scoped_lock lock(mutex_);
    tell_left_out(clock_.elapsed() + settings_.clients.summary_every);
    ending_ = true;
  }
  wake_.notify_all();
  writer_.join();
}

Microtime AuditLog::now() const {
  const auto since = clock_.elapsed() - elapsed_at_start_;
  return started_ + std::chrono::duration_cast<std::chrono::microseconds>(since);
}

void AuditLog::record(const AuditEvent& event) {
  std::string line = to_line(event);
  const bool told_again = event.stage == AuditStage::RequestReceived;
  const AuditWeight weight = told_again ? AuditWeight::Look : weight_of(event);
  const auto at = clock_.elapsed();
  const std::scoped_lock lock(mutex_);
  if (!budget_.spend(event, weight, line.size(), at)) {
    ++figures_.left_out;
  } else if (!enqueue({.line = std::move(line), .level = event.level}, weight)) {
    ++figures_.lost_to_queue;
    budget_.leave_out(event, at);
  }
}

void AuditLog::record_first(const AuditEvent& event, std::function<void(Fate)> then) {
  std::string line = to_line(event);
  const AuditWeight weight = weight_of(event);
  const auto at = clock_.elapsed();
  Fate fate = Fate::TooManyOfClient;
  {
    const std::scoped_lock lock(mutex_);
    if (!budget_.spend(event, weight, line.size(), at)) {
      ++figures_.left_out;
    } else if (enqueue({.line = std::move(line), .level = event.level, .then = then}, weight)) {
      return;
    } else {
      ++figures_.lost_to_queue;
      budget_.leave_out(event, at);
      fate = Fate::NotWritten;
    }
  }
  then(fate);
}

// A part of the queue is kept for changes.
bool AuditLog::enqueue(Entry entry, AuditWeight weight) {
  const std::size_t most =
      weight == AuditWeight::Change ? settings_.queue_bytes_max : settings_.queue_bytes_max / 4 * 3;
  if (figures_.queue_bytes + entry.line.size() > most) return false;
  figures_.queue_bytes += entry.line.size();
  ++recorded_;
  queue_.push_back(std::move(entry));
  wake_.notify_one();
  return true;
}

void AuditLog::tell_left_out(std::chrono::nanoseconds at) {
  for (const AuditEvent& summary : budget_.take_summaries(at)) {
    static_cast<void>(enqueue({.line = to_line(summary)}, AuditWeight::Change));
  }
}

void AuditLog::tick() {
  const Microtime moment = now();
  const auto at = clock_.elapsed();
  const std::scoped_lock lock(mutex_);
  tell_left_out(at);
  // Also while nothing can be written, to find out; and after that, when others found out first.
  if ((!figures_.writable || lost_untold_ > 0) && queue_.empty()) {
    const AuditEvent lost{
        .audit_id = std::string(no_audit_id),
        .user = {.name = std::string(own_user)},
        .annotations = {{"audit.telltale.dev/lost",
                         format("{} events could not be written: {}", lost_untold_, last_error_)}},
        .received = moment,
        .completed = moment};
    static_cast<void>(enqueue({.line = to_line(lost), .tells_lost = true}, AuditWeight::Change));
  }
  if (at - pruned_ < prune_every) return;
  pruned_ = at;
  prune_ = true;
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

AuditLog::Figures AuditLog::figures() const {
  const std::scoped_lock lock(mutex_);
  return figures_;
}

std::string AuditLog::error() const {
  const std::scoped_lock lock(mutex_);
  return error_;
}

void AuditLog::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return ending_ || prune_ || !queue_.empty(); });
    if (queue_.empty() && !prune_) return;
    std::vector<Entry> entries = std::exchange(queue_, {});
    const bool renew = std::exchange(reopen_, false);
    const bool prune = std::exchange(prune_, false);
    lock.unlock();
    if (prune) file_.prune(now());
    std::size_t bytes = 0;
    for (const Entry& entry : entries) bytes += entry.line.size();
    if (!entries.empty()) write(entries, renew);
    lock.lock();
    // Until then the lines counted against the limit: they were still in memory.
    figures_.queue_bytes -= bytes;
    figures_.rotations = file_.rotations();
    done_ += entries.size();
    written_.notify_all();
  }
}

bool AuditLog::ready_to_write(bool renew) {
  const bool lost = file_.is_lost();
  if (!renew && !lost) return true;
  if (file_.reopen()) return true;
  const std::scoped_lock lock(mutex_);
  reopen_ = renew;
  return !lost;
}

void AuditLog::write(std::vector<Entry>& entries, bool renew) {
  std::vector<std::string> lines;
  lines.reserve(entries.size());
  for (Entry& entry : entries) lines.push_back(std::move(entry.line));
  std::size_t whole = ready_to_write(renew) ? file_.append(lines, now()) : 0;
  const bool awaited = std::ranges::any_of(entries, [](const Entry& one) { return !!one.then; });
  // What was written before a disk failed to keep it may be lost, too.
  if (awaited && whole > 0 && !file_.sync()) whole = 0;
  {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < whole; ++i) {
      ++figures_.events[static_cast<std::size_t>(entries[i].level)];
      if (entries[i].tells_lost) lost_untold_ = 0;
    }
    figures_.writable = whole == entries.size();
    error_ = figures_.writable ? std::string() : file_.error();
    if (!figures_.writable) last_error_ = error_;
    for (std::size_t i = whole; i < entries.size(); ++i) {
      if (entries[i].tells_lost) continue;
      ++figures_.lost_to_disk;
      ++lost_untold_;
    }
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].then) entries[i].then(i < whole ? Fate::OnDisk : Fate::NotWritten);
  }
}

}  // namespace telltale::server
