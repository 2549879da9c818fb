// SPDX-License-Identifier: Apache-2.0
#pragma once

// Others who write what telltale writes: what their writes mean, and how telltale gives way. A
// condition that somebody else writes is let go of, on the object or on the whole kind; one that
// telltale is told to write is fought for, within limits; and where another telltale writes, this
// one falls silent. Not for threads.
//
//   TreeIndex ──change──► noticed() ──► Writers, Fights ──► what is written next
//                                   └─► silent: nothing is written any more

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/instant.h"
#include "reconcile/capabilities.h"
#include "reconcile/tree_index.h"
#include "reconcile/wake_list.h"
#include "reconcile/write_queue.h"
#include "report/status/fights.h"
#include "report/status/status_write.h"
#include "report/status/writers.h"

namespace telltale {

struct ReconcilerOptions;

// All of them outlive the Rivals.
struct RivalParts {
  const ReconcilerOptions& options;
  TreeIndex& trees;
  Capabilities& capabilities;
  WriteQueue& queue;
  WakeList& wakes;
  std::function<void(std::string_view line)> log = {};
};

class Rivals {
 public:
  explicit Rivals(RivalParts parts) : parts_(std::move(parts)) {}

  // From now on changes are compared: what was there before is no news.
  void begin() { begun_ = true; }
  // Before trees are judged: the instant, and the latest one so far.
  void begin_step(Instant now, Instant latest);

  // A judged object changed: somebody wrote, perhaps ourselves.
  void noticed(const TreeIndex::ObjectChange& change);
  // What is put into the trees between these two is what the server stored of ours.
  void begin_own_answer() { is_own_answer_ = true; }
  void end_own_answer() { is_own_answer_ = false; }

  // Judges on and writes nothing, as another telltale writes; with nothing to say why: writes
  // again.
  void set_silent(std::string why);
  bool is_silent() const { return !silent_.empty(); }
  // A write as telltale that was none of ours.
  void count_other_telltale();

  // The object that is judged, and where.
  struct Place {
    const Judged& judged;
    const std::string& key;
    const std::string& tree;
    Instant now;
  };
  // Sends the Events about what was let go of on the object; false when there are none. While one
  // is on its way everything else about the object waits.
  bool tells_of_letting_go(const Place& place, Commands& commands);
  // Sends what takes telltale's claim out of managedFields, if the write needs that first.
  bool lets_go_first(const StatusWrite& write, const Place& place, Commands& commands);
  // The server refuses that: conditions let go of stay as they are.
  void cannot_let_go(const Target& target, std::string_view why);
  // When it has to be looked again whether something may be written.
  void note_wakes(const WriteBase& base, const std::string& tree);
  // A status of ours is stored.
  void note_written(const Writing& writing);
  void forget(const std::string& key) { to_tell_.erase(key); }

  bool is_list_of_one_value(const Object& object);
  Writers& writers() { return writers_; }
  const Writers& writers() const { return writers_; }
  const Fights& fights() const { return fights_; }

  struct Figures {
    std::uint64_t let_go_objects = 0;   // conditions let go of on single objects
    std::uint64_t let_go_kinds = 0;     // and on whole kinds
    std::uint64_t stranger_writes = 0;  // of another telltale
  };
  const Figures& figures() const { return figures_; }

 private:
  struct News {
    std::string type;
    std::string manager;
    bool kind = false;
  };

  void compare(const TreeIndex::ObjectChange& change, std::string_view type, Conditions was,
               Conditions is);
  bool is_held(const TreeIndex::ObjectChange& change, std::string_view type);
  bool is_remembered_as_ours(const Object& object, std::string_view type) const;
  void lost_to(const Object& object, std::string_view type, std::string_view manager);

  const RivalParts parts_;
  Writers writers_;
  Fights fights_;
  bool begun_ = false;
  bool is_own_answer_ = false;
  std::string silent_;                                           // why nothing is written
  Instant first_ = no_time;                                      // of the first judgement
  Instant latest_ = no_time;                                     // of all so far
  absl::flat_hash_map<std::string, std::vector<News>> to_tell_;  // by key: what was let go of
  absl::flat_hash_set<std::string> cannot_let_go_;               // "group/kind" that refuse it
  std::deque<Instant> other_telltale_;                           // its last writes
  Figures figures_;
};

}  // namespace telltale
