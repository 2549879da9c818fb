// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a kind's record is made of, as far as it is data: what its conditions mean, what to do about
// them, which fields of its documents are kept, how its condition list is written, how it prints.
// Views only: a record may stand in the program or be made at run time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "condition/caps.h"
#include "condition/priority.h"
#include "kube/condition.h"
#include "kube/read_object.h"

namespace telltale {

// Which of the two dialects (convert/dialect.h) have a condition at all.
enum class SpokenIn : std::uint8_t { Both, ProposalOnly, UpstreamOnly };

// Writing a condition on which others act is never harmless: a control plane, for example, deletes
// a Machine for it, or waits with a rollout.
struct ConditionFacts {
  std::string_view type;  // the proposal's name; upstream's where only upstream has it
  Polarity polarity = Polarity::Positive;
  bool others_act_on_it = false;    // writing it makes another controller act
  bool is_only_ours = false;        // nobody but telltale writes it
  bool unknown_gets_stuck = false;  // Unknown for too long needs a human, whatever the reason
  std::string_view upstream = {};   // its name there; empty: the same
  SpokenIn spoken_in = SpokenIn::Both;
  bool tells_movement = false;  // True: somebody is at work on it, which is no trouble by itself
};

// A reason that upstream calls otherwise.
struct ReasonNames {
  std::string_view type;
  std::string_view proposal;
  std::string_view upstream;
};

// What looks bad by its type and is not, because of its reason.
struct GoodReasonFacts {
  std::string_view type;
  Status status = Status::False;
  std::string_view reason;
};

// Reasons and conditions that others invent.
inline constexpr std::string_view any_name = "*";

// Advice says the first thing to do, in the imperative, beginning with a small letter since it
// stands behind "do:", and repeats nothing of the message beside which it is printed. What is in
// brackets is said only if every <blank> in it is known and plain; of alternatives behind a bar the
// first such:
//
//   "see which Node condition is bad and why[: <workload> describe node <node>|: kubectl describe
//   <self>]"
//
// A blank stands nowhere else, so that none is ever left open. explain/advice.h lists them.
struct GuidanceFacts {
  std::string_view condition;  // the proposal's name, or any_name
  std::string_view reason;     // the proposal's name, or any_name
  std::string_view advice;     // what to do first, in the imperative, without a final period
  std::string_view runbook;    // "docs/runbooks/NodeDeleted.md"
};

// A cause that a condition does not tell, for headlines: "SAID; LABEL: CAUSE", or the cause alone
// where nothing else is said. Conditions that are written stay as they are.
struct HiddenCause {
  std::string_view said = {};   // what is left of the condition's message
  std::string_view label = {};  // "last failure"
  std::string cause = {};       // empty: nothing is hidden
};

enum class ColumnType : std::uint8_t { String, Integer, Boolean, Date };

struct Column {
  // What only `-o wide` shows has a priority above zero.
  static constexpr int wide = 10;

  std::string_view header;
  ColumnType type = ColumnType::String;
  std::string_view path;  // JSONPath
  int priority = 0;
};
using Columns = std::span<const Column>;

// By version and dialect. The proposal dialect has the seed's tables ("Current" for v1beta1, "To
// be" for v1beta2), the upstream dialect what upstream shipped.
struct ColumnsByVersion {
  Columns current = {};  // proposal, v1beta1
  Columns to_be = {};    // proposal, v1beta2
  Columns upstream_v1beta1 = {};
  Columns upstream_v1beta2 = {};
};

// Extents by name, for records.
inline constexpr Extent all_of_it{};
inline constexpr Extent without_legacy{.relations = true, .legacy_conditions = false};
inline constexpr Extent by_name_only{.relations = false, .legacy_conditions = false};

// A kind whose documents are read: what a reader keeps of them, and how they print.
struct ReadKind {
  std::string_view group;
  std::string_view kind;
  std::span<const std::string_view> fields = {};
  Extent extent = by_name_only;
  // Only documents with this word in them; they keep these fields on top of what the kind has.
  std::string_view marker = {};
  ColumnsByVersion columns = {};
};

// Kinds, by their names; a star at the beginning or at the end of a name stands for anything.
struct KindPattern {
  std::string_view group;
  std::string_view kind = any_name;
};

// A kind of another project that tells more about an object, where the server has it; of some only
// what belongs to an object of ours, since such a cluster may have many others.
struct KindBehind {
  std::string_view group;
  std::string_view kind;
  std::string_view plural;
  std::string_view label_selector = {};
};

// How the conditions of a kind are written: each project has its own list type, its own limits and
// its own idea of what is worth a write.
struct ListRules {
  std::size_t conditions_max = conditions_per_object_max;
  bool tells_generation = true;  // its conditions have a field for the observed generation
  bool message_is_news = true;   // false: written for a new status or reason only
  bool tells_last_look = false;  // when somebody last looked is written, too
  bool needs_reasons = false;    // written only where its definition keeps reasons
};
// For lists without a limit of their own, as Hive's and Karpenter's: as many as HyperShift's may
// have, since more is not worth anybody's memory.
inline constexpr std::size_t long_list = 100;

// Where the counters of a kind stand in its status.
enum class CounterPlace : std::uint8_t { None, Status, Halves };

struct LegacyCounters;
// A counter that v1beta1 has under this name, with its old meaning.
struct LegacyCount {
  std::string_view name;
  std::optional<std::int32_t> LegacyCounters::* value;
};

// Feature gates (engine/gates.h).
struct Gates {
  bool node_pool_progressing = false;  // NodePoolProgressingCondition: HyperShift's proposal
  bool node_pool_degraded = true;      // NodePoolDegradedCondition: Karpenter's

  bool operator==(const Gates&) const = default;
};

struct GateOfCondition {
  std::string_view name;
  bool Gates::* value;
  std::string_view type;  // the condition that it is about
};

// Objects that share an anchor are judged together (reconcile/anchors.h).
using Anchors = std::vector<std::string>;
// Only: the object belongs to the trees that were told, and to no others.
enum class TreeTie : std::uint8_t { Also, Only };

}  // namespace telltale
