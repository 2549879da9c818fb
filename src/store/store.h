// SPDX-License-Identifier: Apache-2.0
#pragma once

// Revisioned values under ordered keys, and nothing about Kubernetes. Every change of any key takes
// the next revision of the whole store; the changes in that order are the log that watchers follow.
// A write names the revision it was made from, so that nobody's change is lost.
//
// Three implementations behind it, one conformance test for all (store_conformance.h): memory for
// simulations, SQLite as the default, etcd where several API servers share one state.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "store/current_state.h"

namespace telltale::store {

struct Write {
  std::string key;
  std::optional<std::string> value;  // nothing: delete the key
  Revision expected = 0;             // its revision; 0: the key must not be there
};

// Called exactly once, from a thread of the store or from within commit, when the write is durable
// and visible, or is refused: Conflict (the key is at another revision), Invalid (no key, a NUL in
// it, a deletion that expects nothing), TooLarge, Internal (the disk: nothing was written),
// Unreachable (it may have been written).
using Done = std::function<void(Result<Revision>)>;

struct Health {
  bool writable = true;
  std::string error = {};  // one sentence, when it is not
};

struct CommitFigures {
  std::uint64_t commits = 0;  // batches made durable
  std::uint64_t writes = 0;
  std::uint64_t refused = 0;
  double seconds = 0;  // spent making batches durable
};

// Of a store that keeps a file of its own.
struct DiskFigures {
  std::int64_t file_bytes = 0;
  std::int64_t unused_bytes = 0;  // of the file
  std::int64_t log_bytes = 0;     // written ahead, beside the file
  std::uint64_t checkpoints = 0;  // the log was moved into the file
  double checkpoint_age_seconds = 0;
};

// What was found when everything was looked at.
struct Checked {
  std::size_t objects = 0;
  std::int64_t rows = 0;  // on disk, remembered changes included; 0 where there is none
  Revision revision = 0;
  Revision compacted = 0;
};

inline constexpr std::size_t key_bytes_max = 2048;
inline constexpr std::size_t value_bytes_max = std::size_t{8} << 20;

// Safe to share between threads.
class Store {
 public:
  virtual ~Store() = default;

  virtual void commit(Write write, Done done) = 0;
  virtual CurrentState& present() = 0;
  // Makes sure that everything acknowledged anywhere before the call is visible here. Returns at
  // once where nobody else writes.
  [[nodiscard]] virtual Result<Revision> catch_up() = 0;
  // Forgets history up to there, also on disk.
  [[nodiscard]] virtual Result<void> compact(Revision revision) = 0;
  // Compacts everything, and makes sure that nothing of it is left where the store keeps its
  // values, as far as that is the store's to say.
  [[nodiscard]] virtual Result<void> scrub() { return compact(present().revision()); }
  // Looks whether everything is there as it was written, while writes go on. The error says what
  // is not.
  [[nodiscard]] virtual Result<Checked> check_contents();
  virtual Health health() const = 0;
  virtual CommitFigures figures() const = 0;
  virtual std::optional<DiskFigures> disk() const { return std::nullopt; }
};

// Waits for the end of one write. Not to be called from a thread of the store.
[[nodiscard]] Result<Revision> commit_and_wait(Store& store, Write write);

}  // namespace telltale::store
