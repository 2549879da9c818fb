// SPDX-License-Identifier: Apache-2.0
#pragma once

// The little that no Kubernetes object holds: since when a failure is seen on a pool, which failed
// NodeClaims were counted. Judging takes what was remembered and says what to remember; whoever
// drives it stores that as an object of its own (telltale.dev/v1alpha1, kind Memory), before the
// status that follows from it. A dump may contain it; without it, evidence in the objects decides.
//
//   const Memory before = recall(context.world, pool, arena);
//   judged.memory = remember(before, after, judged, arena);

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "base/instant.h"
#include "catalog/engine/judge_context.h"

namespace telltale {

// One thing that has gone on for a while, or stopped a short while ago.
struct MemoryClock {
  std::string_view name = {};
  Instant since = no_time;
  Instant stopped = no_time;  // no_time: it still goes on

  bool running() const { return !is_set(stopped); }
  bool operator==(const MemoryClock&) const = default;
};

// One failure that was counted and must not count twice.
struct Counted {
  std::string_view uid = {};
  std::string_view reason = {};
  Instant at = no_time;

  bool operator==(const Counted&) const = default;
};

struct Memory {
  static constexpr std::size_t clocks_max = 16;
  static constexpr std::size_t counted_max = 100;
  static constexpr std::size_t written_max = 32;
  static constexpr std::size_t retired_max = 32;

  std::int64_t generation = 0;        // the spec that clocks and counts belong to
  std::int64_t class_generation = 0;  // and that of the object it refers to: Karpenter's NodeClass
  Instant reset = no_time;            // what happened before this does not count
  Instant paused = no_time;           // since when the clocks stand still
  Count replicas = {};                // available when the failure that is shown was first shown
  std::span<const MemoryClock> clocks = {};  // by name
  std::span<const Counted> counted = {};     // by time, then UID
  // Condition types that telltale wrote into a list that has no owner per item; sorted. Judging
  // never looks at it: it belongs to whoever writes.
  std::span<const std::string_view> written = {};
  // Hive's old conditions as they were when they were taken off the object: evidence for as long as
  // nobody writes them again; by type.
  Conditions retired = {};

  bool empty() const;
  const MemoryClock* clock(std::string_view name) const;
  bool has_counted(std::string_view uid) const;
};

bool operator==(const Memory& one, const Memory& other);

// How the Memory of an object is called; it lives in the same namespace.
std::string memory_name(const Object& object);

// Empty when nothing is remembered, or only about another object of the same name (the UID tells).
// Items that cannot be read are left out, and no more are taken than the limits allow.
Memory recall(const World& world, const Object& object, Arena& arena);

// Notes on the Judged what to remember, and whether that is news. What was written stays.
void remember(const Memory& before, const Memory& after, Judged& judged, Arena& arena);

// The document to store: apiVersion, kind, metadata and spec, as one line of JSON.
std::string memory_document(const Object& object, const Memory& memory);

}  // namespace telltale
