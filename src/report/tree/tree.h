// SPDX-License-Identifier: Apache-2.0
#pragma once

// What belongs to what, with what judging says of each: Cluster, control plane and workers, sets,
// Machines, and what a Machine stands on. Made from a World and its Judgement, which must both
// outlive it; nothing is left out silently, an object that is missing is a node that says so.
//
//   Cluster ─┬─ infrastructure
//            ├─ control plane ── Machine ── infrastructure, bootstrap, Node
//            ├─ workers ─┬─ MachineDeployment ── (MachineSet) ── Machine
//            │           └─ MachinePool, MachineSet, Machine
//            ├─ MachineHealthCheck
//            └─ other ── an owner nobody has seen ── Machine
//
// Every edge leads to a lower level of this picture and every object has one place, so owners that
// run in circles end like all others.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "catalog/judged.h"
#include "observe/world.h"

namespace telltale {

// In the order in which siblings that fare alike are shown.
enum class TreeRole : std::uint8_t {
  Infrastructure,
  ControlPlane,
  Bootstrap,
  Node,
  Workers,  // a heading
  Object,
  Other,  // a heading
};
std::string_view to_text(TreeRole role);

enum class TreeState : std::uint8_t { Present, Absent, NotCollected, Unreadable };
std::string_view to_text(TreeState state);

// Replicas as the columns of a screen want them; what nobody counted is absent.
struct TreeTally {
  std::optional<std::int64_t> desired = {};
  // Those that shall be there, or more where more are: no count exceeds it.
  std::optional<std::int64_t> total = {};
  std::optional<std::int64_t> ready = {};
  std::optional<std::int64_t> available = {};
  std::optional<std::int64_t> up_to_date = {};

  TreeTally& operator+=(const TreeTally& other);
  bool operator==(const TreeTally&) const = default;
};

struct TreeNode {
  TreeRole role = TreeRole::Object;
  Key key = {};  // of headings empty
  TreeState state = TreeState::Present;
  std::string_view why = {};        // of what cannot be read
  const Object* object = nullptr;   // of headings and of missing objects nothing
  const Judged* judged = nullptr;   // of objects of judged kinds
  Conditions conditions = {};       // as judged, else as stored
  const Condition* root = nullptr;  // the one that sums up the object
  TreeTally tally = {};
  Verdict worst = Verdict::Healthy;  // of everything from here down
  std::vector<TreeNode> children = {};

  bool is_heading() const { return key.kind.empty(); }
};

// From an object to what was said about it, in one step.
class JudgedIndex {
 public:
  JudgedIndex(const World& world, const Judgement& judgement);
  const Judged* of(const Object& object) const { return items_[world_.index_of(object)]; }
  const World& world() const { return world_; }

 private:
  const World& world_;
  std::vector<const Judged*> items_;
};

}  // namespace telltale
