// SPDX-License-Identifier: Apache-2.0
#include "fleet/owner_conditions.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "base/check.h"
#include "base/text.h"

namespace telltale::fleet {

namespace {

struct Reasons {
  std::string_view good;
  std::string_view bad;
  std::string_view unknown;
};

// Collects the conditions of one owner; what is good has been so since the owner settled.
class OwnerStory {
 public:
  OwnerStory(const Setting& setting, Instant settled) : setting_(setting), settled_(settled) {}

  void add(std::string_view type, Status status, std::string_view reason,
           std::string_view message = {}, Instant since = no_time) {
    all_.push_back({.type = type,
                    .status = status,
                    .reason = reason,
                    .message = message,
                    .last_transition = is_set(since) ? since : settled_});
  }

  // One condition of many objects; `none` is the reason when there are no objects.
  void add_aggregate(std::string_view type, std::size_t objects, const std::vector<Flaw>& flaws,
                     const Reasons& reasons, std::string_view none = "NoReplicas") {
    if (objects == 0) return add(type, Status::True, none);
    const Status status = worst(flaws);
    const std::string_view reason = status == Status::True    ? reasons.good
                                    : status == Status::False ? reasons.bad
                                                              : reasons.unknown;
    add(type, status, reason, aggregate_message(flaws, setting_.arena),
        first_since(flaws, settled_));
  }

  void add_machines_ready(std::string_view type, const Gathered& machines) {
    add_aggregate(type, machines.tally.replicas, machines.not_ready,
                  {"Ready", "NotReady", "ReadyUnknown"});
  }

  void add_machines_up_to_date(std::string_view type, const Gathered& machines) {
    add_aggregate(type, machines.tally.replicas, machines.not_up_to_date,
                  {"UpToDate", "NotUpToDate", "UpToDateUnknown"});
  }

  void add_remediating(const Gathered& machines) {
    if (machines.to_remediate.empty()) return add("Remediating", Status::False, "NotRemediating");
    add("Remediating", Status::True, "Remediating",
        aggregate_message(machines.to_remediate, setting_.arena),
        first_since(machines.to_remediate, settled_));
  }

  void add_rolling_out(const Gathered& machines) {
    if (machines.not_up_to_date.empty()) return add("RollingOut", Status::False, "NotRollingOut");
    // All outdated Machines of a deployment come from one set, so they all say the same.
    const std::string text =
        format("Rolling out {} not up-to-date replicas\n{}", machines.not_up_to_date.size(),
               machines.not_up_to_date.front().message);
    add("RollingOut", Status::True, "RollingOut", setting_.arena.keep(text),
        first_since(machines.not_up_to_date, settled_));
  }

  // The proposal counts available Machines, upstream counts Machines; a fleet never lacks any.
  void add_scaling(const Gathered& machines) {
    add("ScalingDown", Status::False, "NotScalingDown");
    const Tally& tally = machines.tally;
    if (setting_.upstream() || tally.available == tally.replicas) {
      return add("ScalingUp", Status::False, "NotScalingUp");
    }
    const std::string text = format("{} of {} replicas available", tally.available, tally.replicas);
    add("ScalingUp", Status::True, "ScalingUp", setting_.arena.keep(text),
        first_since(machines.not_ready, settled_));
  }

  void add_replica_failure() {
    if (!setting_.upstream()) add("ReplicaFailure", Status::False, "NoReplicaFailure");
  }

  std::vector<Condition> finish(std::int64_t generation) {
    add("Paused", Status::False, "NotPaused");
    add(setting_.upstream() ? "Deleting" : "Deleted", Status::False, "NotDeleting");
    for (Condition& each : all_) each.observed_generation = generation;
    return std::move(all_);
  }

 private:
  const Setting& setting_;
  Instant settled_;
  std::vector<Condition> all_;
};

// The last Machine of a set has settled by then.
Instant settled_after(const Setting& setting, Instant created) {
  return std::max(created, setting.cluster.initialized) + std::chrono::minutes{15};
}

void add_deployment_available(OwnerStory& story, const Setting& setting,
                              const DeploymentPlan& deployment, const Gathered& machines) {
  const std::size_t replicas = deployment.replicas();
  const std::size_t required = replicas - deployment.max_unavailable();
  if (machines.tally.available >= required)
    return story.add("Available", Status::True, "Available");
  const std::string text = format(
      "{} available replicas, at least {} required (spec.strategy.rollout.maxUnavailable is {}, "
      "spec.replicas is {})",
      machines.tally.available, required,
      deployment.max_unavailable_percent == 0 ? "0"
                                              : format("{}%", deployment.max_unavailable_percent),
      replicas);
  story.add("Available", Status::False, "NotAvailable", setting.arena.keep(text),
            first_since(machines.not_ready, no_time));
}

// The control plane Machines of a fleet ail only when nobody can ask them.
void add_control_plane_health(OwnerStory& story, const Setting& setting) {
  for (const std::string_view type : {"EtcdClusterHealthy", "ControlPlaneComponentsHealthy"}) {
    if (!setting.in_the_dark()) {
      story.add(type, Status::True, "Healthy");
      continue;
    }
    story.add(type, Status::Unknown, "ConnectionDown", setting.last_probe_message(),
              setting.cluster.lost + std::chrono::minutes{5});
  }
}

void add_control_plane_available(OwnerStory& story, const Setting& setting,
                                 const Gathered& machines) {
  if (!setting.in_the_dark()) return story.add("Available", Status::True, "Available");
  const std::string text = format(
      "* There are no healthy etcd member, at least {} healthy member required for etcd quorum\n"
      "* There are no Machines with healthy control plane components, at least 1 required",
      machines.tally.replicas / 2 + 1);
  story.add("Available", Status::False, "NotAvailable", setting.arena.keep(text),
            setting.cluster.lost + std::chrono::minutes{5});
}

class ClusterStory {
 public:
  ClusterStory(const Setting& setting, const ClusterParts& parts)
      : setting_(setting), parts_(parts), story_(setting, setting.cluster.settled) {
    all_machines_ = parts.control_plane;
    all_machines_.add(parts.workers);
  }

  std::vector<Condition> tell();

 private:
  Condition probe() const;
  Condition workers_available();
  void add_available(const Condition& probe, const Condition& workers);
  void add_moving(std::string_view type, std::string_view calm_reason);
  void add(const Condition& condition) {
    story_.add(condition.type, condition.status, condition.reason, condition.message,
               condition.last_transition);
  }
  Condition control_plane_available() const {
    Condition mirrored = *find_condition(parts_.control_plane_conditions, "Available");
    mirrored.type = "ControlPlaneAvailable";
    return mirrored;
  }
  std::vector<Flaw> deployment_flaws(std::string_view type, Status flawed) const;

  const Setting& setting_;
  const ClusterParts& parts_;
  OwnerStory story_;
  Gathered all_machines_;
};

Condition ClusterStory::probe() const {
  constexpr std::string_view type = "RemoteConnectionProbe";
  const ClusterPlan& cluster = setting_.cluster;
  if (cluster.reachable()) {
    return {.type = type,
            .status = Status::True,
            .reason = "ProbeSucceeded",
            .message = {},
            .last_transition = cluster.initialized};
  }
  const std::string text = format("Remote connection probe failed, probe last succeeded at {}",
                                  format_rfc3339(cluster.lost));
  return {.type = type,
          .status = Status::False,
          .reason = "ProbeFailed",
          .message = setting_.arena.keep(text),
          .last_transition = cluster.lost + Seconds{50}};
}

// The deployments that report `type` as `flawed`, or as Unknown.
std::vector<Flaw> ClusterStory::deployment_flaws(std::string_view type, Status flawed) const {
  std::vector<Flaw> flaws;
  for (std::size_t i = 0; i < parts_.deployment_conditions.size(); ++i) {
    const Condition* found = find_condition(parts_.deployment_conditions[i], type);
    check(found != nullptr, "every deployment reports what its Cluster aggregates");
    if (found->status != flawed) continue;
    flaws.push_back({.status = Status::False,
                     .kind = "MachineDeployment",
                     .name = setting_.cluster.deployments[i].name,
                     .message = found->message,
                     .since = found->last_transition});
  }
  return flaws;
}

Condition ClusterStory::workers_available() {
  OwnerStory scratch(setting_, setting_.cluster.settled);
  scratch.add_aggregate("WorkersAvailable", parts_.deployment_conditions.size(),
                        deployment_flaws("Available", Status::False),
                        {"Available", "NotAvailable", "AvailableUnknown"}, "NoWorkers");
  return scratch.finish(owner_generation).front();
}

void ClusterStory::add_available(const Condition& probe, const Condition& workers) {
  std::vector<Flaw> flaws;
  for (const Condition& part : {probe, control_plane_available(), workers}) {
    if (part.status == Status::True) continue;
    flaws.push_back({.status = part.status,
                     .kind = {},
                     .name = part.type,
                     .message = part.message,
                     .since = part.last_transition});
  }
  const bool available = flaws.empty();
  story_.add("Available", worst(flaws), available ? "Available" : "NotAvailable",
             summary_message(flaws, setting_.arena), first_since(flaws, no_time));
}

// RollingOut, ScalingUp: true when it is true of any deployment.
void ClusterStory::add_moving(std::string_view type, std::string_view calm_reason) {
  const std::vector<Flaw> moving = deployment_flaws(type, Status::True);
  if (moving.empty()) return story_.add(type, Status::False, calm_reason);
  story_.add(type, Status::True, type, aggregate_message(moving, setting_.arena),
             first_since(moving, no_time));
}

std::vector<Condition> ClusterStory::tell() {
  const Condition is_connected = probe();
  const Condition workers = workers_available();
  const bool upstream = setting_.upstream();
  add_available(is_connected, workers);
  if (!upstream) story_.add_machines_up_to_date("UpToDate", all_machines_);
  add(is_connected);
  if (upstream) story_.add("InfrastructureReady", Status::True, "Ready");
  story_.add("ControlPlaneInitialized", Status::True, "Initialized", {},
             setting_.cluster.initialized);
  add(control_plane_available());
  add(workers);
  if (upstream) add_moving("RollingOut", "NotRollingOut");
  story_.add_remediating(all_machines_);
  story_.add("ScalingDown", Status::False, "NotScalingDown");
  add_moving("ScalingUp", "NotScalingUp");
  if (upstream) {
    story_.add_machines_ready("ControlPlaneMachinesReady", parts_.control_plane);
    story_.add_machines_ready("WorkerMachinesReady", parts_.workers);
    story_.add_machines_up_to_date("ControlPlaneMachinesUpToDate", parts_.control_plane);
    story_.add_machines_up_to_date("WorkerMachinesUpToDate", parts_.workers);
  }
  return story_.finish(owner_generation);
}

}  // namespace

std::int64_t generation(const DeploymentPlan& deployment) {
  return static_cast<std::int64_t>(deployment.sets.size());
}

std::vector<Condition> set_conditions(const Setting& setting, const SetPlan& set,
                                      const Gathered& machines) {
  OwnerStory story(setting, settled_after(setting, set.created));
  if (!setting.upstream()) story.add_machines_up_to_date("UpToDate", machines);
  story.add_replica_failure();
  story.add_remediating(machines);
  story.add_scaling(machines);
  story.add_machines_ready("MachinesReady", machines);
  if (setting.upstream()) story.add_machines_up_to_date("MachinesUpToDate", machines);
  return story.finish(owner_generation);
}

std::vector<Condition> deployment_conditions(const Setting& setting,
                                             const DeploymentPlan& deployment,
                                             const Gathered& machines) {
  OwnerStory story(setting, settled_after(setting, deployment.current().created));
  add_deployment_available(story, setting, deployment, machines);
  if (!setting.upstream()) story.add_machines_up_to_date("UpToDate", machines);
  story.add_replica_failure();
  if (setting.upstream()) story.add_rolling_out(machines);
  story.add_remediating(machines);
  story.add_scaling(machines);
  story.add_machines_ready("MachinesReady", machines);
  if (setting.upstream()) story.add_machines_up_to_date("MachinesUpToDate", machines);
  return story.finish(generation(deployment));
}

std::vector<Condition> control_plane_conditions(const Setting& setting, const Gathered& machines) {
  OwnerStory story(setting, setting.cluster.settled);
  add_control_plane_available(story, setting, machines);
  if (!setting.upstream()) story.add_machines_up_to_date("UpToDate", machines);
  story.add("CertificatesAvailable", Status::True, "Available", {}, setting.cluster.created);
  story.add("Initialized", Status::True, "Initialized", {}, setting.cluster.initialized);
  add_control_plane_health(story, setting);
  story.add_replica_failure();
  if (setting.upstream()) story.add_rolling_out(machines);
  story.add_remediating(machines);
  story.add_scaling(machines);
  story.add_machines_ready("MachinesReady", machines);
  if (setting.upstream()) story.add_machines_up_to_date("MachinesUpToDate", machines);
  return story.finish(owner_generation);
}

std::vector<Condition> cluster_conditions(const Setting& setting, const ClusterParts& parts) {
  return ClusterStory(setting, parts).tell();
}

}  // namespace telltale::fleet
