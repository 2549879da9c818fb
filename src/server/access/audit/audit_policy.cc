// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_policy.h"

#include <algorithm>
#include <utility>

namespace telltale::server {
namespace {

using Words = std::vector<std::string>;

bool lists_word(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool lists_or_is_empty(const Words& words, std::string_view word) {
  return words.empty() || lists_word(words, word);
}

bool path_fits(std::string_view pattern, std::string_view path) {
  if (pattern.ends_with('*')) return path.starts_with(pattern.substr(0, pattern.size() - 1));
  return pattern == path;
}

// "pods/*" fits pods themselves, too, as on kube-apiserver.
bool resource_fits(std::string_view pattern, const Attributes& wanted) {
  if (pattern == "*") return true;
  const std::size_t slash = pattern.find('/');
  const std::string_view resource = pattern.substr(0, slash);
  if (slash == std::string_view::npos) {
    return resource == wanted.resource && wanted.subresource.empty();
  }
  const std::string_view subresource = pattern.substr(slash + 1);
  if (subresource == "*") return resource == wanted.resource;
  return (resource == "*" || resource == wanted.resource) && subresource == wanted.subresource;
}

bool resources_fit(const AuditRule::Resources& resources, const Attributes& wanted) {
  if (resources.group != wanted.group) return false;
  if (resources.names.empty()) return true;
  if (!lists_or_is_empty(resources.objects, wanted.name)) return false;
  return std::ranges::any_of(
      resources.names, [&](const std::string& pattern) { return resource_fits(pattern, wanted); });
}

bool user_fits(const AuditRule& rule, const User& user) {
  if (!lists_or_is_empty(rule.users, user.name)) return false;
  return rule.groups.empty() || std::ranges::any_of(user.groups, [&](const std::string& group) {
           return lists_word(rule.groups, group);
         });
}

bool rule_fits(const AuditRule& rule, const User& user, const Attributes& wanted) {
  if (!user_fits(rule, user) || !lists_or_is_empty(rule.verbs, wanted.verb)) return false;
  const bool about_resource = !wanted.resource.empty();
  if (!rule.namespaces.empty() || !rule.resources.empty()) {
    if (!about_resource) return false;
    if (!lists_or_is_empty(rule.namespaces, wanted.namespace_name)) return false;
    return rule.resources.empty() ||
           std::ranges::any_of(rule.resources, [&](const AuditRule::Resources& resources) {
             return resources_fit(resources, wanted);
           });
  }
  if (rule.paths.empty()) return true;
  return !about_resource && std::ranges::any_of(rule.paths, [&](const std::string& pattern) {
    return path_fits(pattern, wanted.path);
  });
}

std::bitset<audit_stages> only(AuditStage stage) {
  return std::bitset<audit_stages>().set(static_cast<std::size_t>(stage));
}

}  // namespace

AuditPolicy::AuditPolicy()
    : otherwise_{.level = AuditLevel::Metadata, .omitted = only(AuditStage::RequestReceived)} {}

AuditPolicy::AuditPolicy(std::vector<AuditRule> rules, std::bitset<audit_stages> omitted)
    : rules_(std::move(rules)), otherwise_{.level = AuditLevel::None, .omitted = omitted} {
  for (AuditRule& rule : rules_) rule.ruling.omitted |= omitted;
}

AuditRuling AuditPolicy::decide(const User& user, const Attributes& wanted) const {
  const auto fits = [&](const AuditRule& rule) { return rule_fits(rule, user, wanted); };
  const auto found = std::ranges::find_if(rules_, fits);
  return found == rules_.end() ? otherwise_ : found->ruling;
}

}  // namespace telltale::server
