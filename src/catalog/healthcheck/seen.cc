// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/seen.h"

#include <algorithm>

#include "catalog/cluster_api/connection.h"
#include "catalog/cluster_api/pause.h"
#include "catalog/cluster_api/tie.h"
#include "catalog/engine/members.h"
#include "catalog/healthcheck/check.h"
#include "catalog/healthcheck/tables.h"
#include "catalog/names.h"
#include "catalog/owners/reference.h"
#include "convert/dialect.h"
#include "convert/shapes.h"

namespace telltale::healthcheck {
namespace {

constexpr std::string_view skip_annotation = "cluster.x-k8s.io/skip-remediation";

// What every check sees alike of one Machine.
struct Patient {
  Seen seen = {};
  Conditions machine_conditions = {};
  Conditions node_conditions = {};
};

Instant true_since(const Condition* condition) {
  const bool holds = condition != nullptr && condition->status == Status::True;
  return holds ? condition->last_transition : no_time;
}

// What the infrastructure object says of itself now: its condition or, without one, the contract's
// flag. Since when is what the Cluster has stored, if that says the same.
void see_present(const Referred& infra, const Condition* stored, Seen& seen) {
  seen.infra_ready = infra.ready != nullptr ? infra.ready->status == Status::True : infra.done;
  if (!infra.malformed.empty()) seen.infra_ready = false;
  const bool stands = stored != nullptr && stored->status == Status::True;
  const Instant turned = infra.ready != nullptr ? true_since(infra.ready) : seen.now;
  if (seen.infra_ready) {
    seen.startup_base = std::max(seen.startup_base, stands ? true_since(stored) : turned);
  }
}

// Nobody computes this condition before Machines are judged: the infrastructure object itself is
// asked, then what is stored, then the contract's own flag.
void see_infrastructure(const World& world, const Object& cluster, Seen& seen) {
  const Referred infra = reference::see_infrastructure(world, cluster, cluster.body["spec"]);
  if (infra.sight == Sight::Present && infra.readable) {
    const Condition* stored = find_condition(shapes::conditions(cluster), "InfrastructureReady");
    see_present(infra, stored, seen);
    return;
  }
  const Condition* ready = find_condition(shapes::conditions(cluster), "InfrastructureReady");
  if (ready == nullptr && cluster.version() == "v1beta1") {
    ready = find_condition(shapes::legacy_conditions(cluster), "InfrastructureReady");
  }
  seen.infra_ready = ready != nullptr && infra.ref_set
                         ? ready->status == Status::True
                         : shapes::infrastructure_provisioned(cluster);
  seen.startup_base = std::max(seen.startup_base, true_since(ready));
}

void see_cluster(const JudgeContext& context, const Object& cluster, Seen& seen) {
  const auto start = context.starts.find(&cluster);
  if (start != context.starts.end() && start->second.initialized == Status::True) {
    seen.plane_initialized = true;
    seen.startup_base = std::max(seen.startup_base, start->second.since);
  }
  see_infrastructure(context.world, cluster, seen);
}

void see_machine(const World& world, const Object& machine, Conditions judged, Seen& seen) {
  for (const std::string_view name : {paused_annotation, skip_annotation}) {
    if (machine.annotation(name) != nullptr) seen.excepted_by = name;
  }
  seen.marked = machine.annotation(remediate_annotation) != nullptr;
  seen.deleting = machine.deleting();
  seen.control_plane = is_control_plane_machine(machine);
  seen.node_name = tie_of(world, machine).node_name;
  const Instant provided = true_since(find_condition(judged, "InfrastructureReady"));
  seen.startup_base = std::max({seen.startup_base, machine.created, provided});
}

// By its name, as the Machine knows it; before the control plane works there is nobody to ask.
void see_node(const JudgeContext& context, const Object& cluster, Patient& patient) {
  Seen& seen = patient.seen;
  if (!seen.plane_initialized) return;
  const Home home{cluster.key.namespace_name, cluster.key.name};
  const Connection way =
      see_connection(context.world, home.cluster_namespace, home.cluster_name, context.now);
  if (!way.connected || !way.lookup_error.empty()) {
    seen.node = NodeSight::OutOfReach;
    return;
  }
  if (seen.node_name.empty()) return;
  const Found found = context.world.find({"", "Node", {}, seen.node_name, home});
  if (found.object == nullptr) {
    seen.node = found.sight == Sight::Absent ? NodeSight::Gone : NodeSight::NotCollected;
    return;
  }
  const bool readable = found.object->unreadable.empty();
  seen.node = readable ? NodeSight::Found : NodeSight::OutOfReach;
  const ConditionList* list = found.object->conditions_at("status.conditions");
  if (list != nullptr && readable) patient.node_conditions = list->conditions;
}

Patient see_patient(const JudgeContext& context, const Object& machine, Conditions judged) {
  Patient patient{.machine_conditions = judged};
  patient.seen.now = context.now;
  patient.seen.checked = true;
  const Object& cluster = *context.world.cluster_of(machine).object;
  see_cluster(context, cluster, patient.seen);
  see_machine(context.world, machine, judged, patient.seen);
  see_node(context, cluster, patient);
  return patient;
}

void add_symptom(const Condition* condition, const Watch& watch, std::vector<Symptom>& out) {
  if (condition == nullptr || condition->status != watch.status) return;
  out.push_back({.type = watch.type,
                 .status = watch.status,
                 .reason = condition->reason,
                 .since = condition->last_transition,
                 .timeout = watch.timeout});
}

Sheet see_through(const Object& object, const Patient& patient, const Dialect& dialect) {
  const Check check = read_check(object);
  Sheet sheet;
  sheet.check = &object;
  sheet.seen = patient.seen;
  sheet.seen.check_name = object.key.name;
  sheet.seen.check_paused = object.annotation(paused_annotation) != nullptr;
  sheet.seen.startup_timeout = check.startup_timeout;
  for (const Watch& watch : check.machine) {
    const std::string_view type = canonical_type("Machine", watch.type);
    add_symptom(find_in_either(patient.machine_conditions, "Machine", type, dialect), watch,
                sheet.symptoms);
  }
  const std::size_t of_machine = sheet.symptoms.size();
  for (const Watch& watch : check.node) {
    add_symptom(find_condition(patient.node_conditions, watch.type), watch, sheet.symptoms);
  }
  const std::span<const Symptom> all = sheet.symptoms;
  sheet.seen.machine_symptoms = all.first(of_machine);
  sheet.seen.node_symptoms = all.subspan(of_machine);
  return sheet;
}

}  // namespace

Outcome outcome_of(const Seen& seen) {
  if (!seen.checked || seen.check_paused || !seen.excepted_by.empty()) return Outcome::NoTarget;
  const auto* row = health_check_table.decide(seen).row;
  if (row->act == Act::Keep) return Outcome::Pending;
  return row->status == Status::True ? Outcome::Healthy : Outcome::Failed;
}

std::vector<Sheet> observe_all(const JudgeContext& context, const Object& machine,
                               Conditions judged) {
  std::vector<Sheet> sheets;
  const std::vector<const Object*> checks = checks_of(context.world, machine);
  if (checks.empty()) return sheets;
  const Patient patient = see_patient(context, machine, judged);
  for (const Object* check : checks) {
    sheets.push_back(see_through(*check, patient, context.settings.dialect));
  }
  return sheets;
}

Sheet observe(const JudgeContext& context, const Object& machine, Conditions judged) {
  std::vector<Sheet> sheets = observe_all(context, machine, judged);
  if (sheets.empty()) {
    Sheet nobody;
    nobody.seen.now = context.now;
    return nobody;
  }
  return std::move(*std::ranges::min_element(
      sheets, {}, [](const Sheet& sheet) { return outcome_of(sheet.seen); }));
}

}  // namespace telltale::healthcheck
