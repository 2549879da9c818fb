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
// Memory before Events before status, so that being killed between any two of them loses nothing
// and repeats nothing. Not for threads; takes the instant from its caller.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "catalog/engine/judge_context.h"
#include "catalog/engine/memory.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "reconcile/backoff.h"
#include "reconcile/command.h"
#include "reconcile/event_budget.h"
#include "reconcile/tree_index.h"
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
struct Witness {
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
  explicit Reconciler(ReconcilerOptions options, Witness witness = {});
  ~Reconciler();

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
  void set_silent(std::string why);
  bool is_silent() const { return !silent_.empty(); }
  // Who else writes what: to be shared with other replicas, and told.
  Writers& writers() { return writers_; }
  const Writers& writers() const { return writers_; }
  const Fights& fights() const { return fights_; }
  // Until then nothing is judged: half a world is full of missing things.
  void begin() { begun_ = true; }
  bool begun() const { return begun_; }

  // Judges what is due, at most `trees_max` trees, and says what to do. Call again at once while
  // `has_work`, else at `wake` or when something arrived.
  std::vector<Command> step(Instant now, std::size_t trees_max = 64);
  bool has_work(Instant now) const;
  std::optional<Instant> wake() const;
  void finished(std::uint64_t id, const Outcome& outcome, Instant now);

  ReconcilerFigures figures() const;

 private:
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
  using Commands = std::vector<Command>;

  absl::flat_hash_set<std::string> wake_trees(Instant now);
  bool is_busy(const std::string& tree) const;
  void answered(const std::string& tree);
  void judge_tree(TreeIndex::Tree& tree, Instant now, Commands& commands);
  // A tree as it was judged. The context is there where the whole status is written.
  struct Sighted {
    const World& world;
    const std::string& tree;
    Instant now;
    const JudgeContext* context;
  };
  void consider(const Judged& judged, const Sighted& sighted, Commands& commands);
  std::optional<StatusWrite> write_for(const Judged& judged, const Sighted& sighted, Memory& memory,
                                       Arena& arena);
  void believe(const std::string& memory);
  bool held_up(const std::string& key, const std::string& tree, Instant now, Commands& commands);
  void fill(Command& command, const Judged& judged, StatusWrite write, const std::string& key,
            Instant now);
  void read_again(const std::string& key, Writing& writing, Commands& commands);
  void send(Command command, const std::string& key, Commands& commands);
  void add_event(KubeEvent event, const std::string& key, Instant now, Command& command);
  void rest(const std::string& key);
  // How each way for a command to end goes on.
  // Whether its tree has to be judged again because of it.
  bool done(const std::string& key, Writing& writing, const Outcome& outcome);
  void changed_under_us(Writing& writing, Instant now, Seconds pause_max);
  void missing(const std::string& key, Writing& writing, const Outcome& outcome, Instant now);
  void refused(Writing& writing, const Outcome& outcome, Instant now);
  void lost(Writing& writing, const Outcome& outcome, Instant now);
  const Capability& capability_of(const Object& object);
  void wake_tree(const std::string& tree, Instant at);
  void tell_gone();
  void tell_checking(const Object& pool, Instant now);
  void log(std::string_view line) const;
  // Other writers (reconciler_rivals.cc).
  void noticed(const TreeIndex::Sighting& sighting);
  void compare(const TreeIndex::Sighting& sighting, std::string_view type, Conditions was,
               Conditions is);
  bool is_held(const TreeIndex::Sighting& sighting, std::string_view type);
  bool is_list_of_one_value(const Object& object);
  bool is_remembered_as_ours(const Object& object, std::string_view type) const;
  void lost_to(const Object& object, std::string_view type, std::string_view manager);
  void note_stranger(const Object& object);
  void count_stranger();
  bool tells_of_letting_go(const Judged& judged, const std::string& key, const std::string& tree,
                           Instant now, Commands& commands);
  bool lets_go_first(const StatusWrite& write, const Judged& judged, const std::string& key,
                     const std::string& tree, Commands& commands);
  void note_wakes(const WriteBase& base, const std::string& tree);
  void note_written(const Writing& writing);
  void cannot_let_go(const Target& target, std::string_view why);

  // What a driver that only observes would have stored: kept here, or no clock would ever run.
  std::vector<std::string> unstored_;
  ReconcilerOptions options_;
  Witness witness_;
  TreeIndex trees_;
  bool begun_ = false;
  std::function<bool(std::string_view)> is_ours_;
  absl::flat_hash_map<std::string, Capability> capabilities_;  // "group/kind/version"
  absl::flat_hash_map<std::string, Writing> writings_;         // by key as text
  struct Sent {
    std::string key;
    std::string tree;
  };
  absl::flat_hash_map<std::uint64_t, Sent> commands_;        // under way, by id
  absl::flat_hash_map<std::string, std::size_t> under_way_;  // commands, by tree
  absl::flat_hash_set<std::string> deferred_;                // trees that changed while busy
  std::multimap<Instant, std::string> wakes_;                // to tree
  absl::flat_hash_map<std::string, Instant> wake_of_;        // by tree
  Instant latest_ = no_time;                                 // that a step was told
  Instant first_ = no_time;                                  // of the first judgement
  struct Checked {
    Instant failure = no_time;
    Instant recovery = no_time;
  };
  absl::flat_hash_map<std::string, Checked> checked_;  // pools, and when that was last said
  EventBudget event_budget_;
  Writers writers_;
  Fights fights_;
  bool is_own_answer_ = false;  // what is put now is what the server stored of ours
  std::string silent_;          // why nothing is written
  struct News {
    std::string type;
    std::string manager;
    bool kind = false;
  };
  absl::flat_hash_map<std::string, std::vector<News>> to_tell_;  // by key: what was let go of
  absl::flat_hash_set<std::string> cannot_let_go_;               // "group/kind" that refuse it
  std::deque<Instant> strangers_;                                // their last writes
  std::uint64_t next_id_ = 1;
  ReconcilerFigures figures_;
};

}  // namespace telltale
