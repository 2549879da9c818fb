// SPDX-License-Identifier: Apache-2.0
#pragma once

// What judging one object may look at: the world, the settings, the instant, and whatever was
// judged before it in the same pass, stage after stage (catalog/kind.h), so that every owner sees
// fresh judgements of what it owns.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include <absl/container/flat_hash_map.h>

#include "catalog/judged.h"
#include "catalog/settings.h"
#include "observe/world.h"

namespace telltale {

class ConditionWriter;
class MemberCounts;

// When the control plane of a Cluster first worked: what its Machines need to know about it before
// the Cluster itself is judged.
struct ControlPlaneStart {
  Status initialized = Status::Unknown;
  Instant since = no_time;
};
using ControlPlaneStarts = absl::flat_hash_map<const Object*, ControlPlaneStart>;

struct JudgeContext {
  const World& world;
  const Settings& settings;
  Instant now;
  const ControlPlaneStarts& starts;          // by Cluster
  std::span<const Judged* const> judged_of;  // by index in the world; nothing: not judged (yet)

  // Nothing for an object of the commons, where nothing is judged.
  const Judged* judged(const Object& object) const {
    const std::size_t index = world.index_of(object);
    return index < judged_of.size() ? judged_of[index] : nullptr;
  }
  const Judged* judged(std::uint32_t index) const { return judged_of[index]; }
};

// One object that a kind's function judges, and what it works with.
struct Judging {
  const JudgeContext& context;
  const Object& object;
  const MemberCounts* members;  // as the kind's `gather` made it; nothing: it has none
  ConditionWriter& writer;
};

// The stretch of one kind among indexes that are ordered by kind, as the world's groups are.
inline std::span<const std::uint32_t> of_kind(const World& world,
                                              std::span<const std::uint32_t> indexes,
                                              std::string_view kind) {
  const auto kind_of = [&](std::uint32_t index) { return world.objects()[index].key.kind; };
  const auto found = std::ranges::equal_range(indexes, kind, {}, kind_of);
  return {found.begin(), found.end()};
}

}  // namespace telltale
