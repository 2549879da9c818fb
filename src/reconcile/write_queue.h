// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which commands are under way, and what is known about the writing of each object: at most one
// command per object, a pause after a failure, a read after a conflict. Decides when an object may
// be written, not what. Not for threads.
//
//   if (!queue.must_wait(key, tree, now, commands)) queue.send(command, key, commands);
//   ...
//   if (auto answer = queue.take_answer(id)) ...   // conflicted(), refused() or lost() it

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/instant.h"
#include "reconcile/backoff.h"
#include "reconcile/command.h"
#include "reconcile/event_budget.h"
#include "reconcile/wake_list.h"

namespace telltale {

using Commands = std::vector<Command>;

// What is known about the writing of one object; there only while there is something to know.
struct Writing {
  std::uint64_t in_flight = 0;  // the command under way; zero: none
  Command::What what = Command::What::Read;
  std::string tree = {};
  std::string memory = {};  // the document being stored
  Target target = {};
  bool reread = false;     // it changed under us: ask before writing again
  unsigned conflicts = 0;  // in a row
  bool waited = false;     // there was more to write while a command was under way
  bool suspect = false;    // while it was under way telltale wrote; ourselves, if it succeeds
  std::vector<std::string> types = {};  // whose values are being changed
  Backoff backoff = {};
  std::vector<std::string> told = {};  // Events that went out with attempts that failed
};

class WriteQueue {
 public:
  struct Figures {
    std::uint64_t commands = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t refused = 0;
    std::uint64_t lost = 0;
    std::uint64_t events = 0;
    std::uint64_t events_withheld = 0;
    std::size_t in_flight = 0;
    std::size_t backing_off = 0;
  };

  // At most so many commands are under way. Trees of objects that have to wait are woken by
  // `wakes`, which outlives the queue.
  WriteQueue(std::size_t in_flight_max, WakeList& wakes, std::function<void(std::string_view)> log)
      : in_flight_max_(in_flight_max), wakes_(wakes), log_(std::move(log)) {}

  bool is_full() const { return commands_.size() >= in_flight_max_; }
  bool is_idle() const { return commands_.empty(); }
  // So much of the tree is being written that it is judged again when most of it is answered.
  bool is_busy(const std::string& tree) const;
  // The tree changed while it was busy: take_answer() says when it is not any more.
  void defer(const std::string& tree, Instant now);

  // Whether the object has to wait: for an answer, since it failed a moment ago, or because it is
  // read first, which is sent now.
  bool must_wait(const std::string& key, const std::string& tree, Instant now, Commands& commands);
  void send(Command command, const std::string& key, Commands& commands);
  // Where the object has not had too many Events; an attempt after one that failed tells the same
  // under the same name, and costs nothing more.
  void add_event(KubeEvent event, const std::string& key, Instant now, Command& command);
  // It says what it should: whatever went wrong on the way is over.
  void rest(const std::string& key);
  void forget(const std::string& key) { writings_.erase(key); }

  bool is_under_way(const std::string& key) const;
  // Whether that stores a Memory, which judging does not know yet.
  bool is_remembering(const std::string& key) const;
  // Telltale wrote the object. Whether that may have been a command of ours, under way or lost: one
  // under way becomes suspect, and conflicted() tells what came of it.
  bool may_have_written(const std::string& key);

  struct Answer {
    std::string key;
    std::string tree;            // the command's
    bool tree_waited = false;    // deferred until now
    Writing* writing = nullptr;  // nothing: the object is gone or was sent something else
  };
  // The command has ended; nothing for one that is not known.
  std::optional<Answer> take_answer(std::uint64_t id);
  // How the write goes on. After a conflict the object is read first; returns whether it was
  // suspect, so another telltale was faster.
  bool conflicted(Writing& writing, Instant now);
  void not_found(Writing& writing, Instant now);
  void refused(Writing& writing, std::string_view why, Instant now);
  void lost(Writing& writing, std::string_view why, Instant now);

  Figures figures() const;

 private:
  void changed_under_us(Writing& writing, Instant now, Seconds pause_max);

  struct Sent {
    std::string key;
    std::string tree;
  };

  const std::size_t in_flight_max_;
  WakeList& wakes_;
  std::function<void(std::string_view)> log_;
  absl::flat_hash_map<std::string, Writing> writings_;       // by key as text
  absl::flat_hash_map<std::uint64_t, Sent> commands_;        // under way, by id
  absl::flat_hash_map<std::string, std::size_t> under_way_;  // commands, by tree
  absl::flat_hash_set<std::string> deferred_;                // trees that changed while busy
  EventBudget event_budget_;
  std::uint64_t next_id_ = 1;
  Figures figures_;
};

}  // namespace telltale
