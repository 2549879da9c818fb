// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/escalation.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "server/access/rbac/coverage.h"
#include "server/access/rbac/reading.h"
#include "server/access/rbac/rule.h"

namespace telltale::server {
namespace {

// One write and who does it.
struct Attempt {
  const Policy& policy;
  const User& user;
  const json::Value& object;
  const json::Value* old;
  std::string resource;        // "clusterroles"
  std::string namespace_name;  // empty for what holds everywhere
  std::string name;
};

std::string_view resource_of(std::string_view kind) {
  if (kind == "Role") return "roles";
  if (kind == "ClusterRole") return "clusterroles";
  if (kind == "RoleBinding") return "rolebindings";
  if (kind == "ClusterRoleBinding") return "clusterrolebindings";
  return {};
}

StatusError refused(const Attempt& attempt, std::string_view why) {
  return forbidden(
      {.group = std::string(rbac_group), .resource = attempt.resource, .name = attempt.name}, why);
}

// Owners and finalizers are what the garbage collector writes; it need not have the rights.
json::Value without_collection_fields(json::Value object) {
  json::ValueMap* map = object.if_object();
  json::Value* metadata = map == nullptr ? nullptr : map->if_contains("metadata");
  json::ValueMap* members = metadata == nullptr ? nullptr : metadata->if_object();
  if (members == nullptr) return object;
  for (const std::string_view name :
       {"ownerReferences", "finalizers", "managedFields", "selfLink", "resourceVersion"}) {
    members->erase(name);
  }
  return object;
}

bool only_collection_fields_change(const Attempt& attempt) {
  return attempt.old != nullptr &&
         without_collection_fields(attempt.object) == without_collection_fields(*attempt.old);
}

std::string lines_of(const PolicyRules& missing) {
  std::set<std::string> lines;
  for (const PolicyRule& rule : missing) lines.insert(compact_text(rule));
  std::string text;
  for (const std::string& line : lines) {
    text += '\n';
    text += line;
  }
  return text;
}

std::optional<std::string> missing_for(const Attempt& attempt, const PolicyRules& wanted) {
  const HeldRules held = attempt.policy.rules_for(attempt.user, attempt.namespace_name);
  const std::optional<PolicyRules> missing = missing_rights(held.rules, wanted);
  if (missing && missing->empty()) return {};
  std::string why =
      format("user {} (groups={}) is attempting to grant RBAC permissions not currently held:",
             go_quoted(attempt.user.name), go_quoted(attempt.user.groups));
  why += missing ? lines_of(*missing)
                 : format("\nmore than {} combinations of groups, resources, names and verbs",
                          combinations_max);
  if (!held.error.empty()) why += format("; resolution errors: [{}]", held.error);
  return why;
}

bool may(const Attempt& attempt, std::string_view verb, std::string_view resource,
         std::string_view name) {
  return attempt.policy
      .decide(attempt.user, {.verb = std::string(verb),
                             .group = std::string(rbac_group),
                             .version = "*",
                             .resource = std::string(resource),
                             .namespace_name = attempt.namespace_name,
                             .name = std::string(name)})
      .allowed;
}

bool adds_up_others(const json::Value& role) {
  return !list_member(member_or_null(role, "aggregationRule"), "clusterRoleSelectors").empty();
}

PolicyRules everything() {
  return {{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}},
          {.verbs = {"*"}, .non_resource_urls = {"*"}}};
}

std::optional<StatusError> judge_role(const Attempt& attempt) {
  // On create the URL has no name, and a permission for one name does not count.
  const std::string name = attempt.old == nullptr ? std::string() : attempt.name;
  if (may(attempt, "escalate", attempt.resource, name)) return {};
  if (only_collection_fields_change(attempt)) return {};
  if (const auto why = missing_for(attempt, read_rules(attempt.object))) {
    return refused(attempt, *why);
  }
  const bool sums =
      attempt.resource == "clusterroles" &&
      (adds_up_others(attempt.object) || (attempt.old != nullptr && adds_up_others(*attempt.old)));
  if (sums && missing_for(attempt, everything())) {
    return refused(attempt, "must have cluster-admin privileges to use the aggregationRule");
  }
  return {};
}

std::optional<StatusError> judge_binding(const Attempt& attempt) {
  const json::Value& reference = member_or_null(attempt.object, "roleRef");
  const RoleReference role{text_member(reference, "kind"), text_member(reference, "name")};
  const bool local = role.kind == "Role";
  if (only_collection_fields_change(attempt)) return {};
  if (may(attempt, "bind", local ? "roles" : "clusterroles", role.name)) return {};

  const Result<PolicyRules> rules = attempt.policy.rules_of(role, attempt.namespace_name);
  if (!rules) {
    return not_found({.group = std::string(rbac_group),
                      .resource = local ? "role" : "clusterrole",
                      .name = role.name});
  }
  if (const auto why = missing_for(attempt, *rules)) return refused(attempt, *why);
  return {};
}

}  // namespace

std::optional<StatusError> escalation(const Policy& policy, const User& user,
                                      const json::Value& object, const json::Value* old) {
  const std::string kind = text_member(object, "kind");
  const bool ours = text_member(object, "apiVersion").starts_with(rbac_group);
  if (!ours || resource_of(kind).empty() || in_group(user, masters_group)) return {};

  const json::Value& metadata = member_or_null(object, "metadata");
  const bool everywhere = kind.starts_with("Cluster");
  const Attempt attempt{
      .policy = policy,
      .user = user,
      .object = object,
      .old = old,
      .resource = std::string(resource_of(kind)),
      .namespace_name = everywhere ? std::string() : text_member(metadata, "namespace"),
      .name = text_member(metadata, "name")};
  return kind.ends_with("Binding") ? judge_binding(attempt) : judge_role(attempt);
}

}  // namespace telltale::server
