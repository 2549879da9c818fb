// SPDX-License-Identifier: Apache-2.0
#pragma once

// Everything a driver has seen, sorted into trees that are judged on their own (anchors.h). Takes
// objects as they come, in any order, any number of times, and never goes back: of two states of
// one object the newer resourceVersion stays. Writes down, concludes nothing.
//
//   trees.put(document, {});            // from a list or a watch
//   for (ObjectTree* tree : trees.take_dirty()) judge(trees.world_of(*tree), ...);
//
// Not for threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/hash.h"
#include "kube/owned_object.h"
#include "kube/read_object.h"
#include "observe/world.h"
#include "report/status/ownership.h"

namespace telltale {

class TreeIndex {
 public:
  struct ObjectTree;

  // One object, as it was last seen.
  struct Entry {
    OwnedObject owned = {};
    bool placed = false;
    ObjectTree* tree = nullptr;  // once placed; nothing: in the commons
    std::uint64_t revision = 0;
    std::uint64_t digest = 0;                         // of the text of what has no revision
    std::uint64_t generation_of_list = 0;             // the list that last named it
    std::shared_ptr<const Ownership> ownership = {};  // of judged kinds only
    // The condition list as it came, where it may be one value or where not all of it can be read.
    std::string stored = {};

    const Object& object() const { return owned.object; }
  };

  struct ObjectTree {
    // At least one; the first gives it its name, and is the first of them by an order of its own:
    // replicas that share a fleet must agree on it however the objects arrived.
    std::vector<std::string> anchors = {};
    std::vector<Entry*> entries = {};
    bool judges = false;  // holds an object of a judged kind
    bool dirty = false;
    std::list<ObjectTree*>::iterator waiting = {};  // while it is dirty: where in the line

    const std::string& name() const { return anchors.front(); }
  };

  enum class Effect : std::uint8_t {
    Changed,
    Same,        // nothing new about it
    Stale,       // older than what is known
    Ignored,     // of no interest to judging
    Unreadable,  // `trouble()` says why
  };

  // A judged object as it was and as it is now, and who wrote what on it.
  struct ObjectChange {
    const Object* before = nullptr;  // nothing: it is seen for the first time
    const Ownership* owned_before = nullptr;
    const Object& after;
    const Ownership& owned;
    std::span<const ManagerTouch> touches = {};
  };

  // What is kept of an object: what judging reads, or also what the rest of its status is computed
  // from (legacy_fields).
  enum class Keeps : std::uint8_t { ForJudging, ForWholeStatus };

  explicit TreeIndex(Keeps keeps = Keeps::ForJudging);
  ~TreeIndex();

  // Told within put(), before the new state is kept; must not change the index.
  void on_change(std::function<void(const ObjectChange&)> tell) { on_change_ = std::move(tell); }

  // `home`: the workload cluster it was read from; empty: the management cluster.
  Effect put(std::string_view document, const Home& home);
  // A newer object of the same name stays: the UID tells, where both sides know it.
  Effect remove(std::string_view document, const Home& home);
  void remove(const Key& key);
  // Everything of one workload cluster, for good.
  void forget(const Home& home);
  const std::string& trouble() const { return trouble_; }
  // What the last put() that Changed something left.
  const Entry* latest() const { return latest_; }

  // What a list is of. Without a namespace: of all of them.
  struct ListOf {
    std::string_view group = {};
    std::string_view kind = {};
    Home home = {};
    std::string_view namespace_name = {};
    std::string_view about = {};  // of Events: only those about this kind
  };
  // A list begins, and ends: what it did not name is gone.
  void begin_list(const ListOf& of);
  void end_list(const ListOf& of);

  // Of these kinds everything is known. A change of it makes every tree dirty.
  void cover(std::string_view group, std::string_view kind, const Home& home);
  // The same for one namespace of the management cluster, where nobody looks at the others.
  void cover_in(std::string_view group, std::string_view kind, std::string_view namespace_name);

  // Whether this one object is there is known, though nobody lists its kind.
  void cover_one(const Key& key);

  const Entry* find(const Key& key) const;
  // What is known of the object that this is a state of.
  const Entry* find(std::string_view document, const Home& home);
  // Trees that changed since they were last taken; the one that waits longest comes first, so that
  // busy trees hold up no other.
  std::vector<ObjectTree*> take_dirty(std::size_t count_max);
  void mark_dirty(ObjectTree& tree);
  void mark_all_dirty();
  ObjectTree* tree_named(std::string_view anchor);
  // To judge: valid until the index changes.
  World world_of(const ObjectTree& tree);

  // Judged objects that went away since they were last taken.
  struct Gone {
    OwnedObject owned;
  };
  std::vector<Gone> take_gone();

  struct Figures {
    std::size_t objects = 0;
    std::size_t trees = 0;
    std::size_t common = 0;
    std::size_t bytes = 0;
    std::uint64_t stale = 0;
  };
  Figures figures() const;
  // How many wait to be taken, at most.
  std::size_t dirty() const { return all_dirty_ ? trees_.size() : dirty_.size(); }
  // All trees.
  std::vector<ObjectTree*> trees() const;

 private:
  struct EntryHash {
    using is_transparent = void;
    std::size_t operator()(const std::unique_ptr<Entry>& entry) const;
    std::size_t operator()(const Key& key) const { return KeyHash()(key); }
  };
  struct EntryEqual {
    using is_transparent = void;
    static const Key& key_of(const Key& key) { return key; }
    static const Key& key_of(const std::unique_ptr<Entry>& entry) { return entry->object().key; }
    bool operator()(const auto& one, const auto& other) const {
      return key_of(one) == key_of(other);
    }
  };
  struct Listing {
    std::string group;
    std::string kind;
    std::string home;
    std::string namespace_name;
    std::string about;
    std::uint64_t generation = 0;

    bool is_of(const ListOf& of) const;
    bool names(const Object& object) const;
  };

  const Object* read(std::string_view document, const Home& home);
  Entry& entry_for(const Object& object);
  void place(Entry& entry, const std::vector<std::string>& anchors);
  void unplace(Entry& entry);
  ObjectTree& tree_for(const std::vector<std::string>& anchors);
  void merge(ObjectTree& into, ObjectTree& from);
  void add_anchor(ObjectTree& tree, std::string anchor);
  void drop_anchor(ObjectTree& tree, const std::string& anchor);
  void drop_if_empty(ObjectTree& tree);
  void leave_line(ObjectTree& tree);
  void erase(Entry& entry);
  void commons_changed();
  std::shared_ptr<const Ownership> owners_of(const Object& object, std::string_view document);
  std::shared_ptr<const Ownership> intern(Ownership ownership);
  std::uint64_t list_generation(const Object& object) const;

  Keeps keeps_;
  Vocabulary words_;
  Arena scratch_;
  ObjectReader reader_;
  OwnershipReader owners_;
  std::function<void(const ObjectChange&)> on_change_;
  std::string trouble_;
  const Entry* latest_ = nullptr;
  absl::flat_hash_set<std::unique_ptr<Entry>, EntryHash, EntryEqual> entries_;
  absl::flat_hash_map<std::string, ObjectTree*, TextHash, std::equal_to<>> by_anchor_;
  absl::flat_hash_set<std::unique_ptr<ObjectTree>> trees_;
  std::list<ObjectTree*> dirty_;  // in line
  bool all_dirty_ = false;        // each steps into the line when trees are taken
  std::vector<Entry*> common_;
  std::unique_ptr<World> commons_;  // nothing: to be made anew
  Coverage coverage_;
  std::vector<Gone> gone_;
  std::vector<Listing> listings_;
  std::uint64_t next_generation_ = 1;
  std::uint64_t stale_ = 0;
  std::size_t bytes_ = 0;
  absl::flat_hash_map<std::string, std::shared_ptr<const Ownership>> ownerships_;
};

}  // namespace telltale
