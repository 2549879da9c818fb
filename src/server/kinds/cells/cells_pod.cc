// SPDX-License-Identifier: Apache-2.0

// Rows of Pods: one word for where a Pod stands, from its phase, its containers and its deletion.

#include <algorithm>

#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;

bool is_true(const Value* value) { return value != nullptr && *value == Value(true); }

bool holds(const Value& pod, std::string_view type) {
  return std::ranges::any_of(list_at(pod, "status.conditions"), [&](const Value& condition) {
    return text_at(condition, "type") == type && text_at(condition, "status") == "True";
  });
}

// "Signal:9", "ExitCode:1", or the reason where one is given.
std::string ending(const Value& terminated) {
  const std::string_view reason = text_at(terminated, "reason");
  if (!reason.empty()) return std::string(reason);
  const std::int64_t signal = number_at(terminated, "signal");
  if (signal != 0) return format("Signal:{}", signal);
  return format("ExitCode:{}", number_at(terminated, "exitCode"));
}

// Reads a Pod as a person would: first its init containers, then the others.
class PodReading {
 public:
  explicit PodReading(const Value& pod) : pod_(pod) {
    word_ = text_or(text_at(pod, "status.reason"), text_at(pod, "status.phase"));
    for (const Value& condition : list_at(pod, "status.conditions")) {
      if (text_at(condition, "type") == "PodScheduled" &&
          text_at(condition, "reason") == "SchedulingGated") {
        word_ = "SchedulingGated";
      }
    }
    const bool initializing = read_init_containers();
    if (!initializing || holds(pod, "Initialized")) read_containers();
    read_deletion();
  }

  const std::string& word() const { return word_; }
  std::int64_t ready() const { return ready_; }

  std::string restarts(Instant now) const {
    if (restarts_ == 0 || last_restart_.empty()) return format("{}", restarts_);
    return format("{} ({} ago)", restarts_, age_cell(last_restart_, now));
  }

 private:
  void count_restarts(const Value& status) {
    restarts_ += number_at(status, "restartCount");
    // Times of one form compare as text.
    const std::string_view ended = text_at(status, "lastState.terminated.finishedAt");
    if (ended > last_restart_) last_restart_ = ended;
  }

  bool keeps_running(std::string_view name) const {
    const json::ValueList& containers = list_at(pod_, "spec.initContainers");
    return std::ranges::any_of(containers, [&](const Value& container) {
      return text_at(container, "name") == name && text_at(container, "restartPolicy") == "Always";
    });
  }

  // True while one of them has not done its work.
  bool read_init_containers() {
    const json::ValueList& statuses = list_at(pod_, "status.initContainerStatuses");
    std::int64_t lasting_restarts = 0;
    for (std::size_t at_index = 0; at_index < statuses.size(); ++at_index) {
      const Value& status = statuses[at_index];
      count_restarts(status);
      const bool lasting = keeps_running(text_at(status, "name"));
      if (lasting) lasting_restarts += number_at(status, "restartCount");
      const Value* terminated = at(status, "state.terminated");
      if (terminated != nullptr && number_at(*terminated, "exitCode") == 0) continue;
      if (lasting && is_true(member(status, "started"))) {
        if (is_true(member(status, "ready"))) ++ready_;
        continue;
      }
      word_ = "Init:" + waiting_word(status, at_index);
      lasting_restarts_ = lasting_restarts;
      return true;
    }
    lasting_restarts_ = lasting_restarts;
    return false;
  }

  std::string waiting_word(const Value& status, std::size_t index) const {
    if (const Value* terminated = at(status, "state.terminated")) return ending(*terminated);
    const std::string_view reason = text_at(status, "state.waiting.reason");
    if (!reason.empty() && reason != "PodInitializing") return std::string(reason);
    return format("{}/{}", index, list_at(pod_, "spec.initContainers").size());
  }

  void read_containers() {
    restarts_ = lasting_restarts_;
    bool running = false;
    const json::ValueList& statuses = list_at(pod_, "status.containerStatuses");
    // The first container has the last word.
    for (std::size_t left = statuses.size(); left > 0; --left) {
      const Value& status = statuses[left - 1];
      count_restarts(status);
      const std::string_view waiting = text_at(status, "state.waiting.reason");
      const Value* terminated = at(status, "state.terminated");
      if (!waiting.empty()) {
        word_ = waiting;
      } else if (terminated != nullptr) {
        word_ = ending(*terminated);
      } else if (is_true(member(status, "ready")) && at(status, "state.running") != nullptr) {
        running = true;
        ++ready_;
      }
    }
    if (word_ == "Completed" && running) word_ = holds(pod_, "Ready") ? "Running" : "NotReady";
  }

  void read_deletion() {
    if (!is_deleting(pod_)) return;
    const std::string_view phase = text_at(pod_, "status.phase");
    if (text_at(pod_, "status.reason") == "NodeLost") {
      word_ = "Unknown";
    } else if (phase != "Succeeded" && phase != "Failed") {
      word_ = "Terminating";
    }
  }

  const Value& pod_;
  std::string word_;
  std::int64_t ready_ = 0;
  std::int64_t restarts_ = 0;
  std::int64_t lasting_restarts_ = 0;
  std::string last_restart_;
};

std::size_t containers_that_last(const Value& pod) {
  const auto lasts = [](const Value& container) {
    return text_at(container, "restartPolicy") == "Always";
  };
  const auto lasting = std::ranges::count_if(list_at(pod, "spec.initContainers"), lasts);
  return list_at(pod, "spec.containers").size() + static_cast<std::size_t>(lasting);
}

std::string pod_address(const Value& pod) {
  const json::ValueList& addresses = list_at(pod, "status.podIPs");
  const std::string_view first =
      addresses.empty() ? std::string_view{} : text_at(addresses.front(), "ip");
  return text_or(first.empty() ? text_at(pod, "status.podIP") : first, "<none>");
}

std::string gates_of(const Value& pod) {
  const json::ValueList& gates = list_at(pod, "spec.readinessGates");
  if (gates.empty()) return "<none>";
  const auto open = std::ranges::count_if(
      gates, [&](const Value& gate) { return holds(pod, text_at(gate, "conditionType")); });
  return format("{}/{}", open, gates.size());
}

}  // namespace

Value pod_cells(const Value& object, Instant now) {
  const PodReading reading(object);
  return json::ValueList{format("{}/{}", reading.ready(), containers_that_last(object)),
                         reading.word(),
                         reading.restarts(now),
                         age_of(object, now),
                         pod_address(object),
                         text_or(text_at(object, "spec.nodeName"), "<none>"),
                         text_or(text_at(object, "status.nominatedNodeName"), "<none>"),
                         gates_of(object)};
}

}  // namespace telltale::server
