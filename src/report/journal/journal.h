// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the conditions of objects said over time. Level-based: whoever judges tells what stands now,
// and only what differs from the last entry is written down, so that a restart adds nothing. In
// memory, bounded; with a file behind it, durable.
//
// What is kept of a condition that never turned: eight bytes, its state and since when. A million
// calm conditions then cost little on a cold start. An entry is made
//   - when a condition turns, or gives another reason; the state before is then entered, too;
//   - when a condition is bad or unknown at first sight, because its message is worth keeping.
// A history of what never turned is made up from the state that stands, without a message. Files
// hold entries only: a good condition that never turned is not in them, and if it turns while
// nobody looks, its history begins with what it turned to.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "catalog/judged.h"
#include "report/journal/flapping.h"
#include "report/journal/journal_entry.h"

namespace telltale {

struct JournalLimits {
  std::size_t per_condition = 50;
  std::size_t entries = 1'000'000;  // in all; the oldest go first
  std::size_t message_bytes = 256;
  std::size_t file_bytes = std::size_t{256} << 20;
  std::size_t conditions = 100;                        // of one object; more are not looked at
  std::size_t unwritten_bytes = std::size_t{8} << 20;  // beyond, the file is written anew
};

// Not safe to share between threads.
class Journal {
 public:
  explicit Journal(const JournalLimits& limits = {});
  ~Journal();
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;

  // Reads what the file holds, passing over what cannot be read (a torn last line is no error), and
  // appends to it from now on. The warnings say what was lost. Conflict when another process has
  // the file.
  [[nodiscard]] static Result<Journal> open(const std::string& path, const JournalLimits& limits,
                                            std::vector<std::string>& warnings);

  // What was written down as new about this object. Conditions that telltale did not judge are
  // told, too. Objects of workload clusters have no history.
  std::vector<JournalEntry> note(const Judged& judged, Instant now);
  // The object is gone; its history stays until the limits take it, or another object gets its
  // name. One that never had anything to tell is forgotten at once.
  void forget(const Key& key, std::string_view uid);
  // Makes sure that everything noted is on the disk; trouble is told once and tried again.
  [[nodiscard]] Result<void> flush();

  struct History {
    JournalSubject subject = {};
    std::vector<JournalEntry> entries = {};  // by time, then type
    bool cut = false;                        // older entries were dropped

    bool operator==(const History&) const = default;
  };
  // The newest object of that name; `type` in any case, empty: all conditions. NotFound when
  // nothing is known.
  [[nodiscard]] Result<History> history(const Key& key, std::string_view type) const;
  // Where something is known about an object of that group, kind and name, whatever the namespace
  // of the key; sorted. Looks at every object.
  std::vector<std::string> namespaces_with(const Key& key) const;

  struct Figures {
    std::size_t subjects = 0;
    std::size_t entries = 0;
    std::size_t dropped = 0;
    std::size_t file_bytes = 0;
    std::size_t unwritten_bytes = 0;  // noted and not yet on the disk

    bool operator==(const Figures&) const = default;
  };
  Figures figures() const;

 private:
  class Book;
  explicit Journal(std::unique_ptr<Book> book);

  std::unique_ptr<Book> book_;
};

}  // namespace telltale
