// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one MachineHealthCheck sees of one Machine: the sheet of paper that decides
// HealthCheckSucceeded. Judging health comes after the Machine's own tables and before its Ready.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "catalog/engine/judge_context.h"
#include "kube/condition.h"

namespace telltale::healthcheck {

inline constexpr std::string_view remediate_annotation = "cluster.x-k8s.io/remediate-machine";

// What became of looking for the Node that status.nodeRef names.
enum class NodeSight : std::uint8_t {
  NotLookedFor,  // no nodeRef yet, or no control plane to ask
  Found,
  Gone,
  OutOfReach,    // the workload cluster cannot be asked
  NotCollected,  // the dump holds no Node of this cluster
};

// A watched condition that has the status it should not have.
struct Symptom {
  std::string_view type = {};
  Status status = Status::Unknown;
  std::string_view reason = {};
  Instant since = no_time;
  Seconds timeout{0};

  constexpr Instant turns() const { return since + timeout + Seconds(1); }
  constexpr bool over(Instant now) const { return now >= turns(); }
};

struct Seen {
  Instant now{};

  // The check.
  bool checked = false;  // some check selects the Machine; without one the rest says nothing
  std::string_view check_name;
  bool check_paused = false;
  Seconds startup_timeout{0};  // zero: none

  // The Machine.
  std::string_view excepted_by;  // the annotation that keeps health checks away
  bool marked = false;           // somebody asked by annotation to have it replaced
  bool deleting = false;
  bool control_plane = false;
  std::span<const Symptom> machine_symptoms;

  // Its Cluster.
  bool plane_initialized = false;
  bool infra_ready = false;

  // Its Node.
  NodeSight node = NodeSight::NotLookedFor;
  std::string_view node_name;
  Instant startup_base = no_time;  // the latest of all that a Node has to wait for
  std::span<const Symptom> node_symptoms;

  constexpr Instant startup_turns() const {
    const bool runs = node == NodeSight::NotLookedFor && startup_timeout > Seconds(0);
    return runs && is_set(startup_base) ? startup_base + startup_timeout + Seconds(1) : no_time;
  }
  constexpr bool startup_over() const { return is_set(startup_turns()) && now >= startup_turns(); }
};

// A Seen and the lists it looks at.
struct Sheet {
  Sheet() = default;
  Sheet(Sheet&&) = default;
  Sheet& operator=(Sheet&&) = default;

  Seen seen = {};
  const Object* check = nullptr;
  std::vector<Symptom> symptoms = {};
};

// How a Machine fares before one check.
enum class Outcome : std::uint8_t {
  Failed,
  Pending,  // nothing can be said yet, or nobody looks
  Healthy,
  NoTarget,  // excepted by annotation, or the check is paused
};
Outcome outcome_of(const Seen& seen);

// `judged` are the Machine's conditions as far as they were judged in this pass.
std::vector<Sheet> observe_all(const JudgeContext& context, const Object& machine,
                               Conditions judged);
// Where several checks select a Machine, the one that is worst for it speaks; of equals the first
// by name.
Sheet observe(const JudgeContext& context, const Object& machine, Conditions judged);

}  // namespace telltale::healthcheck
