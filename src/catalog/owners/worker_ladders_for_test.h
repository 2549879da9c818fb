// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: every small snapshot of what MachineDeployments and MachinePools share, and plain
// ladders that say what the specification says about it. `calm` is a Seen with three replicas, all
// well, made from a KubeadmConfigTemplate and an AWSMachineTemplate.

#include <string>

#include "base/text.h"
#include "catalog/cluster_api/pause_for_test.h"
#include "catalog/now_for_test.h"
#include "catalog/owners/workers.h"
#include "table/choices_for_test.h"
#include "table/table_laws.h"

namespace telltale::ladders {

using laws::merge;
using laws::not_collected;
using laws::set_to;
using laws::Told;

inline constexpr std::string_view slow = "Machine m1 is in deletion since more than 15m";

inline constexpr void make_calm(Workers& seen) {
  seen.now = now;
  seen.cluster_namespace = "default";
  seen.cluster_name = "c1";
  seen.replicas = 3;
  seen.current = 3;
  seen.available = 3;
  seen.tally = {.current = 3,
                .acknowledged = 3,
                .ready = 3,
                .available = 3,
                .up_to_date = 3,
                .judged_up_to_date = 3};
  seen.bootstrap_source.kind = "KubeadmConfigTemplate";
  seen.infrastructure_source.kind = "AWSMachineTemplate";
}

inline Sight choose_sight(Choices& choose) {
  return choose.one_of({Sight::Present, Sight::Absent, Sight::NotCollected});
}

// How many are wanted and how many there are, on either side of each other.
inline void choose_counts(Choices& choose, Workers& seen) {
  using Count = std::optional<std::int64_t>;
  seen.deleted = choose.one_of({no_time, now});
  seen.replicas = choose.one_of<Count>({std::nullopt, 0, 2});
  if (choose.flag()) seen.counts_missing = "MachineSets were not collected";
  seen.current = choose.one_of<Count>({std::nullopt, 0, 1, 2, 3});
  seen.available = choose.one_of<Count>({std::nullopt, 0, 1, 2, 3});
  seen.machines_collected = choose.flag();
}

inline std::int64_t wanted(const Workers& seen) {
  return is_set(seen.deleted) || !seen.replicas ? 0 : *seen.replicas;
}

inline std::string missing_sources(const Workers& seen) {
  const bool bootstrap = seen.bootstrap_source.sight == Sight::Absent;
  const bool infra = seen.infrastructure_source.sight == Sight::Absent;
  if (bootstrap && infra) return "KubeadmConfigTemplate and AWSMachineTemplate do not exist";
  if (bootstrap) return "KubeadmConfigTemplate does not exist";
  return infra ? "AWSMachineTemplate does not exist" : "";
}

// Paused.

template <class Seen, class Visit>
void every_pause(const Seen& calm, Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_pause(choose, seen);
    visit(seen);
  });
}

inline Told paused(const Workers& seen, std::string_view kind) { return pause_ladder(seen, kind); }

// ScalingUp and ScalingDown.

template <class Seen, class Visit>
void every_growth(const Seen& calm, Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_counts(choose, seen);
    seen.basis = choose.one_of({ScalingUpBasis::Available, ScalingUpBasis::Current});
    seen.bootstrap_source.sight = choose_sight(choose);
    seen.infrastructure_source.sight = choose_sight(choose);
    visit(seen);
  });
}

template <class Seen, class Visit>
void every_count(const Seen& calm, Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    choose_counts(choose, seen);
    seen.tally = {.current = choose.one_of<std::int64_t>({0, 1, 2})};
    if (choose.flag()) seen.slow_deletions = slow;
    visit(seen);
  });
}

inline Told waiting_for_replicas() {
  return set_to(Status::Unknown, "WaitingForReplicasSet", "Waiting for spec.replicas set");
}

inline Told scaling_up(const Workers& seen) {
  if (!seen.replicas) return waiting_for_replicas();
  const std::int64_t goal = wanted(seen);
  const std::int64_t current = seen.current ? *seen.current : 0;
  const bool by_available = seen.basis == ScalingUpBasis::Available;
  if (goal > 0) {
    if (!seen.counts_missing.empty()) return not_collected();
    if (by_available && !seen.available && current >= goal) return not_collected();
  }
  const std::int64_t available = seen.available ? *seen.available : 0;
  const std::string missing = missing_sources(seen);
  if ((by_available ? available : current) >= goal) {
    if (is_set(seen.deleted) || missing.empty()) return set_to(Status::False, "NotScalingUp");
    return set_to(Status::False, "NotScalingUp", "Scaling up would be blocked because " + missing);
  }
  if (current >= goal) {
    return set_to(Status::True, "ScalingUp",
                  format("{} of {} replicas available", available, goal));
  }
  std::string text = format("Scaling up from {} to {} replicas", current, goal);
  if (!missing.empty()) text += " is blocked because " + missing;
  return set_to(Status::True, "ScalingUp", text);
}

inline Told scaling_down(const Workers& seen) {
  if (!seen.replicas) return waiting_for_replicas();
  if (!seen.counts_missing.empty()) return not_collected();
  const std::int64_t current = seen.current ? *seen.current : 0;
  if (current <= wanted(seen)) return set_to(Status::False, "NotScalingDown");
  std::string text = format("Scaling down from {} to {} replicas", current, wanted(seen));
  if (!seen.slow_deletions.empty()) text += "\n* " + std::string(slow);
  return set_to(Status::True, "ScalingDown", text);
}

// What stands on Machines.

template <class Seen, class Visit>
void every_age(const Seen& calm, Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.machines_collected = choose.flag();
    seen.tally.current = choose.one_of<std::int64_t>({0, 1});
    seen.tally.judged_up_to_date = choose.one_of<std::int64_t>({0, 1});
    seen.tally.not_up_to_date = choose.one_of<std::int64_t>({0, 1});
    if (seen.tally.not_up_to_date > 0) seen.rollout = "Rolling out 1 not up-to-date replicas";
    seen.next_grown_up = choose.one_of({no_time, now + Seconds(1), now + Seconds(11)});
    visit(seen);
  });
}

// A Machine that grows up is counted from then on.
struct GrowUp {
  template <class Seen>
  Seen operator()(Seen seen, Instant at) const {
    if (is_set(seen.next_grown_up) && at >= seen.next_grown_up) {
      ++seen.tally.judged_up_to_date;
      seen.next_grown_up = no_time;
    }
    seen.now = at;
    return seen;
  }
};

inline Told machines_ready(const Workers& seen) {
  if (!seen.machines_collected) return not_collected();
  return seen.tally.current == 0 ? set_to(Status::True, "NoReplicas") : merge();
}

inline Told up_to_date(const Workers& seen) {
  if (!seen.machines_collected) return not_collected();
  return seen.tally.judged_up_to_date == 0 ? set_to(Status::True, "NoReplicas") : merge();
}

inline Told rolling_out(const Workers& seen) {
  if (!seen.machines_collected) return not_collected();
  if (seen.tally.not_up_to_date == 0) return set_to(Status::False, "NotRollingOut");
  return set_to(Status::True, "RollingOut", "Rolling out 1 not up-to-date replicas");
}

template <class Seen, class Visit>
void every_illness(const Seen& calm, Visit visit) {
  every_choice([&](Choices& choose) {
    Seen seen = calm;
    seen.machines_collected = choose.flag();
    seen.tally.unhealthy = choose.one_of<std::int64_t>({0, 1, 2});
    if (seen.tally.unhealthy == 1) seen.unhealthy_names = "m1";
    if (seen.tally.unhealthy == 2) seen.unhealthy_names = "m1, m2";
    if (seen.tally.unhealthy > 0) seen.tally.to_be_remediated = choose.flag() ? 1 : 0;
    seen.remediating =
        choose.one_of({RemediatingRule::AnyUnhealthy, RemediatingRule::OnlyToBeRemediated});
    visit(seen);
  });
}

inline Told remediating(const Workers& seen, std::string_view by) {
  if (!seen.machines_collected) return not_collected();
  if (seen.tally.to_be_remediated > 0) return merge();
  if (seen.tally.unhealthy == 0) return set_to(Status::False, "NotRemediating");
  const std::string who = seen.tally.unhealthy == 1 ? "Machine m1 is" : "Machines m1, m2 are";
  const std::string text = format("{} not healthy (not to be remediated by {})", who, by);
  const bool any = seen.remediating == RemediatingRule::AnyUnhealthy;
  return any ? set_to(Status::True, "Remediating", text)
             : set_to(Status::False, "NotRemediating", text);
}

}  // namespace telltale::ladders
