// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one MachineSet, its templates and its freshly judged Machines.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/engine/judge_context.h"
#include "catalog/engine/members.h"

namespace telltale::machineset {

struct Seen {
  Instant now{};
  bool deleting = false;
  bool paused_by_annotation = false;
  bool paused_by_cluster = false;  // by spec.paused
  bool paused_by_cluster_annotation = false;
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
  const Members* machines = nullptr;
  std::vector<std::string> texts;  // what the views in `seen` point to
};

Sheet observe(const JudgeContext& context, const Object& machine_set, const Members& machines);

// The freshly judged Machines of the set.
Members gather(const JudgeContext& context, const Object& machine_set);

}  // namespace telltale::machineset
