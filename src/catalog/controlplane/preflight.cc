// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/preflight.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "catalog/controlplane/pods.h"
#include "catalog/voice.h"

namespace telltale::controlplane {
namespace {

constexpr std::string_view upgrade_step = "topology.internal.cluster.x-k8s.io/upgrade-step";

// The version that the Cluster's topology has not handed down yet; empty when none is on its way.
std::string_view version_on_its_way(const Preflight& preflight) {
  if (preflight.cluster == nullptr) return {};
  const std::string_view wanted =
      preflight.cluster->body["spec"]["topology"]["version"].as_string("");
  if (wanted.empty() || wanted == preflight.version) return {};
  const auto* step = preflight.cluster->annotation(upgrade_step);
  if (step == nullptr || step->empty()) return wanted;
  return *step == preflight.version ? std::string_view() : *step;
}

bool is_well(const Judged& machine, std::string_view type) {
  if (machine.object->body["status"]["nodeRef"]["name"].as_string("").empty()) return false;
  const Condition* condition = find_condition(machine.conditions, type);
  return condition != nullptr &&
         (condition->status == Status::True || condition->reason == not_collected_reason);
}

bool all_well(Machines machines, std::string_view type) {
  return std::ranges::all_of(machines,
                             [&](const Judged* machine) { return is_well(*machine, type); });
}

std::string health_lines(const Preflight& preflight, Machines machines) {
  std::vector<std::string_view> lines;
  const std::size_t counted = preflight.manages_etcd ? components.size() : kubernetes_components;
  const bool components_well = std::ranges::all_of(
      std::span(components).first(counted),
      [&](const Component& component) { return all_well(machines, component.condition); });
  if (!components_well)
    lines.emplace_back("* waiting for control plane components to become healthy");
  if (preflight.manages_etcd && !all_well(machines, "EtcdMemberHealthy")) {
    lines.emplace_back("* waiting for etcd cluster to become healthy");
  }
  return join(lines, "\n");
}

}  // namespace

std::string preflight_lines(const Preflight& preflight, Machines machines, Scaling scaling) {
  if (machines.empty()) return {};
  if (const auto version = version_on_its_way(preflight); !version.empty()) {
    return format("* waiting for a version upgrade to {} to be propagated", version);
  }
  if (scaling == Scaling::Up && preflight.certificates_in_doubt) {
    return "* cluster certificates are missing or unknown";
  }
  const auto deleting = [](const Judged* machine) { return machine->object->deleting(); };
  if (std::ranges::any_of(machines, deleting)) {
    return "* waiting for a control plane Machine to complete deletion";
  }
  return health_lines(preflight, machines);
}

}  // namespace telltale::controlplane
