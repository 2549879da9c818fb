// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster/available.h"

#include <algorithm>

#include "catalog/cluster_api/summary_gates.h"
#include "catalog/cluster_api/words.h"
#include "catalog/names.h"
#include "convert/shapes.h"

namespace telltale::cluster {
namespace {

// While a Cluster is deleted its objects may go first; and an upgrade that runs does not make a
// Cluster unavailable. Both are information, not issues.
Priority available_priority(const Condition& condition, Polarity polarity, const void* context) {
  const Seen& seen = *static_cast<const Seen*>(context);
  const std::string_view reason = condition.reason;
  const bool reference =
      condition.type == "InfrastructureReady" || condition.type == "ControlPlaneAvailable";
  if (seen.deleting && reference && (reason == "ObjectDeleted" || reason == "ObjectDoesNotExist")) {
    return Priority::Info;
  }
  if (condition.type == "TopologyReconciled" && condition.status == Status::False) {
    const bool broken = reason == "ReconcileFailed" || reason == "TopologyReconcileFailed" ||
                        reason == "ClusterClassNotReconciled";
    return broken ? Priority::Issue : Priority::Info;
  }
  return priority_of(condition, polarity);
}

bool is_said(json::Tree field) { return field && !field.is(json::Tree::Type::Null); }

json::Tree gates_in(const Object& object) { return object.body["spec"]["availabilityGates"]; }

Key class_key(const Object& cluster) {
  const json::Tree topology = cluster.body["spec"]["topology"];
  const json::Tree ref = topology["classRef"];
  const std::string_view home = cluster.key.namespace_name;
  const std::string_view name = ref["name"].as_string(topology["class"].as_string(""));
  const std::string_view place =
      ref["namespace"].as_string(topology["classNamespace"].as_string(""));
  return {cluster.key.group, "ClusterClass", place.empty() ? home : place, name, {}};
}

// Before the preview block existed, v1beta1 had TopologyReconciled among its legacy conditions. It
// counts, but is not ours to copy.
std::vector<Condition> with_legacy_topology(Conditions stands, const Object& cluster) {
  std::vector<Condition> all(stands.begin(), stands.end());
  if (find_condition(stands, "TopologyReconciled") != nullptr) return all;
  if (cluster.version() != "v1beta1") return all;
  const Condition* legacy =
      find_condition(shapes::legacy_conditions(cluster), "TopologyReconciled");
  if (legacy != nullptr) all.push_back(*legacy);
  return all;
}

}  // namespace

const Object* gate_holder(const World& world, const Object& cluster) {
  if (is_said(gates_in(cluster))) return &cluster;
  const Key key = class_key(cluster);
  return key.name.empty() ? nullptr : world.find(key).object;
}

std::vector<SummaryType> available_types(const Sheet& sheet, const Dialect& dialect) {
  std::vector<SummaryType> types;
  types.push_back({written_type(dialect, "Cluster", "Deleted"), Polarity::Negative});
  for (const std::string_view type : {"RemoteConnectionProbe", "InfrastructureReady",
                                      "ControlPlaneAvailable", "WorkersAvailable"}) {
    if (has_type(dialect, "Cluster", type)) types.push_back({type, Polarity::Positive});
  }
  if (sheet.seen.has_topology) types.push_back({"TopologyReconciled", Polarity::Positive});
  if (sheet.gate_holder != nullptr) {
    add_gates(gates_in(*sheet.gate_holder), "Cluster", dialect, types);
  }
  return types;
}

Condition judge_available(ConditionWriter& writer, const Object& cluster, const Sheet& sheet) {
  const std::vector<Condition> conditions = with_legacy_topology(writer.view(), cluster);
  const Result<Condition> available = summarize(
      conditions,
      {.into = "Available",
       .types = available_types(sheet, writer.settings().dialect),
       .may_be_missing = may_be_missing,
       .reasons = {.issue = "NotAvailable", .unknown = "AvailableUnknown", .info = "Available"},
       .priority = {available_priority, &sheet.seen}},
      writer.arena());
  if (available) return *available;
  return {.type = "Available",
          .status = Status::Unknown,
          .reason = "InternalError",
          .message = internal_error_message};
}

}  // namespace telltale::cluster
