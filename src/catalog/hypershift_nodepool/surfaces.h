// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the error of one Machine is written, and what it means. Providers and Cluster API versions
// disagree about the place: conditions of the infrastructure object, conditions of the Machine in
// two lists, or the failure fields of the old API. All of them are read, each text is classified,
// and the class that most surely needs a human is kept.

#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/hypershift_nodepool/classes.h"
#include "classify/platform.h"
#include "observe/world.h"

namespace telltale::hypershift_nodepool {

// What fails on one object.
struct Trouble {
  Class failure = Class::Provider;
  Instant since = no_time;     // since when it is proven, never before its object was created
  std::string_view text = {};  // as the provider wrote it; may be empty
  std::string_view reason = {};
  const Object* on = nullptr;   // the Machine or MachineSet
  bool lacks_capacity = false;  // some text tells of capacity, whatever else fails too
};

// Nothing when the Machine has no error, or only such that pass by themselves.
std::optional<Trouble> trouble_of_machine(const World& world, const Object& machine,
                                          Platform platform, Instant now);
// Machines that could not even be created have nowhere to say so; their MachineSet does.
std::optional<Trouble> trouble_of_set(const Object& set, Platform platform, Instant now);

// "1 of 2 completed" counts steps and tells no error.
bool is_step_counter(std::string_view text);
// "AWSMachine does not exist": about an object of Kubernetes, not about the cloud.
bool is_object_report(std::string_view text);
// Reasons that tell of a failed attempt whatever the message says.
bool tells_failed_attempt(std::string_view reason);

}  // namespace telltale::hypershift_nodepool
