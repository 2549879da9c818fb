// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "report/journal/journal_file.h"
#include "report/journal/journal_line.h"
#include "report/journal/journal_memory.h"

namespace telltale {
namespace {

constexpr std::size_t warnings_max = 10;
// After trouble, flushes that do nothing before the next attempt: 1, 2, 4, up to this many.
constexpr std::size_t pause_max = 64;

// Says which lines were lost, as long as that is worth reading.
class Losses {
 public:
  Losses(const std::string& path, std::vector<std::string>& warnings)
      : path_(path), warnings_(warnings) {}

  void add(std::size_t line, const Error& error) {
    if (++count_ > warnings_max) return;
    warnings_.push_back(
        format("{}:{}: this entry was left out: {}", path_, line, printable(error.detail)));
  }
  void finish(std::size_t skipped_bytes) {
    if (count_ > warnings_max) {
      warnings_.push_back(format("{}: {} more were left out", path_,
                                 counted(count_ - warnings_max, "damaged line")));
    }
    if (skipped_bytes > 0) {
      warnings_.push_back(
          format("{}: too long; the first {} were left out, and lines are counted "
                 "from there",
                 path_, counted(skipped_bytes, "byte")));
    }
  }

 private:
  const std::string& path_;
  std::vector<std::string>& warnings_;
  std::size_t count_ = 0;
};

}  // namespace

class Journal::Book {
 public:
  explicit Book(const JournalLimits& limits)
      : memory(limits, [this](const JournalLine& line) { write_later(line); }), limits_(limits) {}

  Result<void> open(const std::string& path, std::vector<std::string>& warnings);
  Result<void> flush();
  Figures figures() const;

  JournalMemory memory;

 private:
  void write_later(const JournalLine& line);
  Result<void> write();
  Result<void> write_anew();
  Result<void> tell_once(const Error& error);

  JournalLimits limits_;
  std::optional<JournalFile> file_;
  std::string unwritten_;
  bool anew_ = false;  // the file no longer follows from what was appended to it
  std::size_t anew_at_bytes_ = 0;
  std::string told_;  // the trouble that was told last
  std::size_t pause_ = 0;
  std::size_t paused_ = 0;
};

Result<void> Journal::Book::open(const std::string& path, std::vector<std::string>& warnings) {
  Result<JournalFile> opened = JournalFile::open(path);
  if (!opened) return fail(opened.error());
  JournalLineReader reader;
  Losses losses(path, warnings);
  const auto show = [&](std::size_t number, std::string_view text) {
    const Result<JournalLine> line = reader.read(text);
    if (!line) return losses.add(number, line.error());
    memory.restore(*line);
  };
  const auto read = opened->read(2 * limits_.file_bytes, journal_line_bytes_max, show);
  if (!read) return fail(read.error());
  losses.finish(read->skipped_bytes);
  file_ = std::move(*opened);
  anew_at_bytes_ = limits_.file_bytes;
  // The last line may be whole and lack only its end.
  const Result<JournalLine> last = reader.read(read->torn);
  if (!last) return {};
  memory.restore(*last);
  write_later(*last);
  return {};
}

void Journal::Book::write_later(const JournalLine& line) {
  if (!file_ || anew_) return;
  append_journal_line(unwritten_, line);
  if (unwritten_.size() <= limits_.unwritten_bytes) return;
  // All of it is in memory, too.
  anew_ = true;
  unwritten_ = {};
}

Result<void> Journal::Book::flush() {
  if (!file_ || (unwritten_.empty() && !anew_)) return {};
  if (paused_ > 0) {
    --paused_;
    return {};
  }
  const Result<void> done = write();
  if (!done) return tell_once(done.error());
  told_.clear();
  pause_ = 0;
  return {};
}

Result<void> Journal::Book::write() {
  const bool too_long = file_->bytes() + unwritten_.size() > anew_at_bytes_;
  if (anew_ || too_long || file_->is_lost()) return write_anew();
  const Result<void> written = file_->append(unwritten_);
  if (!written) return written;
  unwritten_.clear();
  const Result<void> synced = file_->sync();
  anew_ = !synced;
  return synced;
}

// The file gets room to grow again: at most half of what it may have.
Result<void> Journal::Book::write_anew() {
  anew_ = true;
  memory.keep_newest_bytes(limits_.file_bytes / 2);
  const std::vector<JournalLine> lines = memory.lines();
  std::size_t next = 0;
  const Result<void> done = file_->replace([&](std::string& piece) {
    while (next < lines.size() && piece.size() < journal_piece_bytes) {
      append_journal_line(piece, lines[next++]);
    }
    return !piece.empty();
  });
  if (!done) return done;
  anew_ = false;
  unwritten_ = {};
  anew_at_bytes_ = std::max(limits_.file_bytes, 2 * file_->bytes());
  return {};
}

Result<void> Journal::Book::tell_once(const Error& error) {
  pause_ = std::clamp<std::size_t>(2 * pause_, 1, pause_max);
  paused_ = pause_ - 1;
  if (told_ == error.detail) return {};
  told_ = error.detail;
  return fail(error);
}

Journal::Figures Journal::Book::figures() const {
  return {.subjects = memory.subjects(),
          .entries = memory.entries(),
          .dropped = memory.dropped(),
          .file_bytes = file_ ? file_->bytes() : 0,
          .unwritten_bytes = unwritten_.size()};
}

Journal::Journal(const JournalLimits& limits) : book_(std::make_unique<Book>(limits)) {}
Journal::Journal(std::unique_ptr<Book> book) : book_(std::move(book)) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

Result<Journal> Journal::open(const std::string& path, const JournalLimits& limits,
                              std::vector<std::string>& warnings) {
  auto book = std::make_unique<Book>(limits);
  const Result<void> opened = book->open(path, warnings);
  if (!opened) return fail(opened.error());
  return Journal(std::move(book));
}

std::vector<JournalEntry> Journal::note(const Judged& judged, Instant now) {
  return book_->memory.note(judged, now);
}
void Journal::forget(const Key& key, std::string_view uid) { book_->memory.forget(key, uid); }
Result<void> Journal::flush() { return book_->flush(); }
Result<Journal::History> Journal::history(const Key& key, std::string_view type) const {
  return book_->memory.history(key, type);
}
std::vector<std::string> Journal::namespaces_with(const Key& key) const {
  return book_->memory.namespaces_with(key);
}
Journal::Figures Journal::figures() const { return book_->figures(); }

}  // namespace telltale
