// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a Journal knows, in memory: subjects, the state each of their conditions is in, and the
// entries about those that turned. Who wants to make entries durable listens to `added`. Not safe
// to share between threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "report/journal/journal.h"
#include "report/journal/journal_line.h"
#include "report/journal/journal_states.h"

namespace telltale {

class JournalMemory {
 public:
  using Added = std::function<void(const JournalLine&)>;

  JournalMemory(const JournalLimits& limits, Added added);

  std::vector<JournalEntry> note(const Judged& judged, Instant now);
  void forget(const Key& key, std::string_view uid);
  Result<Journal::History> history(const Key& key, std::string_view type) const;
  std::vector<std::string> namespaces_with(const Key& key) const;
  // An entry of an earlier life. Nobody is told about it.
  void restore(const JournalLine& line);

  // The newest entries of about that many bytes as lines stay, the others are dropped.
  void keep_newest_bytes(std::size_t bytes_max);
  // In the order in which they were made; valid until something is noted or forgotten.
  std::vector<JournalLine> lines() const;

  std::size_t subjects() const { return subjects_.size(); }
  std::size_t entries() const { return entries_; }
  std::size_t dropped() const { return dropped_; }

 private:
  // The state that a condition is in, and since when.
  struct Standing {
    StatePool::Id state = 0;
    ShortInstant at = {};
  };
  struct Entry {
    std::uint64_t number = 0;  // in the order in which they were made
    Instant at = no_time;
    StatePool::Id state = 0;
    TextPool::Id message = 0;
  };
  struct Subject {
    std::string uid = {};
    std::vector<Standing> standing = {};
    std::vector<Entry> entries = {};
    bool cut = false;
    bool seen = false;  // and not forgotten since
  };
  struct Saying {
    ConditionState state = {};
    Instant at = no_time;
    std::string_view message = {};
  };

  Subject& subject_of(std::string_view uid);
  Standing* find_standing(Subject& subject, std::string_view type, std::size_t hint);
  bool has_entry(const Subject& subject, std::string_view type) const;
  bool note_condition(Subject& subject, const Condition& condition, std::size_t hint, Instant now);
  void drop_unreported(Subject& subject, Conditions conditions);
  void enter(Subject& subject, const Saying& saying);
  void add(Subject& subject, const Saying& saying);
  void hold_to_limits(Subject& subject, std::string_view type);
  void keep_newest(std::size_t count);
  void drop_older(std::uint64_t number);
  void drop(Subject& subject, const Entry& entry);
  void clear(Subject& subject);
  JournalLine line_of(std::string_view key, const Subject& subject, const Entry& entry) const;
  JournalEntry entry_of(const Entry& entry) const;

  JournalLimits limits_;
  Added added_;
  StatePool states_;
  TextPool messages_;
  // By group, kind, namespace and name: one object of a name at a time.
  absl::flat_hash_map<std::string, Subject, TextHash, std::equal_to<>> subjects_;
  std::string key_;  // of the subject that is worked on
  std::uint64_t next_number_ = 0;
  std::size_t entries_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace telltale
