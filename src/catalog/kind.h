// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that telltale knows about one kind, as one value. Each kind's folder defines its record
// (`machine/kind.cc` defines `machine_kind`), `kinds.cc` lists them, and everything else is derived
// from the list: judging order, tables, status writes, polarity, metrics, RBAC, watches, columns,
// completion. No other file spells a kind's name.
//
// A record holds views and function pointers only, and every function is handed the record it
// belongs to; so a record can also be made at run time, of a kind that a user describes in a file.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/kind_data.h"
#include "kube/object.h"

namespace telltale {

class Arena;
class ConditionWriter;
class Explainer;
class MemberCounts;
class World;
struct JudgeContext;
struct Judged;
struct Judging;
struct LegacyStatus;
struct TableEntry;
struct VerdictExplanation;

// Objects of an earlier stage are judged before those of a later one, which may lean on them.
enum class JudgingStage : std::uint8_t {
  Members,    // owned and counted by others
  Groups,     // own members
  Owners,     // own groups or members
  Clusters,   // what all of those belong to
  Platforms,  // lean on all that is above, or on nothing
};

// Looks once more at an object that is judged already; for any number of threads.
using SecondLook = std::function<void(Judged& judged, ConditionWriter& writer)>;

struct Kind {
  // Who it is.
  std::string_view group;
  std::string_view kind;
  std::string_view plural;                             // "machines": its resource
  std::span<const std::string_view> short_names = {};  // "ma": what people type
  std::string_view root_condition;                     // the one that sums the object up
  std::string_view telling_condition = {};  // another one of which every turn is worth a line
  std::string_view brief = {};              // "KCP": on narrow screens; empty: as it is called
  // Groups of other projects that have a kind of this name, so that commands name this one's.
  std::span<const std::string_view> namesakes = {};

  // What is known about it. Conditions stand in the order in which they are told.
  std::span<const ConditionFacts> conditions = {};
  std::span<const ReasonNames> renamed_reasons = {};
  std::span<const GoodReasonFacts> good_reasons = {};
  std::span<const GuidanceFacts> guidance = {};
  // Which fields of its documents are kept, and which other kinds only its judging reads.
  std::span<const std::string_view> fields = {};
  Extent extent = {};
  std::span<const ReadKind> evidence = {};
  // What else is read for its sake. Which kinds providers bring nobody can know beforehand, so most
  // of this is told by groups; a judged kind itself is always read.
  std::span<const KindPattern> watched = {};           // by `run` and by every command
  std::span<const KindPattern> listed = {};            // by commands that look once, on top of that
  std::span<const std::string_view> passed_over = {};  // never watched: no table reads them
  std::span<const KindBehind> behind = {};
  bool needs_definition = false;  // what may be written depends on its CustomResourceDefinition
  ColumnsByVersion columns = {};
  ListRules list_rules = {};
  CounterPlace counters = CounterPlace::Status;
  std::span<const LegacyCount> legacy_counts = {};
  std::span<const GateOfCondition> gates = {};

  // How it is related.
  bool is_namespaced = true;
  bool is_control_plane = false;
  bool events_are_evidence = false;  // what Events about it say is read
  bool is_remembered = false;        // something about it may be kept in a Memory
  bool is_scaled = false;            // people say in its spec.replicas how many machines they want
  // The tree in which the object of this name is judged; nothing: one of its own.
  std::string (*tree_of)(const Key& key) = nullptr;
  // Adds the trees around objects of this kind to which any object belongs.
  TreeTie (*tie)(const Kind& self, const Object& object, Anchors& anchors) = nullptr;
  // The object of this kind that another one names as where it belongs; an empty name: none.
  Key (*place_named_by)(const Kind& self, const Object& object) = nullptr;
  // Another object that tells in which region this one's machines are; an empty name: none.
  Key (*located_by)(const Kind& self, const Object& object) = nullptr;

  // What is done with it. Only `judge` and `tables` must be there.
  JudgingStage stage = JudgingStage::Platforms;
  // One object, from the sheet to the verdict. Pure: no clock, no I/O, no locks.
  Judged (*judge)(const Kind& kind, const Judging& at) = nullptr;
  // Adds up the members of an owner; `judge` finds the sum in `at.members`.
  std::unique_ptr<MemberCounts> (*gather)(const Kind& kind, const JudgeContext& context,
                                          const Object& owner) = nullptr;
  // Made when all objects of the kind are judged, then given each of them.
  SecondLook (*second_look)(const Kind& kind, const JudgeContext& context) = nullptr;
  // The owners that count this member, in the order in which they are judged.
  std::vector<const Object*> (*counted_by)(const Kind& kind, const World& world,
                                           const Object& member) = nullptr;
  // Its tables, in the order in which they are printed.
  std::vector<TableEntry> (*tables)(const Kind& kind) = nullptr;
  // Asks its tables once more and tells the explainer every answer; nothing: `why` has no rows.
  void (*explain)(const Kind& kind, Explainer& explainer) = nullptr;
  // The same of its verdict.
  VerdictExplanation (*explain_verdict)(const Kind& kind, const JudgeContext& context,
                                        const Judged& judged) = nullptr;
  // What lies behind the condition that its verdict blames, where that condition hides it; nothing:
  // the condition says it all.
  HiddenCause (*hidden_cause)(const Kind& kind, const Judged& judged) = nullptr;
  // What v1beta1 would still say; nothing: the kind has no second status.
  LegacyStatus (*legacy_status)(const Kind& kind, const JudgeContext& context, const Judged& judged,
                                Arena& arena) = nullptr;
};

}  // namespace telltale
