// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/machine_parts.h"

#include <string>

#include "base/text.h"
#include "catalog/controlplane/pods.h"
#include "catalog/names.h"

namespace telltale::legacy {
namespace {

using enum LegacySeverity;

// One sentence about each of the four conditions that is not good, as the Node lists them.
struct NodeSummary {
  int bad = 0;
  int unknown = 0;
  std::string message;
};

NodeSummary summarize_node(Conditions node) {
  NodeSummary summary;
  for (const Condition& condition : node) {
    const bool is_ready = condition.type == "Ready";
    const bool is_pressure = condition.type == "MemoryPressure" ||
                             condition.type == "DiskPressure" || condition.type == "PIDPressure";
    if (!is_ready && !is_pressure) continue;
    if (condition.status == (is_ready ? Status::True : Status::False)) continue;
    if (!summary.message.empty()) summary.message += ". ";
    summary.message += format("Node condition {} is {}", condition.type, to_text(condition.status));
    ++(condition.status == Status::Unknown ? summary.unknown : summary.bad);
  }
  return summary;
}

// Only when nothing at all is known, the answer is Unknown.
LegacyCondition health_of(Conditions node, Arena& arena) {
  const NodeSummary summary = summarize_node(node);
  const std::string_view message = arena.keep(summary.message);
  if (summary.bad > 0) return bad("NodeHealthy", "NodeConditionsFailed", Warning, message);
  if (summary.unknown < 4) return good("NodeHealthy");
  return unclear("NodeHealthy", "NodeConditionsFailed", message);
}

bool infrastructure_goes(const machine::Seen& seen) {
  const Referred& infrastructure = seen.infrastructure;
  if (!infrastructure.ref_set) return false;
  return infrastructure.sight == Sight::Absent || is_set(infrastructure.deleted);
}

// "Health check failed:\n  * one\n  * two" as "one; two".
std::string joined_failures(std::string_view message) {
  std::string text;
  for (std::string_view line : split(message, '\n')) {
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (!line.starts_with("* ")) continue;
    if (!text.empty()) text += "; ";
    text += line.substr(2);
  }
  return text;
}

LegacyCondition failed_check(const Condition& condition, Arena& arena) {
  constexpr std::string_view type = "HealthCheckSucceeded";
  if (condition.reason == "HasRemediateAnnotation") {
    return bad(type, "HasRemediateMachineAnnotation", Warning,
               "Marked for remediation via remediate-machine annotation");
  }
  if (condition.reason == "NodeDeleted") return bad(type, "NodeNotFound", Warning);
  return bad(type, condition.reason, Warning, arena.keep(joined_failures(condition.message)));
}

// An owner that has been told once is not told again.
void set_owner_remediated(const Judged& machine, LegacyList& list) {
  constexpr std::string_view type = "OwnerRemediated";
  const Condition* told = find_condition(machine.conditions, type);
  const Condition* check = find_condition(machine.conditions, "HealthCheckSucceeded");
  const bool healthy = check != nullptr && check->status == Status::True;
  if (healthy && list.status(type) == Status::False) return list.remove(type);
  const bool waiting = told != nullptr && told->status == Status::False;
  if (!healthy && waiting && list.status(type) != Status::False) {
    list.set(bad(type, "WaitingForRemediation", Warning));
  }
}

constexpr std::string_view node_lookup = "Failed to get the Node hosting the Pod: ";

std::string_view inspection_trouble(const Condition& condition,
                                    const controlplane::MachineSeen& seen, Arena& arena) {
  if (seen.node_unreachable) return "Node is unreachable";
  if (condition.message.starts_with(node_lookup)) {
    return arena.keep(format("Failed to get the Node which is hosting this component: {}",
                             condition.message.substr(node_lookup.size())));
  }
  const bool unreadable = condition.message == "Please check controller logs for errors";
  return unreadable ? "Failed to get Pod status" : condition.message;
}

// Nothing where v1beta1 had nothing to say: before there is a Node, or out of reach.
std::optional<LegacyCondition> component_of(const Condition& condition,
                                            const controlplane::Component& component,
                                            const controlplane::MachineSeen& seen, Arena& arena) {
  const std::string_view type = component.condition;
  if (condition.status == Status::True) return good(type);
  if (condition.reason == "Deleting") return bad(type, "Deleting", Info);
  if (condition.reason == "Provisioning")
    return bad(type, "PodProvisioning", Info, condition.message);
  if (condition.reason == "Failed") return bad(type, "PodFailed", Error, condition.message);
  if (condition.reason == "DoesNotExist") {
    return bad(type, "PodMissing", Error,
               arena.keep(format("Pod {}-{} is missing", component.name, seen.node_name)));
  }
  if (condition.reason != "InspectionFailed" || seen.node_name.empty()) return std::nullopt;
  if (seen.node == Sight::Absent) return bad(type, "PodFailed", Error, "Missing Node");
  return unclear(type, "PodInspectionFailed", inspection_trouble(condition, seen, arena));
}

// Nobody asks etcd here, so what is stored stands as long as it does not contradict.
void set_etcd_member(const Judged& machine, LegacyList& list) {
  constexpr std::string_view type = "EtcdMemberHealthy";
  constexpr std::string_view alarms = "Etcd reports alarms: ";
  const Condition* member = find_condition(machine.conditions, type);
  if (member == nullptr) return;
  const LegacyCondition* stored = list.find(type);
  if (stored != nullptr && stored->condition.status == member->status) return;
  if (member->status == Status::True) return list.set(good(type));
  if (member->reason == "Deleting") return list.set(bad(type, "Deleting", Info));
  if (member->status == Status::False) {
    const bool alarmed = member->message.starts_with(alarms);
    const std::string_view message =
        alarmed ? list.arena().keep(format("Etcd member reports alarms: {}",
                                           member->message.substr(alarms.size())))
                : member->message;
    return list.set(bad(type, "EtcdMemberUnhealthy", Error, message));
  }
  if (member->reason == "InspectionFailed") {
    list.set(unclear(type, "MemberInspectionFailed", member->message));
  }
}

// The steps of a deletion, in their order; a later one implies that the earlier ones are over.
enum class Step { Started, PreDrain, Drain, Volumes, PreTerminate, Removal };

Step step_of(std::string_view reason) {
  if (reason == "WaitingForPreDrainHook") return Step::PreDrain;
  if (reason == "DrainingNode") return Step::Drain;
  if (reason == "WaitingForVolumeDetach") return Step::Volumes;
  if (reason == "WaitingForPreTerminateHook") return Step::PreTerminate;
  constexpr std::string_view later[] = {"WaitingForInfrastructureDeletion",
                                        "WaitingForBootstrapDeletion", "DeletingNode",
                                        "DeletionCompleted"};
  for (const std::string_view one : later) {
    if (reason == one) return Step::Removal;
  }
  return Step::Started;
}

void set_draining(const Condition& deleted, LegacyList& list) {
  constexpr std::string_view type = "DrainingSucceeded";
  constexpr std::string_view progress = "Drain not completed yet";
  const bool tells_pods =
      deleted.message.starts_with(progress) && deleted.message.find('\n') != std::string_view::npos;
  if (tells_pods) return list.set(bad(type, "Draining", Info, deleted.message));
  if (list.find(type) == nullptr) {
    list.set(bad(type, "Draining", Info, "Draining the node before deletion"));
  }
}

}  // namespace

void set_node(const machine::Seen& seen, LegacyList& list) {
  constexpr std::string_view type = "NodeHealthy";
  using machine::Lookup;
  const bool out_of_sight =
      seen.lookup == Lookup::NotConnected || seen.lookup == Lookup::NotCollected;
  if (out_of_sight) return;
  if (seen.provider_id.empty()) return list.set(bad(type, "WaitingForNodeRef", Info));
  if (seen.lookup == Lookup::Failed) {
    return list.set(unclear(type, "NodeInspectionFailed",
                            "Failed to get the Node for this Machine by ProviderID"));
  }
  if (seen.lookup == Lookup::NotFound) {
    if (seen.deleting()) return;
    if (seen.has_node_ref) return list.set(bad(type, "NodeNotFound", Error));
    return list.set(bad(type, "NodeProvisioning", Warning,
                        "Waiting for a node with matching ProviderID to exist"));
  }
  if (infrastructure_goes(seen)) return list.set(bad(type, "Deleting", Info));
  list.set(health_of(seen.node_conditions, list.arena()));
}

void set_health_check(const Judged& machine, LegacyList& list) {
  constexpr std::string_view type = "HealthCheckSucceeded";
  const Condition* check = find_condition(machine.conditions, type);
  if (check != nullptr && check->status == Status::True) list.set(good(type));
  if (check != nullptr && check->status == Status::False) {
    list.set(failed_check(*check, list.arena()));
  }
  set_owner_remediated(machine, list);
}

void set_components(const Judged& machine, const controlplane::MachineSeen& seen,
                    LegacyList& list) {
  if (!seen.judged) return;
  for (const controlplane::Component& component : controlplane::components) {
    const Condition* condition = find_condition(machine.conditions, component.condition);
    if (condition == nullptr) continue;
    list.set(component_of(*condition, component, seen, list.arena()));
  }
  set_etcd_member(machine, list);
}

void set_deletion(const Judged& machine, const machine::Seen& seen, const Dialect& dialect,
                  LegacyList& list) {
  const Condition* deleted = find_in_either(machine.conditions, "Machine", "Deleted", dialect);
  if (deleted == nullptr) return;
  const Step step = step_of(deleted->reason);
  // Without a Node there is nothing to drain, and nobody waited for it.
  const bool drains = seen.has_node_ref && step != Step::Started;
  if (step == Step::PreDrain) {
    list.set(bad("PreDrainDeleteHookSucceeded", "WaitingExternalHook", Info));
  } else if (drains) {
    list.set(good("PreDrainDeleteHookSucceeded"));
  }
  if (step == Step::Drain) set_draining(*deleted, list);
  const bool drained = step > Step::Drain &&
                       (is_set(seen.drain_started) || list.find("DrainingSucceeded") != nullptr);
  if (drained) list.set(good("DrainingSucceeded"));
  if (step == Step::Volumes && list.find("VolumeDetachSucceeded") == nullptr) {
    list.set(bad("VolumeDetachSucceeded", "WaitingForVolumeDetach", Info,
                 "Waiting for node volumes to be detached"));
  }
  const bool detached = step > Step::Volumes && (is_set(seen.volumes_wait_started) ||
                                                 list.find("VolumeDetachSucceeded") != nullptr);
  if (detached) list.set(good("VolumeDetachSucceeded"));
  if (step == Step::PreTerminate) {
    list.set(bad("PreTerminateDeleteHookSucceeded", "WaitingExternalHook", Info));
  } else if (step == Step::Removal) {
    list.set(good("PreTerminateDeleteHookSucceeded"));
  }
}

}  // namespace telltale::legacy
