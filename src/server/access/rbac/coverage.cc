// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/coverage.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "server/access/rbac/reading.h"

namespace telltale::server {
namespace {

bool has(const Texts& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool covers_all(const Texts& held, const Texts& wanted) {
  return has(held, "*") ||
         std::ranges::all_of(wanted, [&](const std::string& word) { return has(held, word); });
}

bool covers_resource(const Texts& held, const std::string& wanted) {
  if (has(held, "*") || has(held, wanted)) return true;
  const std::size_t slash = wanted.find('/');
  return slash != std::string::npos && has(held, "*" + wanted.substr(slash));
}

bool covers_resources(const Texts& held, const Texts& wanted) {
  return std::ranges::all_of(
      wanted, [&](const std::string& resource) { return covers_resource(held, resource); });
}

bool covers_paths(const Texts& held, const Texts& wanted) {
  return std::ranges::all_of(wanted, [&](const std::string& path) {
    return std::ranges::any_of(
        held, [&](const std::string& pattern) { return path_covered(pattern, path); });
  });
}

bool covers_names(const Texts& held, const Texts& wanted) {
  if (held.empty()) return true;
  return !wanted.empty() &&
         std::ranges::all_of(wanted, [&](const std::string& name) { return has(held, name); });
}

bool covers_rule(const PolicyRule& held, const PolicyRule& wanted) {
  return covers_all(held.verbs, wanted.verbs) && covers_all(held.api_groups, wanted.api_groups) &&
         covers_resources(held.resources, wanted.resources) &&
         covers_paths(held.non_resource_urls, wanted.non_resource_urls) &&
         covers_names(held.resource_names, wanted.resource_names);
}

bool covered(std::span<const PolicyRule> held, const PolicyRule& wanted) {
  return std::ranges::any_of(held,
                             [&](const PolicyRule& rule) { return covers_rule(rule, wanted); });
}

// How many words a comparison with the rule may look at.
std::size_t word_count(const PolicyRule& rule) {
  return 1 + rule.verbs.size() + rule.api_groups.size() + rule.resources.size() +
         rule.resource_names.size() + rule.non_resource_urls.size();
}

std::size_t combinations(const PolicyRule& rule) {
  const std::size_t names = std::max<std::size_t>(rule.resource_names.size(), 1);
  // Each list is shorter than a body, so that the product of any two fits; saturate in between.
  std::size_t count =
      std::min(combinations_max + 1, rule.api_groups.size() * rule.resources.size());
  count = std::min(combinations_max + 1, count * names);
  count = std::min(combinations_max + 1, count * rule.verbs.size());
  return count + std::min(combinations_max + 1, rule.non_resource_urls.size() * rule.verbs.size());
}

void break_down_resources(const PolicyRule& rule, PolicyRules& parts) {
  for (const std::string& group : rule.api_groups) {
    for (const std::string& resource : rule.resources) {
      for (const std::string& verb : rule.verbs) {
        const PolicyRule part{.verbs = {verb}, .api_groups = {group}, .resources = {resource}};
        if (rule.resource_names.empty()) parts.push_back(part);
        for (const std::string& name : rule.resource_names) {
          parts.push_back(part);
          parts.back().resource_names = {name};
        }
      }
    }
  }
}

void break_down_paths(const PolicyRule& rule, PolicyRules& parts) {
  for (const std::string& path : rule.non_resource_urls) {
    for (const std::string& verb : rule.verbs) {
      parts.push_back({.verbs = {verb}, .non_resource_urls = {path}});
    }
  }
}

// Parts that differ in nothing but the verb become one again.
PolicyRules joined_verbs(const PolicyRules& parts) {
  std::map<PolicyRule, Texts> verbs;
  PolicyRules joined;
  for (const PolicyRule& part : parts) {
    if (part.resources.empty()) {
      joined.push_back(part);
      continue;
    }
    PolicyRule key = part;
    key.verbs.clear();
    Texts& known = verbs[std::move(key)];
    known.insert(known.end(), part.verbs.begin(), part.verbs.end());
  }
  for (auto& [key, known] : verbs) {
    joined.push_back(key);
    joined.back().verbs = std::move(known);
  }
  return joined;
}

}  // namespace

std::optional<PolicyRules> missing_rights(std::span<const PolicyRule> held,
                                          std::span<const PolicyRule> wanted) {
  PolicyRules missing;
  std::size_t looked_at = 0;
  std::size_t held_words = 0;
  for (const PolicyRule& rule : held) held_words += word_count(rule);
  std::size_t compared = 0;
  for (const PolicyRule& rule : wanted) {
    // Both sides are lists of somebody's own making.
    compared += held_words * word_count(rule);
    if (compared > comparisons_max) return {};
    // The common case, and the one in which the number of combinations does not matter.
    if (covered(held, rule)) continue;
    looked_at += combinations(rule);
    compared += held_words * combinations(rule);
    if (looked_at > combinations_max || compared > comparisons_max) return {};
    PolicyRules parts;
    break_down_resources(rule, parts);
    break_down_paths(rule, parts);
    std::ranges::copy_if(parts, std::back_inserter(missing),
                         [&](const PolicyRule& part) { return !covered(held, part); });
  }
  return joined_verbs(missing);
}

std::string compact_text(const PolicyRule& rule) {
  Texts parts;
  const auto add = [&](std::string_view title, const Texts& words) {
    if (!words.empty()) parts.push_back(format("{}:{}", title, go_quoted(words)));
  };
  add("APIGroups", rule.api_groups);
  add("Resources", rule.resources);
  add("NonResourceURLs", rule.non_resource_urls);
  add("ResourceNames", rule.resource_names);
  add("Verbs", rule.verbs);
  return format("{{{}}}", join(parts, ", "));
}

}  // namespace telltale::server
