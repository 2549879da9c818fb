// SPDX-License-Identifier: Apache-2.0
#include "catalog/machine/words.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "catalog/machine/guards.h"
#include "catalog/machine/lifecycle_tables.h"
#include "catalog/machine/node_health.h"

namespace telltale::machine {
namespace {

std::span<const NodeCondition> summed_up_of(const Seen& seen) {
  return seen.summed_up.empty() ? upstream_node_conditions() : seen.summed_up;
}

void put_hooks(const Seen& seen, std::string_view prefix, std::string& out) {
  std::vector<std::string_view> hooks;
  for (const Label& annotation : seen.annotations) {
    if (annotation.key.starts_with(prefix)) hooks.push_back(annotation.key);
  }
  std::ranges::sort(hooks);
  out += join(hooks, ",");
}

}  // namespace

void put_node_issues(const Seen& seen, std::string& out) {
  out += describe_node(seen.node_conditions, summed_up_of(seen));
}

void put_pre_drain_hooks(const Seen& seen, std::string& out) {
  put_hooks(seen, pre_drain_hook, out);
}

void put_pre_terminate_hooks(const Seen& seen, std::string& out) {
  put_hooks(seen, pre_terminate_hook, out);
}

void put_differences(const Seen& seen, std::string& out) {
  lifecycle::collect_differences(seen, out, "* ", "\n");
}

void put_pauses(const Seen& seen, std::string& out) {
  lifecycle::pauses.collect(seen, out, "", ", ");
}

// Evidence for the guards.

bool has_hook(const Seen& seen, std::string_view prefix) {
  return std::ranges::any_of(seen.annotations, [&](const Label& annotation) {
    return annotation.key.starts_with(prefix);
  });
}

std::string cluster_evidence(const Seen& seen, std::string_view fact) {
  if (seen.cluster_name.empty()) return "the Machine names no Cluster";
  const std::string cluster = format("Cluster {}/{}", seen.cluster_namespace, seen.cluster_name);
  if (seen.cluster == Sight::NotCollected) return cluster + " was not collected";
  if (seen.cluster == Sight::Absent) return cluster + " does not exist";
  return format("{} {}", cluster, fact);
}

std::string probe_evidence(const Seen& seen) { return connection_evidence(seen.connection); }

std::string reported_evidence(std::string_view type, bool reported) {
  return reported ? format("{} stands in the stored status", type)
                  : format("the stored status lacks {}", type);
}

std::string node_evidence(const Seen& seen) {
  const std::string cluster = format("{}/{}", seen.cluster_namespace, seen.cluster_name);
  switch (seen.lookup) {
    case Lookup::NotConnected:
      return "the workload cluster is not connected";
    case Lookup::Failed:
      return std::string(seen.lookup_trouble);
    case Lookup::NotCollected:
      return format("Nodes of Cluster {} were not collected", cluster);
    case Lookup::NotFound:
      if (seen.provider_id.empty()) return "no providerID to look for";
      return format("Cluster {} has no Node with providerID {}", cluster, seen.provider_id);
    case Lookup::Found:
      break;
  }
  std::string told;
  for (const auto& [type, polarity, expected] : summed_up_of(seen)) {
    const Condition* condition = find_condition(seen.node_conditions, type);
    if (condition == nullptr && !expected) continue;
    if (!told.empty()) told += ", ";
    told += format("{}={}", type, condition == nullptr ? "(none)" : to_text(condition->status));
  }
  return format("Node {} {}", seen.node_name, told);
}

std::string ready_evidence(const Seen& seen) {
  if (seen.ready == nullptr) return {};
  const Instant since = seen.ready->last_transition;
  const std::string status = format("Ready = {}", to_text(seen.ready->status));
  return is_set(since) ? format("{} since {}", status, format_rfc3339(since)) : status;
}

}  // namespace telltale::machine
