// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/preflight.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/text.h"
#include "catalog/cluster_api/in_place.h"
#include "catalog/controlplane/choose_machine.h"
#include "catalog/controlplane/pods.h"
#include "catalog/engine/condition_writer.h"

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

bool is_well(const OwnMachine& machine, std::string_view type) {
  if (machine.tie.node_name.empty()) return false;
  const Condition* condition = find_condition(machine.judged->conditions, type);
  return condition != nullptr &&
         (condition->status == Status::True || condition->reason == not_collected_reason);
}

// Those of the Pods, and of the etcd member where the control plane runs it.
std::span<const std::string_view> health_types(const Preflight& preflight) {
  static constexpr std::array<std::string_view, 5> types = {
      components[0].condition, components[1].condition, components[2].condition,
      components[3].condition, "EtcdMemberHealthy"};
  return std::span(types).first(preflight.manages_etcd ? types.size() : kubernetes_components);
}

std::string health_lines(const Preflight& preflight, Machines machines,
                         const OwnMachine* left_out) {
  const auto all_well = [&](std::string_view type) {
    return std::ranges::all_of(machines, [&](const OwnMachine& machine) {
      return &machine == left_out || is_well(machine, type);
    });
  };
  std::vector<std::string_view> lines;
  const std::size_t counted = preflight.manages_etcd ? components.size() : kubernetes_components;
  const bool components_well = std::ranges::all_of(
      std::span(components).first(counted),
      [&](const Component& component) { return all_well(component.condition); });
  if (!components_well)
    lines.emplace_back("* waiting for control plane components to become healthy");
  if (preflight.manages_etcd && !all_well("EtcdMemberHealthy")) {
    lines.emplace_back("* waiting for etcd cluster to become healthy");
  }
  return join(lines, "\n");
}

}  // namespace

std::string preflight_lines(const Preflight& preflight, Machines machines, Scaling scaling) {
  if (machines.empty() || !preflight.looks) return {};
  // It waits for an update in place before it does anything else, and says so elsewhere.
  const auto updating = [](const OwnMachine& machine) {
    return is_updated_in_place(machine.object());
  };
  if (std::ranges::any_of(machines, updating)) return {};
  if (const auto version = version_on_its_way(preflight); !version.empty()) {
    return format("* waiting for a version upgrade to {} to be propagated", version);
  }
  if (scaling == Scaling::Up && preflight.certificates_in_doubt) {
    return "* cluster certificates are missing or unknown";
  }
  const auto deleting = [](const OwnMachine& machine) { return machine.object().deleting(); };
  if (std::ranges::any_of(machines, deleting)) {
    return "* waiting for a control plane Machine to complete deletion";
  }
  const bool removes = scaling == Scaling::Down;
  const OwnMachine* leaves =
      removes ? choose_for_removal(machines, preflight.cluster, health_types(preflight)) : nullptr;
  return health_lines(preflight, machines, leaves);
}

}  // namespace telltale::controlplane
