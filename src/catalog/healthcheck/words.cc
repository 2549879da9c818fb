// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/words.h"

#include "base/text.h"

namespace telltale::healthcheck {
namespace {

void put_line(std::string& out, std::string_view text) {
  out += "\n  * ";
  out += text;
}

void put_symptoms(std::span<const Symptom> symptoms, std::string_view where, Instant now,
                  std::string& out) {
  for (const Symptom& symptom : symptoms) {
    if (!symptom.over(now)) continue;
    put_line(out,
             format("Condition {} on {} is reporting status {} with reason {} for more than {}",
                    symptom.type, where, to_text(symptom.status), symptom.reason,
                    format_duration(symptom.timeout)));
  }
}

}  // namespace

void put_failures(const Seen& seen, std::string& out) {
  put_symptoms(seen.machine_symptoms, "Machine", seen.now, out);
  if (seen.node == NodeSight::Gone) {
    put_line(out, format("Node {} has been deleted", seen.node_name));
  }
  if (seen.startup_over()) {
    put_line(out,
             format("Node failed to report startup in {}", format_duration(seen.startup_timeout)));
  }
  put_symptoms(seen.node_symptoms, "Node", seen.now, out);
}

std::string symptom_evidence(std::span<const Symptom> symptoms) {
  if (symptoms.empty()) return "none of the watched conditions has the status that is watched for";
  std::string text;
  for (const Symptom& symptom : symptoms) {
    if (!text.empty()) text += ", ";
    text += format("{} = {}", symptom.type, to_text(symptom.status));
    if (is_set(symptom.since)) text += format(" since {}", format_rfc3339(symptom.since));
    text += format(" (allowed for {})", format_duration(symptom.timeout));
  }
  return text;
}

std::string startup_evidence(const Seen& seen) {
  if (seen.startup_timeout == Seconds(0)) return "the check sets no timeout for Nodes to start";
  if (!is_set(seen.startup_base)) return "nothing says since when a Node could have started";
  return format("waiting since {}, allowed for {}", format_rfc3339(seen.startup_base),
                format_duration(seen.startup_timeout));
}

std::string node_evidence(const Seen& seen) {
  switch (seen.node) {
    case NodeSight::Found:
      return format("Node {} exists", seen.node_name);
    case NodeSight::Gone:
      return format("status.nodeRef.name = {}, and there is no such Node", seen.node_name);
    case NodeSight::OutOfReach:
      return "the workload cluster cannot be asked";
    case NodeSight::NotCollected:
      return "no Node of this cluster was collected";
    case NodeSight::NotLookedFor:
      break;
  }
  return seen.node_name.empty() ? "status.nodeRef is not set" : "no control plane to ask yet";
}

}  // namespace telltale::healthcheck
