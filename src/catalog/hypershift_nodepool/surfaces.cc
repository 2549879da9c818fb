// SPDX-License-Identifier: Apache-2.0
#include "catalog/hypershift_nodepool/surfaces.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/hypershift_nodepool/platform_surfaces.h"
#include "classify/classify.h"
#include "convert/shapes.h"

namespace telltale::hypershift_nodepool {
namespace {

using json::Tree;

struct KnownReason {
  std::string_view reason;
  FailureClass failure;
};

// Reasons whose meaning is narrower than that something failed.
constexpr KnownReason known_reasons[] = {
    {"NoSuitableAgents", FailureClass::InsufficientCloudCapacity},
    {"UserAssignedIdentityMissing", FailureClass::MissingCloudResources},
};

// Reasons that tell of a failed attempt and do not end in a word that says so.
constexpr std::string_view failed_reasons[] = {"InstanceStopped",      "InstanceTerminated",
                                               "InstanceStateUnknown", "InvalidMachineSpec",
                                               "InstanceDeleted",      "ValidationsFailing"};

constexpr std::string_view failed_endings[] = {"Failed", "Failure", "Error", "Errored"};

// Words of Cluster API's own about objects of Kubernetes that it cannot find or read.
constexpr std::string_view object_reasons[] = {
    "DoesNotExist",  "ObjectDoesNotExist",       "Deleted",         "ObjectDeleted",
    "InternalError", "InvalidConditionReported", "InvalidReference"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The part of a summary that came from one condition: its bullet, up to the next one.
std::string_view bullet_of(std::string_view summary, std::string_view type) {
  const std::string mark = format("* {}:", type);
  std::size_t start = summary.starts_with(mark) ? 0 : summary.find("\n" + mark);
  if (start == std::string_view::npos) return {};
  start = summary.find(mark, start) + mark.size();
  const std::size_t end = std::min(summary.find("\n* ", start), summary.size());
  return trim(summary.substr(start, end - start));
}

void add_infrastructure(const World& world, const Object& machine, Surfaces& surfaces) {
  const shapes::Ref ref = shapes::ref(machine.body["spec"]["infrastructureRef"]);
  if (!ref) return;
  const Found found = world.find({ref.group, ref.kind, machine.key.namespace_name, ref.name, {}});
  if (found.object == nullptr) return;
  for (const ConditionList& list : found.object->condition_lists) {
    for (const Condition& condition : list.conditions) {
      if (condition.status == Status::False) surfaces.add(condition);
    }
  }
  surfaces.add_fields(found.object->body["status"]);
  add_platform(world, *found.object, surfaces);
}

// What Cluster API says about its own objects is no error of a provider.
void add_if_false(Conditions conditions, std::string_view type, Surfaces& surfaces) {
  const Condition* condition = find_condition(conditions, type);
  if (condition == nullptr || condition->status != Status::False) return;
  if (!is_one_of(object_reasons, condition->reason)) surfaces.add(*condition);
}

// The new kind of Ready sums up other conditions, not all of which speak of the provider.
void add_summary(Conditions conditions, Surfaces& surfaces) {
  const Condition* ready = find_condition(conditions, "Ready");
  if (ready == nullptr || ready->status != Status::False) return;
  if (!ready->message.starts_with("* ")) return add_if_false(conditions, "Ready", surfaces);
  for (const std::string_view type : {"InfrastructureReady", "BootstrapConfigReady"}) {
    const std::string_view part = bullet_of(ready->message, type);
    if (!part.empty()) surfaces.add({.message = part, .since = ready->last_transition});
  }
}

void add_machine(const Object& machine, Surfaces& surfaces) {
  const Conditions legacy = shapes::legacy_conditions(machine);
  const Conditions current = shapes::conditions(machine);
  add_if_false(legacy, "InfrastructureReady", surfaces);
  add_if_false(current, "InfrastructureReady", surfaces);
  add_if_false(legacy, "Ready", surfaces);
  add_summary(current, surfaces);
  add_if_false(legacy, "BootstrapReady", surfaces);
  add_if_false(current, "BootstrapConfigReady", surfaces);
  const Tree status = machine.body["status"];
  surfaces.add_fields(status);
  surfaces.add_fields(status["deprecated"]["v1beta1"]);
}

// KubeVirt says that a VM which has just been started failed to bootstrap.
bool is_benign(const Surface& surface, Platform platform) {
  if (surface.reason != "BootstrapFailed") return false;
  if (surface.message.find("not bootstrapped yet") != std::string_view::npos) return true;
  return platform == Platform::KubeVirt && surface.message.empty();
}

FailureClass classify_reason(std::string_view reason, Platform platform) {
  const auto known = std::ranges::find(known_reasons, reason, &KnownReason::reason);
  if (known != std::end(known_reasons)) return known->failure;
  return reason.empty() ? FailureClass::None : classify(reason, platform).failure;
}

// What the surface says in words that somebody knows.
FailureClass classify_surface(const Surface& surface, Platform platform) {
  if (is_benign(surface, platform)) return FailureClass::None;
  const FailureClass told =
      surface.message.empty() ? FailureClass::None : classify(surface.message, platform).failure;
  if (told != FailureClass::None) return told;
  const FailureClass by_reason = classify_reason(surface.reason, platform);
  // That some attempt failed says nothing yet about why.
  const bool is_general =
      by_reason == FailureClass::CAPIProviderFailed && tells_failed_attempt(surface.reason);
  return is_general ? FailureClass::None : by_reason;
}

bool is_failure(FailureClass failure) { return failure < FailureClass::Transient; }

// Asked of failures only, each of which has a class.
Class class_of(FailureClass failure) {
  return *std::ranges::find(all_classes, failure, failure_of);
}

// What the errors of one object come to.
class Verdicts {
 public:
  Verdicts(const Object& object, Platform platform, Instant now)
      : object_(object), platform_(platform), now_(now) {}

  std::optional<Trouble> judge(std::span<const Surface> surfaces) {
    for (const Surface& surface : surfaces) found_.push_back(classify_surface(surface, platform_));
    name_the_unknown(surfaces);
    const auto best = std::ranges::min_element(found_);
    if (best == found_.end() || !is_failure(*best)) return std::nullopt;
    const Surface& first = surfaces[static_cast<std::size_t>(best - found_.begin())];
    return Trouble{
        .failure = class_of(*best),
        .since = since(surfaces, *best),
        .text = first.message,
        .reason = first.reason,
        .on = &object_,
        .lacks_capacity =
            std::ranges::find(found_, FailureClass::InsufficientCloudCapacity) != found_.end()};
  }

 private:
  // Text that fits nothing is the provider's failure where an attempt failed. A surface without
  // any text repeats what another says, so it adds nothing to an error that passes by itself.
  void name_the_unknown(std::span<const Surface> surfaces) {
    const bool passes = std::ranges::find(found_, FailureClass::Transient) != found_.end();
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      const Surface& surface = surfaces[i];
      if (found_[i] != FailureClass::None || is_benign(surface, platform_)) continue;
      const bool repeats = surface.message.empty() && passes;
      const bool failed =
          surface.is_field || surface.failed || tells_failed_attempt(surface.reason);
      if (failed && !repeats) found_[i] = FailureClass::CAPIProviderFailed;
    }
  }

  // The earliest time that proves this class; a failure field proves it since the Machine was
  // created, unless there is a node: then it was well once, nobody knows until when. What tells no
  // time at all proves that it is so now.
  Instant since(std::span<const Surface> surfaces, FailureClass failure) const {
    Instant earliest = no_time;
    bool is_field = false;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      const Instant time = surfaces[i].since;
      if (found_[i] != failure) continue;
      is_field = is_field || surfaces[i].is_field;
      if (!is_set(time)) continue;
      if (!is_set(earliest) || time < earliest) earliest = time;
    }
    if (is_set(earliest)) return std::min(std::max(earliest, object_.created), now_);
    const bool had_node = !object_.body["status"]["nodeRef"]["name"].as_string("").empty();
    const bool proven = is_field && !had_node && is_set(object_.created);
    return proven ? std::min(object_.created, now_) : now_;
  }

  const Object& object_;
  Platform platform_;
  Instant now_;
  std::vector<FailureClass> found_;
};

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_step_counter(std::string_view text) {
  const std::vector<std::string_view> words = split(trim(text), ' ');
  return words.size() == 4 && is_number(words[0]) && words[1] == "of" && is_number(words[2]) &&
         words[3] == "completed";
}

bool is_object_report(std::string_view text) {
  const std::string_view line = trim(text);
  return line.ends_with(" does not exist") && std::ranges::count(line, ' ') == 3;
}

bool tells_failed_attempt(std::string_view reason) {
  return is_one_of(failed_reasons, reason) ||
         std::ranges::any_of(failed_endings,
                             [&](std::string_view end) { return reason.ends_with(end); });
}

std::optional<Trouble> trouble_of_machine(const World& world, const Object& machine,
                                          Platform platform, Instant now) {
  if (platform == Platform::Any) {
    platform = platform_of_kind(machine.body["spec"]["infrastructureRef"]["kind"].as_string(""));
  }
  Surfaces surfaces;
  add_infrastructure(world, machine, surfaces);
  add_machine(machine, surfaces);
  return Verdicts(machine, platform, now).judge(surfaces.all());
}

std::optional<Trouble> trouble_of_set(const Object& set, Platform platform, Instant now) {
  constexpr std::string_view created = "MachinesCreated";
  Surfaces surfaces;
  add_if_false(shapes::legacy_conditions(set), created, surfaces);
  add_if_false(shapes::conditions(set), created, surfaces);
  return Verdicts(set, platform, now).judge(surfaces.all());
}

}  // namespace telltale::hypershift_nodepool
