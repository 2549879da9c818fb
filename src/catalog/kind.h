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
#include <string_view>
#include <vector>

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
struct Object;
struct TableEntry;

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
  std::string_view root_condition;  // the one that sums the object up

  // Which fields of its documents are kept, beside metadata and conditions.
  std::span<const std::string_view> fields = {};

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
  // What v1beta1 would still say; nothing: the kind has no second status.
  LegacyStatus (*legacy_status)(const Kind& kind, const JudgeContext& context, const Judged& judged,
                                Arena& arena) = nullptr;
};

}  // namespace telltale
