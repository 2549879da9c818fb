// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/rule.h"

#include <algorithm>
#include <string_view>

#include "server/access/rbac/reading.h"

namespace telltale::server {
namespace {

bool lists(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::any_of(
      words, [&](const std::string& listed) { return listed == "*" || listed == word; });
}

// "pods/status" is matched by "*", by itself and by "*/status"; "pods" never by "*/…".
bool lists_resource(const std::vector<std::string>& resources, const Attributes& asked) {
  if (asked.subresource.empty()) return lists(resources, asked.resource);
  const std::string combined = asked.resource + "/" + asked.subresource;
  const std::string any = "*/" + asked.subresource;
  return lists(resources, combined) || lists(resources, any);
}

void put_list(json::ValueMap& map, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) map[name] = to_list(texts);
}

}  // namespace

PolicyRules read_rules(const json::Value& role) {
  PolicyRules rules;
  for (const json::Value& rule : list_member(role, "rules")) {
    rules.push_back({.verbs = texts_member(rule, "verbs"),
                     .api_groups = texts_member(rule, "apiGroups"),
                     .resources = texts_member(rule, "resources"),
                     .resource_names = texts_member(rule, "resourceNames"),
                     .non_resource_urls = texts_member(rule, "nonResourceURLs")});
  }
  return rules;
}

json::Value to_json(const PolicyRule& rule) {
  json::ValueMap map;
  map["verbs"] = to_list(rule.verbs);
  put_list(map, "apiGroups", rule.api_groups);
  put_list(map, "resources", rule.resources);
  put_list(map, "resourceNames", rule.resource_names);
  put_list(map, "nonResourceURLs", rule.non_resource_urls);
  return map;
}

json::Value to_json(const PolicyRules& rules) {
  json::ValueList list;
  for (const PolicyRule& rule : rules) list.push_back(to_json(rule));
  return list;
}

bool about_a_resource(const Attributes& attributes) {
  return !attributes.resource.empty() || attributes.path.empty();
}

bool path_covered(const std::string& pattern, const std::string& path) {
  if (pattern == path) return true;
  if (!pattern.ends_with('*')) return false;
  const std::string_view prefix(pattern.data(), pattern.find_last_not_of('*') + 1);
  return path.starts_with(prefix);
}

bool rule_allows(const PolicyRule& rule, const Attributes& attributes) {
  if (!lists(rule.verbs, attributes.verb)) return false;
  if (!about_a_resource(attributes)) {
    return std::ranges::any_of(rule.non_resource_urls, [&](const std::string& pattern) {
      return path_covered(pattern, attributes.path);
    });
  }
  const bool named =
      rule.resource_names.empty() ||
      std::ranges::find(rule.resource_names, attributes.name) != rule.resource_names.end();
  return named && lists(rule.api_groups, attributes.group) &&
         lists_resource(rule.resources, attributes);
}

}  // namespace telltale::server
