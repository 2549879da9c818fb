// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/node_health.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "condition/priority.h"

namespace telltale::machine {
namespace {

struct Complaint {
  std::string_view type;
  std::string text;
  bool reported;
};

std::vector<Complaint> complaints_of(Conditions node, std::span<const NodeCondition> summed_up) {
  std::vector<Complaint> complaints;
  for (const auto& [type, polarity, expected] : summed_up) {
    const Condition* condition = find_condition(node, type);
    if (condition == nullptr) {
      if (!expected) continue;
      complaints.push_back({type, "Condition not yet reported", false});
      continue;
    }
    if (priority_of(*condition, polarity) == Priority::Info) continue;
    std::string text(condition->message);
    if (text.empty()) text = format("Condition is {}", to_text(condition->status));
    complaints.push_back({type, std::move(text), true});
  }
  return complaints;
}

}  // namespace

NodeHealth node_health(Conditions node, std::span<const NodeCondition> summed_up) {
  NodeHealth health = NodeHealth::Healthy;
  for (const auto& [type, polarity, expected] : summed_up) {
    const Condition* condition = find_condition(node, type);
    if (condition == nullptr && !expected) continue;
    const Priority priority =
        condition == nullptr ? Priority::Unknown : priority_of(*condition, polarity);
    if (priority == Priority::Issue) return NodeHealth::Unhealthy;
    if (priority == Priority::Unknown) health = NodeHealth::Unknown;
  }
  return health;
}

std::string describe_node(Conditions node, std::span<const NodeCondition> summed_up) {
  const std::vector<Complaint> complaints = complaints_of(node, summed_up);
  std::vector<std::string> lines;
  const auto first = std::ranges::find(complaints, true, &Complaint::reported);
  const auto reported = std::ranges::count(complaints, true, &Complaint::reported);
  const bool all_alike = reported > 1 && std::ranges::all_of(complaints, [&](const Complaint& one) {
                           return !one.reported || one.text == first->text;
                         });
  if (all_alike) lines.push_back(format("* Node.AllConditions: {}", first->text));
  for (const Complaint& complaint : complaints) {
    // What nobody reported is still worth a line of its own.
    if (all_alike && complaint.reported) continue;
    lines.push_back(format("* Node.{}: {}", complaint.type, complaint.text));
  }
  return join(lines, "\n");
}

Condition mirror_node_ready(Conditions node, std::string& message) {
  const Condition* ready = find_condition(node, "Ready");
  message.clear();
  if (ready == nullptr) {
    message = "* Node.Ready: Condition not yet reported";
    return {.type = "NodeReady", .status = Status::Unknown, .reason = "NodeReadyUnknown"};
  }
  if (ready->status != Status::True && !ready->message.empty()) {
    message = format("* Node.Ready: {}", ready->message);
  }
  std::string_view reason = "NodeReadyUnknown";
  if (ready->status == Status::True) reason = "NodeReady";
  if (ready->status == Status::False) reason = "NodeNotReady";
  return {.type = "NodeReady",
          .status = ready->status,
          .reason = reason,
          .message = {},
          .last_transition = ready->last_transition};
}

}  // namespace telltale::machine
