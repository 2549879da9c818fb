// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one MachineSet, its templates and its freshly judged Machines.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/deletion.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "observe/world.h"

namespace telltale::machineset {

// Machines younger than this may still lack their UpToDate condition without meaning anything.
inline constexpr Seconds up_to_date_grace = Seconds(10);

// Of a Machine that tells no creation time, nobody can say that it is young.
inline bool outgrew_up_to_date_grace(const Object& machine, Instant now) {
  return !is_set(machine.created) || now - machine.created > up_to_date_grace;
}

// The few facts about all Machines together that guards ask for.
struct Tally {
  std::int64_t current = 0;
  std::int64_t acknowledged = 0;  // current without those still being moved between sets
  std::int64_t ready = 0;
  std::int64_t available = 0;
  std::int64_t up_to_date = 0;
  std::int64_t judged_up_to_date = 0;  // have the condition, or are old enough to
  std::int64_t unhealthy = 0;          // HealthCheckSucceeded is False
  std::int64_t to_be_remediated = 0;   // and so is OwnerRemediated
};

struct Seen {
  Instant now{};
  bool deleting = false;
  bool paused_by_annotation = false;
  bool paused_by_cluster = false;
  Sight cluster = Sight::Present;
  std::string_view cluster_namespace;
  std::string_view cluster_name;

  std::optional<std::int64_t> replicas;  // spec.replicas; nil is not zero
  bool machines_collected = true;
  Tally tally;
  Instant next_grown_up = no_time;  // when the youngest unjudged Machine is old enough

  ScalingUpBasis basis = ScalingUpBasis::Available;
  RemediatingRule remediating = RemediatingRule::AnyUnhealthy;
  bool outdated = false;  // an older set of its MachineDeployment

  Sight bootstrap_template = Sight::Present;
  Sight infrastructure_template = Sight::Present;
  std::string_view bootstrap_kind;
  std::string_view infrastructure_kind;

  bool creation_failed = false;

  // Texts that only some rows need; owned by the caller.
  std::string_view creation_errors;
  std::string_view preflight;  // "* ..." lines
  std::string_view slow_deletions;
  std::string_view unhealthy_names;  // "m1, m2", the first three

  constexpr std::int64_t desired() const { return deleting ? 0 : replicas.value_or(0); }
  constexpr std::int64_t basis_count() const {
    return basis == ScalingUpBasis::Available ? tally.available : tally.current;
  }
};

// A MachineSet with everything around it: the sheet the tables read, and the Machines behind it.
struct Sheet {
  Seen seen;
  std::vector<const Judged*> machines;  // in the order of their names
  std::vector<std::string> texts;       // what the views in `seen` point to
};

// `judged_of` gives the judgement of an object by its index in the world, or nothing.
Sheet observe(const World& world, const Object& machine_set,
              std::span<const Judged* const> judged_of, const Settings& settings, Instant now);

}  // namespace telltale::machineset
