// SPDX-License-Identifier: Apache-2.0
#include "fleet/machine_conditions.h"

#include <array>
#include <chrono>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "fleet/stored.h"

namespace telltale::fleet {

namespace {

using std::chrono::minutes;

constexpr Seconds remote_conditions_grace = minutes{5};
constexpr std::string_view kubelet_silent = "Kubelet stopped posting node status.";

Condition good(std::string_view type, std::string_view reason, Instant since) {
  return {.type = type,
          .status = Status::True,
          .reason = reason,
          .message = {},
          .last_transition = since};
}

Condition calm(std::string_view type, std::string_view reason, Instant since) {
  return {.type = type,
          .status = Status::False,
          .reason = reason,
          .message = {},
          .last_transition = since};
}

class MachineStory {
 public:
  MachineStory(const Setting& setting, const MachineView& view)
      : setting_(setting), view_(view), machine_(view.machine) {}

  std::vector<Condition> tell() const;

 private:
  Condition bootstrap() const;
  Condition infrastructure() const;
  // NodeHealthy and NodeReady share most rows; `silent` and `good` reasons are their own.
  Condition node_healthy() const;
  Condition node_ready() const;
  Condition node_missing(std::string_view type) const;
  Condition node_unknown(std::string_view type, std::string_view message) const;
  Condition deleting() const;
  Condition up_to_date() const;
  Condition pod(std::string_view type, std::string_view reason) const;
  Condition ready(std::span<const Condition> parts) const;
  std::vector<Condition> health_check() const;
  std::string_view deletion_stage_message() const;
  std::string_view keep(const std::string& text) const { return setting_.arena.keep(text); }
  bool kubelet_is_silent() const {
    return machine_.trouble == Trouble::NodeSilent ||
           machine_.trouble == Trouble::AwaitingRemediation;
  }

  const Setting& setting_;
  const MachineView& view_;
  const MachinePlan& machine_;
};

Condition MachineStory::bootstrap() const {
  constexpr std::string_view type = "BootstrapConfigReady";
  if (machine_.has_bootstrap_data()) return good(type, "Ready", machine_.created + Seconds{8});
  return {.type = type,
          .status = Status::False,
          .reason = "NotReady",
          .message = "KubeadmConfig status.initialization.dataSecretCreated is false",
          .last_transition = machine_.created + Seconds{1}};
}

Condition MachineStory::infrastructure() const {
  constexpr std::string_view type = "InfrastructureReady";
  if (machine_.has_provider_id()) return good(type, "Ready", machine_.created + Seconds{40});
  if (machine_.trouble == Trouble::InfrastructureFailed) {
    Condition mirrored = infrastructure_failure(machine_);
    mirrored.type = type;
    return mirrored;
  }
  return {.type = type,
          .status = Status::False,
          .reason = "NotReady",
          .message = "DockerMachine status.initialization.provisioned is false",
          .last_transition = machine_.created + Seconds{1}};
}

Condition MachineStory::node_healthy() const {
  constexpr std::string_view type = "NodeHealthy";
  const bool upstream = setting_.upstream();
  if (setting_.in_the_dark() || !machine_.has_node()) return node_missing(type);
  if (kubelet_is_silent()) {
    return {.type = type,
            .status = Status::Unknown,
            .reason = upstream ? "NodeHealthyUnknown" : "Unknown",
            .message = keep(format("* Node.AllConditions: {}", kubelet_silent)),
            .last_transition = machine_.since};
  }
  if (machine_.trouble == Trouble::MemoryPressure) {
    return {.type = type,
            .status = Status::False,
            .reason = upstream ? "NodeNotHealthy" : "Unhealthy",
            .message = "* Node.MemoryPressure: kubelet has insufficient memory available",
            .last_transition = machine_.since};
  }
  return good(type, upstream ? "NodeHealthy" : "Healthy", machine_.settled);
}

Condition MachineStory::node_ready() const {
  constexpr std::string_view type = "NodeReady";
  if (setting_.in_the_dark() || !machine_.has_node()) return node_missing(type);
  if (!kubelet_is_silent()) return good(type, "NodeReady", machine_.settled);
  return {.type = type,
          .status = Status::Unknown,
          .reason = "NodeReadyUnknown",
          .message = keep(format("* Node.Ready: {}", kubelet_silent)),
          .last_transition = machine_.since};
}

Condition MachineStory::node_unknown(std::string_view type, std::string_view message) const {
  return {.type = type,
          .status = Status::Unknown,
          .reason = "InspectionFailed",
          .message = message,
          .last_transition = machine_.created + Seconds{1}};
}

// The rows in which no Node can be seen.
Condition MachineStory::node_missing(std::string_view type) const {
  if (setting_.in_the_dark()) {
    return {.type = type,
            .status = Status::Unknown,
            .reason = "ConnectionDown",
            .message = setting_.last_probe_message(),
            .last_transition = setting_.cluster.lost + remote_conditions_grace};
  }
  if (machine_.trouble == Trouble::NodeDeleted) {
    return {.type = type,
            .status = Status::False,
            .reason = setting_.upstream() ? "NodeDeleted" : "Deleted",
            .message = keep(
                format("Node {} has been deleted while the Machine still exists", machine_.name)),
            .last_transition = machine_.since};
  }
  if (!machine_.has_provider_id()) {
    return node_unknown(type, "Waiting for DockerMachine to report spec.providerID");
  }
  return node_unknown(type, keep(format("Waiting for a Node with spec.providerID {} to exist",
                                        provider_id(machine_, setting_.arena))));
}

Condition MachineStory::deleting() const {
  const std::string_view type = setting_.upstream() ? "Deleting" : "Deleted";
  if (!machine_.deleting()) return calm(type, "NotDeleting", machine_.created + Seconds{1});
  std::string text = format("Drain not completed yet (started at {}):\n",
                            format_rfc3339(machine_.since + Seconds{2}));
  text +=
      "* Pod databases/ledger-1: cannot evict pod as it would violate the pod's disruption "
      "budget. The disruption budget ledger needs 3 healthy pods and has 3 currently";
  return {.type = type,
          .status = Status::True,
          .reason = "DrainingNode",
          .message = keep(text),
          .last_transition = machine_.since};
}

Condition MachineStory::up_to_date() const {
  constexpr std::string_view type = "UpToDate";
  if (view_.up_to_date()) return good(type, "UpToDate", machine_.created + Seconds{1});
  const SetPlan& wanted = view_.deployment->current();
  return {.type = type,
          .status = Status::False,
          .reason = "NotUpToDate",
          .message = keep(format("* Version {}, {} required\n* DockerMachine is not up-to-date",
                                 view_.set->version, wanted.version)),
          .last_transition = wanted.created};
}

Condition MachineStory::pod(std::string_view type, std::string_view reason) const {
  if (!setting_.in_the_dark()) return good(type, reason, machine_.settled);
  return node_missing(type);
}

std::vector<Condition> MachineStory::health_check() const {
  if (machine_.trouble != Trouble::AwaitingRemediation) return {};
  const Instant noticed = machine_.since + minutes{5};
  const Condition failed = {
      .type = "HealthCheckSucceeded",
      .status = Status::False,
      .reason = "UnhealthyNode",
      .message =
          "Health check failed:\n  * Condition Ready on Node is reporting status Unknown "
          "with reason NodeStatusUnknown for more than 5m0s",
      .last_transition = noticed};
  const Condition waiting = {.type = "OwnerRemediated",
                             .status = Status::False,
                             .reason = "WaitingForRemediation",
                             .message = "Waiting for remediation",
                             .last_transition = noticed};
  return {failed, waiting};
}

// What Ready says of a deletion: less than the condition itself, so that Machines group.
std::string_view MachineStory::deletion_stage_message() const {
  const Seconds age = setting_.options.now - machine_.since;
  const std::string_view long_time = age > minutes{15} ? " since more than 15m" : "";
  const bool drains_long = age - Seconds{2} > minutes{5};
  return keep(format("Machine deletion in progress{}, stage: DrainingNode{}", long_time,
                     drains_long ? ", delay likely due to PodDisruptionBudgets" : ""));
}

Condition MachineStory::ready(std::span<const Condition> parts) const {
  std::vector<Flaw> flaws;
  const auto add = [&](const Condition& part, std::string_view message) {
    flaws.push_back({.status = part.status,
                     .kind = {},
                     .name = part.type,
                     .message = message,
                     .since = part.last_transition});
  };
  if (machine_.deleting()) {
    const Condition stage = deleting();
    add(stage, deletion_stage_message());
    flaws.back().status = Status::False;
  }
  for (const Condition& part : parts) {
    if (part.status != Status::True) add(part, part.message);
  }
  const Status status = worst(flaws);
  const std::string_view reason = status == Status::True    ? "Ready"
                                  : status == Status::False ? "NotReady"
                                                            : "ReadyUnknown";
  return {.type = "Ready",
          .status = status,
          .reason = reason,
          .message = summary_message(flaws, setting_.arena),
          .last_transition = first_since(flaws, machine_.settled)};
}

std::vector<Condition> MachineStory::tell() const {
  const std::vector<Condition> checks = health_check();
  std::vector<Condition> gates = {bootstrap(), infrastructure(), node_healthy()};
  if (!checks.empty()) gates.push_back(checks.front());
  // Pods of one Machine that all say the same are named once.
  if (view_.control_plane() && setting_.in_the_dark()) {
    gates.push_back(pod("Control plane components", ""));
    gates.push_back(pod("EtcdMemberHealthy", ""));
  }
  const Condition is_ready = ready(gates);

  std::vector<Condition> all;
  all.push_back(is_ready.status == Status::True
                    ? good("Available", "Available", is_ready.last_transition)
                    : calm("Available", "NotReady", is_ready.last_transition));
  all.insert(all.end(), {is_ready, up_to_date(), gates[0], gates[1], gates[2], node_ready()});
  if (view_.control_plane()) {
    if (setting_.upstream()) all.push_back(pod("NodeKubeadmLabelsAndTaintsSet", "Set"));
    all.insert(all.end(), {pod("EtcdPodHealthy", "Running"), pod("EtcdMemberHealthy", "Healthy"),
                           pod("APIServerPodHealthy", "Running"),
                           pod("ControllerManagerPodHealthy", "Running"),
                           pod("SchedulerPodHealthy", "Running")});
  }
  all.insert(all.end(), checks.begin(), checks.end());
  if (setting_.upstream()) all.push_back(calm("Updating", "NotUpdating", machine_.created));
  all.push_back(calm("Paused", "NotPaused", machine_.created));
  all.push_back(deleting());
  for (Condition& each : all) each.observed_generation = generation(machine_);
  return all;
}

}  // namespace

bool Setting::in_the_dark() const {
  return !cluster.reachable() && options.now - cluster.lost > remote_conditions_grace;
}

std::string_view Setting::last_probe_message() const {
  return arena.keep(format("Last successful probe at {}", format_rfc3339(cluster.lost)));
}

std::string_view provider_id(const MachinePlan& machine, Arena& arena) {
  return arena.keep(format("docker:////{}", machine.name));
}

std::string_view phase(const MachinePlan& machine) {
  if (machine.deleting()) return "Deleting";
  if (machine.had_node()) return "Running";
  if (machine.has_provider_id()) return "Provisioned";
  return machine.has_bootstrap_data() ? "Provisioning" : "Pending";
}

// Spec changes when the bootstrap data and when the providerID become known, and on deletion.
std::int64_t generation(const MachinePlan& machine) {
  return 1 + (machine.has_bootstrap_data() ? 1 : 0) + (machine.has_provider_id() ? 1 : 0) +
         (machine.deleting() ? 1 : 0);
}

Condition infrastructure_failure(const MachinePlan& machine) {
  static constexpr std::array<std::string_view, 3> messages = {
      "failed to create container: no space left on device",
      "failed to create container: image kindest/node not found: manifest unknown",
      "failed to create container: all predefined address pools have been fully subnetted"};
  const auto choice = static_cast<std::uint64_t>(machine.since.time_since_epoch().count());
  return {.type = "Ready",
          .status = Status::False,
          .reason = "ContainerProvisioningFailed",
          .message = messages[choice % messages.size()],
          .last_transition = machine.since};
}

std::vector<Condition> machine_conditions(const Setting& setting, const MachineView& view) {
  check(view.control_plane() == (view.deployment == nullptr), "a set belongs to a deployment");
  return MachineStory(setting, view).tell();
}

std::vector<Condition> legacy_machine_conditions(const Setting& setting, const MachineView& view) {
  const std::vector<Condition> now = machine_conditions(setting, view);
  std::vector<Condition> legacy;
  for (const auto& [old_type, type] : {std::pair{"Ready", "InfrastructureReady"},
                                       std::pair{"BootstrapReady", "BootstrapConfigReady"},
                                       std::pair{"InfrastructureReady", "InfrastructureReady"},
                                       std::pair{"NodeHealthy", "NodeHealthy"}}) {
    legacy.push_back(*find_condition(now, type));
    legacy.back().type = old_type;
  }
  return legacy;
}

}  // namespace telltale::fleet
