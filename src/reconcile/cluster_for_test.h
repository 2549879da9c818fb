// SPDX-License-Identifier: Apache-2.0
#pragma once

// A management cluster small enough for tests: objects as JSON, every write a new resourceVersion,
// conflicts when the base is stale. Runs a Reconciler until nothing more happens ("settle"), and
// can lose, delay or repeat what it is asked to do.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/patch/merge_patch.h"
#include "json/print.h"
#include "kube/object.h"
#include "reconcile/reconciler.h"

namespace telltale {

// Performs what the loop asks for until it asks for nothing more; how many commands that were.
template <class Perform>
std::size_t settle_loop(Reconciler& loop, Instant now, Perform perform) {
  std::size_t done = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::vector<Command> commands = loop.step(now);
    for (const Command& command : commands) {
      loop.finished(command.id, perform(command), now);
      ++done;
    }
    if (commands.empty() && !loop.has_work(now)) return done;
  }
  check(false, "the loop comes to rest");
  return done;
}

// Lets the time pass, and settles whenever the loop wants to wake.
template <class Settle>
void advance_loop(const Reconciler& loop, Instant& now, Seconds by, Settle settle) {
  const Instant until = now + by;
  while (loop.wake() && *loop.wake() <= until) {
    now = std::max(now, *loop.wake());
    settle();
  }
  now = until;
  settle();
}

class TestCluster {
 public:
  explicit TestCluster(ReconcilerOptions options = all_written()) : options_(std::move(options)) {
    restart();
  }

  static ReconcilerOptions all_written() {
    ReconcilerOptions options;
    options.rules = {.policy = WritePolicy::All, .acted_on = std::nullopt};
    return options;
  }

  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  std::vector<std::string> log = {};
  std::set<std::string> events = {};  // by name; one that is there twice is not
  std::size_t repeated_events = 0;
  std::size_t writes = 0;
  std::size_t idle_writes = 0;  // that changed nothing
  std::size_t torn_times = 0;   // transition times that moved though the status did not
  // Asked before a command is done; what it gives back is told instead, and nothing is done.
  std::function<std::optional<Outcome>(const Command&)> interfere = {};
  bool watching = true;                // whether writes of others arrive by themselves
  std::vector<std::string> told = {};  // verdicts as the sink hears them: "gpu Stuck"

  Reconciler& loop() { return *loop_; }

  // Everything that was only in memory is gone.
  void restart() {
    loop_ = std::make_unique<Reconciler>(
        options_,
        ReconcilerSink{.on_judged =
                           [this](const Judged& judged, Instant) {
                             told.push_back(
                                 format("{} {}", judged.object->key.name, to_text(judged.verdict)));
                           },
                       .on_log = [this](std::string_view line) { log.emplace_back(line); }});
    for (const auto& [name, object] : objects_) loop_->trees().put(json::print(object), {});
    for (const auto& [name, document] : memories_) loop_->trees().put(document, {});
    cover();
    loop_->begin();
  }

  // As somebody else would write it; the status of an object that is there stays unless given.
  void put(std::string_view text) {
    json::Value object = *json::parse(text);
    const std::string name = name_of(object);
    const auto known = objects_.find(name);
    json::ValueMap& metadata = object.as_object()["metadata"].as_object();
    if (known != objects_.end()) {
      metadata["uid"] = known->second.at("metadata").at("uid");
      if (!object.as_object().contains("status") && known->second.as_object().contains("status")) {
        object.as_object()["status"] = known->second.at("status");
      }
    } else if (!metadata.contains("uid")) {
      metadata["uid"] = format("uid-{}", ++uids_);
    }
    store(name, std::move(object));
  }
  void remove(std::string_view name) {
    const auto known = objects_.find(std::string(name));
    check(known != objects_.end(), "the test removes what is there");
    const std::string text = json::print(known->second);
    objects_.erase(known);
    if (watching) loop_->trees().remove(text, {});
  }
  // A list as a Reflector makes it: everything of a kind, again.
  void relist(std::string_view group, std::string_view kind) {
    loop_->trees().begin_list({.group = group, .kind = kind});
    for (const auto& [name, object] : objects_) {
      if (name.starts_with(format("{}/", kind))) loop_->trees().put(json::print(object), {});
    }
    loop_->trees().end_list({.group = group, .kind = kind});
  }

  const json::Value& object(std::string_view name) const { return objects_.at(std::string(name)); }
  bool has(std::string_view name) const { return objects_.contains(std::string(name)); }
  const std::map<std::string, std::string>& memories() const { return memories_; }

  // "True/Ready/..." of one condition; empty when there is none.
  std::string condition(std::string_view name, std::string_view type) const {
    const json::Value& one = object(name);
    const auto* list = one.as_object().contains("status")
                           ? one.at("status").as_object().if_contains("conditions")
                           : nullptr;
    if (list == nullptr) return {};
    for (const json::Value& condition : list->as_array()) {
      if (condition.at("type").as_string() != type) continue;
      return format("{}/{}", std::string_view(condition.at("status").as_string()),
                    std::string_view(condition.at("reason").as_string()));
    }
    return {};
  }

  // Does what the loop asks for until it asks for nothing more. Time stands still.
  std::size_t settle() {
    return settle_loop(*loop_, now, [this](const Command& command) { return perform(command); });
  }
  // The same, second by second where something is due.
  void advance(Seconds by) {
    advance_loop(*loop_, now, by, [this] { settle(); });
  }

  Outcome perform(const Command& command) {
    if (interfere) {
      if (auto instead = interfere(command)) return *instead;
    }
    if (!command.memory.empty()) {
      memories_[command.target.kind + "/" + command.target.name] = command.memory;
    }
    if (command.what == Command::What::WriteMemory) return {.how = Outcome::How::Done};
    const std::string name = format("{}/{}", command.target.kind, command.target.name);
    const auto known = objects_.find(name);
    if (known == objects_.end()) return {.how = Outcome::How::NotFound};
    if (command.what == Command::What::Read) {
      return {.how = Outcome::How::Done, .document = json::print(known->second)};
    }
    for (const KubeEvent& event : command.events) {
      if (!events.insert(event.name).second) ++repeated_events;
    }
    const json::Value body = *json::parse(command.body);
    const json::Value* base = body.at("metadata").as_object().if_contains("resourceVersion");
    const json::Value& stored = known->second.at("metadata").at("resourceVersion");
    if (base == nullptr || *base != stored) return {.how = Outcome::How::Conflict};
    json::Value next = known->second;
    write(next, body, command.method);
    ++writes;
    if (next == known->second) ++idle_writes;
    torn_times += times_that_moved_alone(known->second, next);
    store(name, std::move(next));
    return {.how = Outcome::How::Done, .document = json::print(objects_.at(name))};
  }

  // Kinds of which everything is told.
  void cover() {
    constexpr std::pair<std::string_view, std::string_view> kinds[] = {
        {"cluster.x-k8s.io", "Cluster"},
        {"cluster.x-k8s.io", "Machine"},
        {"cluster.x-k8s.io", "MachineSet"},
        {"cluster.x-k8s.io", "MachineDeployment"},
        {"cluster.x-k8s.io", "MachinePool"},
        {"cluster.x-k8s.io", "MachineHealthCheck"},
        {"controlplane.cluster.x-k8s.io", "KubeadmControlPlane"},
        {"bootstrap.cluster.x-k8s.io", "KubeadmConfig"},
        {"infrastructure.cluster.x-k8s.io", "DockerMachine"},
        {"infrastructure.cluster.x-k8s.io", "DockerCluster"},
        {"infrastructure.cluster.x-k8s.io", "DockerMachineTemplate"},
        {"karpenter.sh", "NodePool"},
        {"karpenter.sh", "NodeClaim"},
        {"hypershift.openshift.io", "NodePool"},
        {"hypershift.openshift.io", "HostedCluster"},
    };
    for (const auto& [group, kind] : kinds) loop_->trees().cover(group, kind, {});
  }

 private:
  static std::string name_of(const json::Value& object) {
    return format("{}/{}", std::string_view(object.at("kind").as_string()),
                  std::string_view(object.at("metadata").at("name").as_string()));
  }

  void store(const std::string& name, json::Value object) {
    object.as_object()["metadata"].as_object()["resourceVersion"] = format("{}", ++revision_);
    const std::string text = json::print(object);
    objects_.insert_or_assign(name, std::move(object));
    if (watching) loop_->trees().put(text, {});
  }

  static const json::ValueList* conditions_of(const json::Value& object) {
    const json::Value* status = object.as_object().if_contains("status");
    const json::Value* list =
        status == nullptr ? nullptr : status->as_object().if_contains("conditions");
    return list == nullptr ? nullptr : list->if_array();
  }

  static std::size_t times_that_moved_alone(const json::Value& before, const json::Value& after) {
    const json::ValueList* old = conditions_of(before);
    const json::ValueList* fresh = conditions_of(after);
    if (old == nullptr || fresh == nullptr) return 0;
    std::size_t moved = 0;
    for (const json::Value& one : *old) {
      for (const json::Value& other : *fresh) {
        if (one.at("type") == other.at("type") && one.at("status") == other.at("status") &&
            one.at("lastTransitionTime") != other.at("lastTransitionTime")) {
          ++moved;
        }
      }
    }
    return moved;
  }

  // Conditions by type, everything else as a merge patch: close enough to an apply of one manager.
  static void write(json::Value& object, const json::Value& body, StatusWrite::Method method) {
    json::Value patch = body;
    patch.as_object()["metadata"] = json::ValueMap{};
    patch.as_object().erase("apiVersion");
    patch.as_object().erase("kind");
    json::ValueMap* status =
        patch.as_object().contains("status") ? patch.as_object()["status"].if_object() : nullptr;
    if (method == StatusWrite::Method::Apply && status != nullptr &&
        status->contains("conditions")) {
      json::ValueList merged;
      if (object.as_object().contains("status") &&
          object.at("status").as_object().contains("conditions")) {
        merged = object.at("status").at("conditions").as_array();
      }
      for (const json::Value& one : status->at("conditions").as_array()) {
        const auto same = std::find_if(merged.begin(), merged.end(), [&](const json::Value& other) {
          return other.at("type") == one.at("type");
        });
        if (same == merged.end()) {
          merged.push_back(one);
        } else {
          *same = one;
        }
      }
      (*status)["conditions"] = std::move(merged);
    }
    json::merge_patch(object, patch);
  }

  ReconcilerOptions options_;
  std::unique_ptr<Reconciler> loop_;
  std::map<std::string, json::Value> objects_;
  std::map<std::string, std::string> memories_;
  std::uint64_t revision_ = 100;
  std::uint64_t uids_ = 0;
};

}  // namespace telltale
