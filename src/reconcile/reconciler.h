// SPDX-License-Identifier: Apache-2.0
#pragma once

// The loop, without I/O: objects and the passing of time go in, commands come out. Level-based: it
// never asks what happened, only what is so. A tree that changed, or whose wake has come, is judged
// whole; what differs from what the objects say becomes one write per object.
//
//   objects ──► TreeIndex ──► dirty trees ──► judge ──► what differs ──► Commands ──► (driver)
//                 ▲                                                                  │
//                 └──────────────── what the server stored ◄── Outcome ◄─────────────┘
//
// What becomes of a write is the WriteQueue's business, who else writes the Rivals'. Memory before
// Events before status, so that being killed between any two of them loses nothing and repeats
// nothing. Not for threads; takes the instant from its caller.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "catalog/engine/judge_context.h"
#include "catalog/engine/memory.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "reconcile/capabilities.h"
#include "reconcile/command.h"
#include "reconcile/rivals.h"
#include "reconcile/tree_index.h"
#include "reconcile/wake_list.h"
#include "reconcile/write_queue.h"
#include "report/status/capability.h"
#include "report/status/fights.h"
#include "report/status/writers.h"

namespace telltale {

struct ReconcilerOptions {
  Settings settings = {};
  WriteRules rules = {};
  std::string instance = "telltale";  // who reports Events
  std::size_t in_flight_max = 256;    // commands under way
  bool events = true;
  // Nobody else may write as field manager telltale: whoever does is another telltale.
  bool alone = false;
};

// Hears of every verdict, and of objects that went away. Called from within step().
struct ReconcilerSink {
  std::function<void(const Judged&, Instant now)> on_judged = {};
  std::function<void(const Object&)> on_gone = {};
  // A Memory is believed from now on; judging stands on this document.
  std::function<void(const std::string& document)> on_remembered = {};
  std::function<void(std::string_view line)> on_log = {};
};

struct ReconcilerFigures {
  std::uint64_t judged_trees = 0;
  std::uint64_t judged_objects = 0;
  std::uint64_t commands = 0;
  std::uint64_t status_writes = 0;
  std::uint64_t memory_writes = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t refused = 0;
  std::uint64_t lost = 0;
  std::uint64_t events = 0;
  std::uint64_t events_withheld = 0;
  std::uint64_t let_go_objects = 0;   // conditions let go of on single objects
  std::uint64_t let_go_kinds = 0;     // and on whole kinds
  std::uint64_t stranger_writes = 0;  // of another telltale
  bool silent = false;
  std::size_t dirty_trees = 0;
  std::size_t in_flight = 0;
  std::size_t backing_off = 0;
};

class Reconciler {
 public:
  explicit Reconciler(ReconcilerOptions options, ReconcilerSink sink = {});
  ~Reconciler();
  Reconciler(const Reconciler&) = delete;
  Reconciler& operator=(const Reconciler&) = delete;

  TreeIndex& trees() { return trees_; }
  const TreeIndex& trees() const { return trees_; }

  // What the definition of a kind lets us write. Kinds nobody told about are taken as customary.
  void set_capability(std::string_view group, std::string_view kind, std::string_view version,
                      Capability capability);
  // From now on everything is judged and written in this dialect.
  void set_dialect(DialectName dialect);
  // Which trees are ours to judge and write; nothing: all of them.
  void set_share(std::function<bool(std::string_view tree)> is_ours);
  // Judges on and writes nothing, as another telltale writes; with nothing to say why: writes
  // again.
  void set_silent(std::string why) { rivals_.set_silent(std::move(why)); }
  bool is_silent() const { return rivals_.is_silent(); }
  // Who else writes what: to be shared with other replicas, and told.
  Writers& writers() { return rivals_.writers(); }
  const Writers& writers() const { return rivals_.writers(); }
  const Fights& fights() const { return rivals_.fights(); }
  // Until then nothing is judged: half a world is full of missing things.
  void begin();
  bool begun() const { return begun_; }

  // Judges what is due, at most `trees_max` trees, and says what to do. Call again at once while
  // `has_work`, else at `wake` or when something arrived.
  std::vector<Command> step(Instant now, std::size_t trees_max = 64);
  bool has_work(Instant now) const;
  std::optional<Instant> wake() const { return wakes_.next(); }
  void finished(std::uint64_t id, const Outcome& outcome, Instant now);

  ReconcilerFigures figures() const;

 private:
  // A tree as it was judged. The context is there where the whole status is written.
  struct JudgedTree {
    const World& world;
    const std::string& tree;
    Instant now;
    const JudgeContext* context;
  };
  struct Checked {
    Instant failure = no_time;
    Instant recovery = no_time;
  };

  // Judging.
  void tell_gone();
  absl::flat_hash_set<std::string> wake_trees(Instant now);
  void judge_tree(TreeIndex::ObjectTree& tree, Instant now, Commands& commands);
  void tell_judged(const Judged& judged, Instant now);
  void log_checking(const Object& pool, Instant now);
  void mark_dirty(const std::string& tree);
  // From a judgement to a command.
  void consider(const Judged& judged, const JudgedTree& judged_tree, Commands& commands);
  std::optional<StatusWrite> write_for(const Judged& judged, const JudgedTree& judged_tree,
                                       Memory& memory, Arena& arena);
  void fill(Command& command, const Judged& judged, StatusWrite write, const std::string& key,
            Instant now);
  // From an outcome back to the trees. Whether the tree has to be judged again because of it.
  bool done(const std::string& key, Writing& writing, const Outcome& outcome);
  void not_found(const std::string& key, Writing& writing, const Outcome& outcome, Instant now);
  void refused(Writing& writing, const Outcome& outcome, Instant now);
  void believe(const std::string& memory);
  void log(std::string_view line) const;

  ReconcilerOptions options_;
  ReconcilerSink sink_;
  TreeIndex trees_;
  Capabilities capabilities_;
  WakeList wakes_;
  WriteQueue queue_;
  Rivals rivals_;
  bool begun_ = false;
  std::function<bool(std::string_view)> is_ours_;
  // What a driver that only observes would have stored: kept here, or no clock would ever run.
  std::vector<std::string> unstored_;
  absl::flat_hash_map<std::string, Checked> checked_;  // pools, and when that was last logged
  ReconcilerFigures figures_;                          // of judging, and of what was stored
};

}  // namespace telltale
