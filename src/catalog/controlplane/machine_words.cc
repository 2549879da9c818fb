// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/machine_words.h"

#include "base/text.h"
#include "catalog/controlplane/plane.h"

namespace telltale::controlplane {
namespace {

std::string_view to_text(PodPhase phase) {
  switch (phase) {
    case PodPhase::Pending:
      return "Pending";
    case PodPhase::Running:
      return "Running";
    case PodPhase::Ended:
      return "Succeeded or Failed";
    case PodPhase::Unknown:
      break;
  }
  return "Unknown";
}

}  // namespace

void put_missing_of_node(const MachineSeen& seen, std::string& out) {
  if (!seen.node_labelled) out += format("the {} label", control_plane_role);
  if (!seen.node_labelled && seen.taint_missing()) out += " and ";
  if (seen.taint_missing()) out += format("the {}:NoSchedule taint", control_plane_role);
}

std::string member_evidence(const MachineSeen& seen) {
  if (!seen.members_asked) return "no controller has asked etcd for its members";
  if (!seen.members_error.empty()) return std::string(seen.members_error);
  if (!seen.members_known) return "etcd was asked and listed no member";
  if (!seen.member_listed) return format("etcd lists no member {}", seen.node_name);
  return format("etcd lists member {}{}", seen.node_name, seen.member_learns ? ", a learner" : "");
}

std::string node_evidence(const MachineSeen& seen) {
  switch (seen.node) {
    case Sight::NotCollected:
      return "Nodes of the workload cluster were not collected";
    case Sight::Absent:
      return format("the workload cluster has no Node {}", seen.node_name);
    case Sight::Present:
      break;
  }
  return format("Node {}{}{}", seen.node_name,
                seen.node_unreachable ? " is unreachable" : " exists",
                seen.node_ready_unknown ? ", Ready = Unknown" : "");
}

std::string pod_evidence(const MachineSeen& seen) {
  const std::string name =
      format("Pod kube-system/{}-{}", components[seen.component].name, seen.node_name);
  const Pod& pod = seen.pod();
  if (pod.sight == Sight::NotCollected) return "Pods of the workload cluster were not collected";
  if (pod.sight == Sight::Absent) return name + " does not exist";
  if (!pod.readable) return name + " could not be read";
  return format("{} phase = {}, Ready = {}", name, to_text(pod.phase), pod.ready);
}

}  // namespace telltale::controlplane
