// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/platform_surfaces.h"

#include <algorithm>

#include "base/letters.h"
#include "catalog/hypershift_nodepool/surfaces.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

using json::Tree;

void add_false(const Object& object, Surfaces& surfaces) {
  for (const ConditionList& list : object.condition_lists) {
    for (const Condition& condition : list.conditions) {
      if (condition.status == Status::False) surfaces.add(condition);
    }
  }
}

// A word, or the field of a map that holds it: PowerVS' own API has maps where its machines have
// words.
std::string_view word_of(const Tree& tree, std::string_view field) {
  return tree.is(Tree::Type::Map) ? tree[field].as_string("") : tree.as_string("");
}

// IBM's machines repeat what the cloud says about the instance. A health of WARNING is what every
// young instance has until its monitoring answers, and no failure.
void add_instance(const Object& machine, Surfaces& surfaces) {
  const Tree status = machine.body["status"];
  const std::string_view fault = word_of(status["fault"], "details");
  if (!fault.empty()) surfaces.add({.reason = "Fault", .message = fault, .is_field = true});
  if (same_letters(word_of(status["health"], "status"), "critical")) {
    const std::string_view told = word_of(status["health"], "reason");
    const bool explained = status["health"].is(Tree::Type::Map) && !told.empty();
    surfaces.add({.reason = "HealthCritical",
                  .message = explained ? told : "the health of the instance is CRITICAL",
                  .failed = true});
  }
  for (const std::string_view field : {"instanceState", "instanceStatus"}) {
    const std::string_view state = status[field].as_string("");
    if (!same_letters(state, "error") && !same_letters(state, "failed")) continue;
    surfaces.add({.reason = "InstanceErrored", .failed = true});
  }
}

void add_image(const World& world, const Object& machine, Surfaces& surfaces) {
  const std::string_view name = machine.body["spec"]["imageRef"]["name"].as_string("");
  if (name.empty()) return;
  const Key key{machine.key.group, "IBMPowerVSImage", machine.key.namespace_name, name, {}};
  if (const Object* image = world.find(key).object) add_false(*image, surfaces);
}

// Of a virtual machine and its instance most conditions that are False only tell that it is not up
// yet; these tell why.
void add_virtual_machine(const Object& machine, Surfaces& surfaces) {
  const std::string_view status = machine.body["status"]["printableStatus"].as_string("");
  for (const Condition& condition : shapes::conditions(machine)) {
    const bool failed = condition.type == "Failure" && condition.status == Status::True;
    if (!failed) continue;
    surfaces.add({.reason = condition.reason,
                  .message = condition.message,
                  .since = condition.last_transition,
                  .failed = true});
  }
  surfaces.add(Surface{.reason = status});
}

void add_instance_of(const Object& instance, Surfaces& surfaces) {
  for (const Condition& condition : shapes::conditions(instance)) {
    const bool tells = condition.type == "PodScheduled" || condition.type == "Synchronized";
    if (tells && condition.status == Status::False) surfaces.add(condition);
  }
  if (instance.body["status"]["phase"].as_string("") == "Failed") {
    surfaces.add({.reason = "VirtualMachineInstanceFailed", .failed = true});
  }
}

// They are called like the KubevirtMachine, and live in its namespace or where its template says.
void add_kubevirt(const World& world, const Object& machine, Surfaces& surfaces) {
  constexpr std::string_view group = "kubevirt.io";
  const Tree wanted = machine.body["spec"]["virtualMachineTemplate"]["metadata"]["namespace"];
  for (const std::string_view place :
       {machine.key.namespace_name, wanted.as_string(machine.key.namespace_name)}) {
    // The instance has the words of the scheduler, the machine above it only their gist.
    const Key below{group, "VirtualMachineInstance", place, machine.key.name, {}};
    const Object* instance = world.find(below).object;
    if (instance != nullptr) add_instance_of(*instance, surfaces);
    const Key above{group, "VirtualMachine", place, machine.key.name, {}};
    const Object* found = world.find(above).object;
    if (found != nullptr) add_virtual_machine(*found, surfaces);
    if (found != nullptr || instance != nullptr) return;
  }
}

void add_agent(const World& world, const Object& machine, Surfaces& surfaces) {
  const Tree ref = machine.body["status"]["agentRef"];
  const std::string_view name = ref["name"].as_string("");
  if (name.empty()) return;
  const std::string_view place = ref["namespace"].as_string(machine.key.namespace_name);
  const Key key{"agent-install.openshift.io", "Agent", place, name, {}};
  if (const Object* agent = world.find(key).object) add_false(*agent, surfaces);
}

}  // namespace

void Surfaces::add(Surface surface) {
  if (is_step_counter(surface.message) || is_object_report(surface.message)) surface.message = {};
  if (surface.reason.empty() && surface.message.empty()) return;
  if (all_.size() < surfaces_max) all_.push_back(surface);
}

void Surfaces::add_fields(const Tree& status) {
  add({.reason = status["failureReason"].as_string(""),
       .message = status["failureMessage"].as_string(""),
       .is_field = true});
}

void add_platform(const World& world, const Object& infrastructure, Surfaces& surfaces) {
  const std::string_view kind = infrastructure.key.kind;
  if (kind.starts_with("IBM")) {
    add_instance(infrastructure, surfaces);
    add_image(world, infrastructure, surfaces);
  } else if (same_letters(kind, "KubevirtMachine")) {
    add_kubevirt(world, infrastructure, surfaces);
  } else if (kind == "AgentMachine") {
    add_agent(world, infrastructure, surfaces);
  }
}

}  // namespace telltale::hypershift_nodepool
