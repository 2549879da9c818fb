// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is true now and what was true lately, in memory: the newest value of every key, and the last
// changes in order, from which any state since then can be told. Every store keeps one; readers and
// watchers only ever look here, so they never wait for a disk.
//
// Safe to share between threads. Only the owning store changes it.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/sealing/stamp.h"

namespace telltale::store {

using Bytes = std::shared_ptr<const std::string>;

struct Item {
  std::string key;
  Bytes value;            // stamped
  Revision revision = 0;  // of its last change
};

struct Change {
  Revision revision = 0;
  std::string key;
  Bytes value;   // null: deleted
  Bytes before;  // null: created; a store need not say it, the CurrentState knows
  Revision before_revision = 0;
};

// A store that was never written to is at this revision: to Kubernetes' clients 0 means "any".
inline constexpr Revision first_revision = 1;

// History is forgotten, oldest first, when it outgrows either. The bytes are those that only the
// history still holds: keys and values that were replaced.
struct HistoryLimits {
  std::size_t changes = 100'000;
  std::size_t bytes = std::size_t{64} << 20;
};

struct Range {
  std::string prefix;
  std::string after = {};  // only keys greater than this one
  std::size_t limit = 0;   // 0: all
  Revision at = 0;         // 0: as of now
};

struct Page {
  std::vector<Item> items;    // in the order of their keys
  Revision revision = 0;      // the state it shows
  std::size_t remaining = 0;  // items of the range behind the last one given
};

class CurrentState {
 public:
  // Gets every change once, in order, batch by batch, from the thread that makes it. Must not block
  // and must not call back into the CurrentState.
  using Listener = std::function<void(std::span<const Change>)>;

  explicit CurrentState(HistoryLimits limits = {});
  ~CurrentState();
  CurrentState(const CurrentState&) = delete;
  CurrentState& operator=(const CurrentState&) = delete;

  Revision revision() const;
  // Changes up to and including this one are forgotten.
  Revision compacted() const;
  std::size_t size() const;
  std::optional<Item> get(std::string_view key) const;
  // Gone when `at` lies before what is remembered; Invalid when it lies in the future.
  [[nodiscard]] Result<Page> list(const Range& range) const;
  // The changes after `after` under the prefix, oldest first; Gone when some are forgotten, none
  // when it lies in the future.
  [[nodiscard]] Result<std::vector<Change>> changes(std::string_view prefix, Revision after) const;
  // Blocks until the revision is visible; false when it was not within the time.
  bool wait_for(Revision revision, std::chrono::milliseconds patience) const;

  // Runs `inside` while nothing can change, and from then on tells the listener every change: what
  // `inside` reads and what the listener is told fit together without a gap. `inside` may read this
  // CurrentState (the lock is one that readers share).
  //
  // A subscription ends when it is let go, and that waits for a call of the listener under way: let
  // go without holding a lock that the listener takes. It may be let go inside the listener.
  using Subscription = std::shared_ptr<void>;
  Subscription subscribe(Listener listener, const std::function<void()>& inside = {});

  // For the owning store. Changes come in order of their revisions.
  void load(std::vector<Item> items, Revision revision, Revision compacted);
  // The changes that led from the compacted revision to what was loaded, complete with `before`.
  void load_history(std::vector<Change> changes);
  void apply(std::vector<Change> changes);
  // Raises the revision without a change, as a store does that others write to.
  void advance(Revision revision);
  // Forgets changes up to there. Returns what is now the compacted revision.
  Revision compact(Revision revision);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace telltale::store
