// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/aggregation.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kube/selector.h"
#include "server/access/rbac/reading.h"

namespace telltale::server {
namespace {

using Roles = std::vector<const json::Value*>;

std::string name_of(const json::Value& object) {
  return text_member(member_or_null(object, "metadata"), "name");
}

Roles cluster_roles_by_name(std::span<const json::Value> objects) {
  std::vector<std::pair<std::string, const json::Value*>> named;
  for (const json::Value& object : objects) {
    if (text_member(object, "kind") == "ClusterRole") named.emplace_back(name_of(object), &object);
  }
  std::ranges::sort(named);
  Roles roles;
  for (const auto& [name, role] : named) roles.push_back(role);
  return roles;
}

std::optional<Requirement> read_requirement(const json::Value& expression) {
  Requirement read{.key = text_member(expression, "key"),
                   .values = texts_member(expression, "values")};
  std::ranges::sort(read.values);
  const std::string word = text_member(expression, "operator");
  if (word == "In") {
    read.test = Requirement::Test::In;
  } else if (word == "NotIn") {
    read.test = Requirement::Test::NotIn;
  } else if (word == "Exists") {
    read.test = Requirement::Test::Exists;
  } else if (word == "DoesNotExist") {
    read.test = Requirement::Test::DoesNotExist;
  } else {
    return {};
  }
  return read;
}

// Nothing for a selector that cannot be read: it selects nothing, whereas an empty one selects all.
std::optional<Selector> read_selector(const json::Value& selector) {
  Selector read;
  if (const json::ValueMap* labels = member_or_null(selector, "matchLabels").if_object()) {
    for (const auto& label : *labels) {
      const json::ValueString* value = label.value().if_string();
      if (value == nullptr) return {};
      read.requirements.push_back({.key = std::string(label.key()),
                                   .test = Requirement::Test::In,
                                   .values = {std::string(*value)}});
    }
  }
  for (const json::Value& expression : list_member(selector, "matchExpressions")) {
    std::optional<Requirement> requirement = read_requirement(expression);
    if (!requirement) return {};
    read.requirements.push_back(std::move(*requirement));
  }
  return read;
}

std::vector<Label> labels_of(const json::Value& object) {
  std::vector<Label> labels;
  const json::Value& metadata = member_or_null(object, "metadata");
  if (const json::ValueMap* map = member_or_null(metadata, "labels").if_object()) {
    for (const auto& label : *map) {
      if (const json::ValueString* value = label.value().if_string()) {
        labels.push_back({label.key(), *value});
      }
    }
  }
  return labels;
}

Roles selected_by(const json::Value& aggregate, const Roles& roles) {
  Roles selected;
  const json::Value& rule = member_or_null(aggregate, "aggregationRule");
  for (const json::Value& written : list_member(rule, "clusterRoleSelectors")) {
    const std::optional<Selector> selector = read_selector(written);
    if (!selector) continue;
    for (const json::Value* role : roles) {
      if (selector->matches(labels_of(*role))) selected.push_back(role);
    }
  }
  return selected;
}

// A list of what is still to be visited instead of recursion: chains may be as long as they like.
PolicyRules added_up(const json::Value& aggregate, const Roles& roles) {
  PolicyRules sum;
  std::set<PolicyRule> known;
  std::set<const json::Value*> visited{&aggregate};
  Roles waiting = selected_by(aggregate, roles);
  std::ranges::reverse(waiting);
  while (!waiting.empty()) {
    const json::Value* role = waiting.back();
    waiting.pop_back();
    if (!visited.insert(role).second) continue;
    if (is_aggregate(*role)) {
      Roles inner = selected_by(*role, roles);
      waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
      continue;
    }
    for (PolicyRule& rule : read_rules(*role)) {
      if (known.insert(rule).second) sum.push_back(std::move(rule));
    }
  }
  return sum;
}

}  // namespace

bool is_aggregate(const json::Value& cluster_role) {
  return text_member(cluster_role, "kind") == "ClusterRole" &&
         has_member(cluster_role, "aggregationRule");
}

PolicyRules effective_rules(const json::Value& cluster_role, std::span<const json::Value> objects) {
  if (!is_aggregate(cluster_role)) return read_rules(cluster_role);
  return added_up(cluster_role, cluster_roles_by_name(objects));
}

std::vector<json::Value> stale_aggregates(std::span<const json::Value> objects) {
  std::vector<json::Value> stale;
  const Roles roles = cluster_roles_by_name(objects);
  for (const json::Value* role : roles) {
    if (!is_aggregate(*role)) continue;
    const PolicyRules rules = added_up(*role, roles);
    if (rules == read_rules(*role)) continue;
    stale.push_back(*role);
    stale.back().as_object()["rules"] = to_json(rules);
  }
  return stale;
}

}  // namespace telltale::server
