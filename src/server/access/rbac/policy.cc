// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/policy.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "server/access/rbac/aggregation.h"
#include "server/access/rbac/reading.h"

namespace telltale::server {
namespace {

constexpr std::string_view user_mark = "u:";
constexpr std::string_view group_mark = "g:";

// No namespace has a slash in its name, so two different pairs never make the same key.
std::string key_of(std::string_view namespace_name, std::string_view mark, std::string_view name) {
  return format("{}/{}{}", namespace_name, mark, name);
}

std::string role_key(std::string_view namespace_name, std::string_view name) {
  return format("{}/{}", namespace_name, name);
}

std::string missing_role(const RoleReference& role) {
  if (role.kind != "Role" && role.kind != "ClusterRole") {
    return format("unsupported role reference kind: {}", go_quoted(role.kind));
  }
  const std::string_view word = role.kind == "Role" ? "role" : "clusterrole";
  return format("{}.rbac.authorization.k8s.io {} not found", word, go_quoted(role.name));
}

// As Go adds errors up: the words of one, or a list of different ones.
std::string add_up(const std::vector<std::string>& errors) {
  std::vector<std::string> different;
  for (const std::string& error : errors) {
    if (std::ranges::find(different, error) == different.end()) different.push_back(error);
  }
  if (different.size() == 1) return different.front();
  return different.empty() ? std::string() : format("[{}]", join(different, ", "));
}

struct Subject {
  std::string key;  // empty: nobody is meant
  std::string description;
};

Subject read_subject(const json::Value& subject, std::string_view namespace_name) {
  const std::string kind = text_member(subject, "kind");
  const std::string name = text_member(subject, "name");
  const std::string described = format("{} {}", kind, go_quoted(name));
  if (kind == "User") return {key_of(namespace_name, user_mark, name), described};
  if (kind == "Group") return {key_of(namespace_name, group_mark, name), described};
  if (kind != "ServiceAccount") return {};

  std::string home = text_member(subject, "namespace");
  if (home.empty()) home = namespace_name;
  if (home.empty()) return {};
  const std::string user = format("system:serviceaccount:{}:{}", home, name);
  return {key_of(namespace_name, user_mark, user),
          format("{} {}", kind, go_quoted(format("{}/{}", name, home)))};
}

}  // namespace

bool in_group(const User& user, std::string_view group) {
  return std::ranges::find(user.groups, group) != user.groups.end();
}

Policy::Policy(std::span<const json::Value> objects) {
  add_roles(objects);
  add_bindings(objects);
}

void Policy::add_roles(std::span<const json::Value> objects) {
  for (const json::Value& object : objects) {
    const std::string kind = text_member(object, "kind");
    if (kind != "Role" && kind != "ClusterRole") continue;
    const json::Value& metadata = member_or_null(object, "metadata");
    const std::string home = kind == "Role" ? text_member(metadata, "namespace") : std::string();
    roles_[role_key(home, text_member(metadata, "name"))] = rules_.size();
    rules_.push_back(effective_rules(object, objects));
  }
}

void Policy::add_bindings(std::span<const json::Value> objects) {
  std::vector<std::tuple<std::string, std::string, const json::Value*>> found;
  for (const json::Value& object : objects) {
    const std::string kind = text_member(object, "kind");
    const json::Value& metadata = member_or_null(object, "metadata");
    if (kind == "ClusterRoleBinding") {
      found.emplace_back(std::string(), text_member(metadata, "name"), &object);
    } else if (kind == "RoleBinding" && !text_member(metadata, "namespace").empty()) {
      found.emplace_back(text_member(metadata, "namespace"), text_member(metadata, "name"),
                         &object);
    }
  }
  std::ranges::sort(found);
  for (const auto& [home, name, object] : found) {
    const json::Value& reference = member_or_null(*object, "roleRef");
    RoleReference role{text_member(reference, "kind"), text_member(reference, "name")};
    const std::optional<std::size_t> rules = find_role(role, home);
    bindings_.push_back({.namespace_name = home,
                         .name = name,
                         .role = std::move(role),
                         .subjects = {},
                         .rules = rules});
    add_subjects(*object, bindings_.size() - 1);
  }
}

void Policy::add_subjects(const json::Value& object, std::size_t binding) {
  Binding& bound = bindings_[binding];
  for (const json::Value& written : list_member(object, "subjects")) {
    Subject subject = read_subject(written, bound.namespace_name);
    if (subject.key.empty()) continue;
    grants_[subject.key].push_back({.binding = binding, .subject = bound.subjects.size()});
    bound.subjects.push_back(std::move(subject.description));
  }
}

std::optional<std::size_t> Policy::find_role(const RoleReference& role,
                                             std::string_view namespace_name) const {
  const bool local = role.kind == "Role";
  if ((!local && role.kind != "ClusterRole") || (local && namespace_name.empty())) return {};
  const auto found = roles_.find(role_key(local ? namespace_name : std::string_view(), role.name));
  if (found == roles_.end()) return {};
  return found->second;
}

std::vector<Policy::Grant> Policy::grants(const User& user, std::string_view namespace_name) const {
  std::vector<Grant> all;
  const auto add = [&](std::string_view home, std::string_view mark, std::string_view name) {
    const auto found = grants_.find(key_of(home, mark, name));
    if (found != grants_.end()) all.insert(all.end(), found->second.begin(), found->second.end());
  };
  const auto add_home = [&](std::string_view home) {
    add(home, user_mark, user.name);
    for (const std::string& group : user.groups) add(home, group_mark, group);
  };
  add_home({});
  if (!namespace_name.empty()) add_home(namespace_name);
  std::ranges::sort(all);
  const auto same = std::ranges::unique(all, {}, &Grant::binding);
  all.erase(same.begin(), same.end());
  return all;
}

std::string Policy::describe(const Grant& grant) const {
  const Binding& binding = bindings_[grant.binding];
  const bool everywhere = binding.namespace_name.empty();
  const std::string name =
      everywhere ? binding.name : format("{}/{}", binding.name, binding.namespace_name);
  return format("{} {} of {} {} to {}", everywhere ? "ClusterRoleBinding" : "RoleBinding",
                go_quoted(name), binding.role.kind, go_quoted(binding.role.name),
                binding.subjects[grant.subject]);
}

Decision Policy::decide(const User& user, const Attributes& attributes) const {
  if (in_group(user, masters_group)) return {.allowed = true};
  std::vector<std::string> errors;
  for (const Grant& grant : grants(user, attributes.namespace_name)) {
    const Binding& binding = bindings_[grant.binding];
    if (!binding.rules) {
      errors.push_back(missing_role(binding.role));
      continue;
    }
    const auto allows = [&](const PolicyRule& rule) { return rule_allows(rule, attributes); };
    if (std::ranges::any_of(rules_[*binding.rules], allows)) {
      return {.allowed = true, .reason = "RBAC: allowed by " + describe(grant)};
    }
  }
  if (errors.empty()) return {};
  return {.allowed = false, .reason = "RBAC: " + add_up(errors)};
}

HeldRules Policy::rules_for(const User& user, std::string_view namespace_name) const {
  HeldRules held;
  std::vector<std::string> errors;
  for (const Grant& grant : grants(user, namespace_name)) {
    const Binding& binding = bindings_[grant.binding];
    if (!binding.rules) {
      errors.push_back(missing_role(binding.role));
      continue;
    }
    const PolicyRules& rules = rules_[*binding.rules];
    held.rules.insert(held.rules.end(), rules.begin(), rules.end());
  }
  held.error = add_up(errors);
  return held;
}

Result<PolicyRules> Policy::rules_of(const RoleReference& role,
                                     std::string_view namespace_name) const {
  const std::optional<std::size_t> found = find_role(role, namespace_name);
  if (!found) return fail(Error::Kind::NotFound, missing_role(role));
  return rules_[*found];
}

}  // namespace telltale::server
