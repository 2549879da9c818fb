// SPDX-License-Identifier: Apache-2.0
#include "catalog/controlplane/pods.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace telltale::controlplane {
namespace {

PodPhase phase_of(std::string_view phase) {
  if (phase == "Pending") return PodPhase::Pending;
  if (phase == "Running") return PodPhase::Running;
  if (phase == "Succeeded" || phase == "Failed") return PodPhase::Ended;
  return PodPhase::Unknown;
}

bool is_true(const ConditionList* list, std::string_view type) {
  const Condition* found = list != nullptr ? find_condition(list->conditions, type) : nullptr;
  return found != nullptr && found->status == Status::True;
}

bool any_in(json::Tree containers, std::string_view state) {
  return std::ranges::any_of(containers.items(), [&](const json::Tree& container) {
    return container["state"][state].is(json::Tree::Type::Map);
  });
}

void see_containers(json::Tree containers, Pod& pod) {
  pod.containers = containers;
  pod.waiting = any_in(containers, "waiting");
  pod.terminated = any_in(containers, "terminated");
  for (const json::Tree& container : containers.items()) {
    const json::Tree ended = container["lastState"]["terminated"];
    if (ended["exitCode"].as_int().value_or(0) != 0) pod.failed_before = true;
  }
}

}  // namespace

Pod see_pod(const World& world, const Home& home, std::string_view component,
            std::string_view node_name) {
  const std::string name = format("{}-{}", component, node_name);
  const Found found = world.find({"", "Pod", "kube-system", name, home});
  Pod pod{.sight = found.sight};
  if (found.object == nullptr) return pod;
  const json::Tree status = found.object->body["status"];
  const ConditionList* conditions = found.object->conditions_at("status.conditions");
  pod.readable = found.object->unreadable.empty();
  pod.phase = phase_of(status["phase"].as_string(""));
  pod.scheduled = is_true(conditions, "PodScheduled");
  pod.initialized = is_true(conditions, "Initialized");
  pod.ready = is_true(conditions, "Ready");
  // A Pod that is well needs no story.
  if (!pod.runs_well()) see_containers(status["containerStatuses"], pod);
  return pod;
}

std::string container_reasons(const Pod& pod, std::string_view state) {
  std::vector<std::string_view> reasons;
  for (const json::Tree& container : pod.containers.items()) {
    const json::Tree found = container["state"][state];
    if (found.is(json::Tree::Type::Map)) reasons.push_back(found["reason"].as_string(""));
  }
  return join(reasons, ", ");
}

}  // namespace telltale::controlplane
