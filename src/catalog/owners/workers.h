// SPDX-License-Identifier: Apache-2.0
#pragma once

// What MachineSets, MachineDeployments, MachinePools and control planes have in common: a wanted
// number of replicas, a counted one, Machines behind them, and objects that new replicas are made
// from. Their Seens begin with this sheet; worker_rows.h holds the rows that judge it. A kind that
// counts otherwise has a function of the same name in its own Seen, which the rows then ask.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/engine/judge_context.h"
#include "catalog/engine/members.h"

namespace telltale {

// Something that new replicas are made from. Where none is asked for, none can be missing.
struct Source {
  Sight sight = Sight::Present;
  std::string_view kind = {};
};

struct Workers {
  Instant now{};
  std::string_view kind;  // of the object itself
  Instant deleted = no_time;
  bool paused_by_annotation = false;
  bool paused_by_cluster = false;  // by spec.paused
  bool paused_by_cluster_annotation = false;
  Sight cluster = Sight::Present;
  std::string_view cluster_namespace;
  std::string_view cluster_name;

  std::optional<std::int64_t> replicas;   // spec.replicas; nil is not zero
  std::optional<std::int64_t> current;    // replicas that exist
  std::optional<std::int64_t> available;  // nil: nobody reports it
  std::string_view counts_missing;        // what was not collected to count by; empty: all was

  bool machines_collected = true;
  Tally tally;
  Instant next_grown_up = no_time;  // when the youngest unjudged Machine is old enough

  ScalingUpBasis basis = ScalingUpBasis::Available;
  RemediatingRule remediating = RemediatingRule::AnyUnhealthy;
  std::string_view remediator;  // who would replace an unhealthy Machine
  bool outdated = false;        // a rollout replaces all its Machines, unhealthy ones too

  Source bootstrap_source;
  Source infrastructure_source;

  // Texts that only some rows need; owned by the caller.
  std::string_view slow_deletions;
  std::string_view unhealthy_names;  // "m1, m2", the first three
  std::string_view rollout;          // "Rolling out 2 not up-to-date replicas" and why
  bool creation_failed = false;      // of a Machine, or of the MachineSet that would create it
  std::string_view creation_errors;

  constexpr bool deleting() const { return is_set(deleted); }
  constexpr bool counted() const { return counts_missing.empty(); }
  constexpr std::int64_t desired() const { return deleting() ? 0 : replicas.value_or(0); }
  constexpr std::int64_t current_count() const { return current.value_or(0); }
  // Of those, which count when there are too many.
  constexpr std::int64_t acknowledged_count() const { return current_count(); }
  // What ScalingUp measures by.
  constexpr std::int64_t basis_count() const {
    return basis == ScalingUpBasis::Available ? available.value_or(0) : current_count();
  }
  // Nothing is enough for nobody; and where some do not exist, none of those is available.
  constexpr bool knows_enough() const {
    if (desired() == 0) return true;
    if (!counted()) return false;
    return basis == ScalingUpBasis::Current || available.has_value() || current_count() < desired();
  }
  constexpr bool lacks_source() const {
    return bootstrap_source.sight == Sight::Absent || infrastructure_source.sight == Sight::Absent;
  }
  // One that is surely gone settles it, whatever the other one is.
  constexpr bool knows_sources() const {
    return lacks_source() || (bootstrap_source.sight == Sight::Present &&
                              infrastructure_source.sight == Sight::Present);
  }
};

namespace workers {

// Text that a sheet's views point to. Reserved once, so that the views stay where they are.
class Texts {
 public:
  static constexpr std::size_t texts_max = 8;

  Texts() { texts_.reserve(texts_max); }
  Texts(Texts&&) = default;
  std::string_view keep(std::string text);

 private:
  std::vector<std::string> texts_;
};

// Everything but the counts and the sources, which each kind has from elsewhere.
void see(const JudgeContext& context, const Object& object, const Members& machines, Workers& seen);
void see_texts(const Members& machines, Workers& seen, Texts& texts);
// What `tree` refers to, in the namespace of the owner.
Source see_source(const World& world, const Object& owner, json::Tree tree);
// Whether the Machines of an owner that says it has some would be found among what was collected.
bool machines_collected(const World& world, const Object& owner, const Members& machines,
                        std::int64_t claimed);

// "KubeadmConfigTemplate does not exist", or both in one sentence, or nothing.
void put_missing_sources(const Workers& seen, std::string& out);
// " is blocked because ..." or nothing.
void put_blocked(const Workers& seen, std::string& out);
// "Machine m1 is not healthy (not to be remediated by ...)", or nothing.
void put_unhealthy(const Workers& seen, std::string& out);
// A line break and a bullet about slow deletions, or nothing.
void put_slow(const Workers& seen, std::string& out);
// "Cluster spec.paused is set to true, MachinePool has the cluster.x-k8s.io/paused annotation".
void put_pauses(const Workers& seen, std::string& out);

std::string cluster_evidence(const Workers& seen);
std::string count_evidence(const Workers& seen);
std::string machines_evidence(const Workers& seen);
std::string sources_evidence(const Workers& seen);
std::string deletion_evidence(const Workers& seen);

}  // namespace workers
}  // namespace telltale
