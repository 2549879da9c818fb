// SPDX-License-Identifier: Apache-2.0
#pragma once

// One rule of a Role: which verbs on which resources or paths. Rules only ever allow.
//
//   {.verbs = {"get"}, .api_groups = {""}, .resources = {"pods", "pods/log"}}

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "server/access/identity/user.h"

namespace telltale::server {

// The API group of roles and their bindings.
inline constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

struct PolicyRule {
  std::vector<std::string> verbs = {};
  std::vector<std::string> api_groups = {};
  std::vector<std::string> resources = {};
  std::vector<std::string> resource_names = {};  // empty: all of them
  std::vector<std::string> non_resource_urls = {};

  auto operator<=>(const PolicyRule&) const = default;
};

using PolicyRules = std::vector<PolicyRule>;

// The `rules` of a Role or ClusterRole.
PolicyRules read_rules(const json::Value& role);
json::Value to_json(const PolicyRule& rule);
json::Value to_json(const PolicyRules& rules);

// Attributes with neither resource nor path ask for the resource without a name, which only "*" is.
bool about_a_resource(const Attributes& attributes);
bool rule_allows(const PolicyRule& rule, const Attributes& attributes);
// "/healthz/*" covers "/healthz/ping" and itself.
bool path_covered(const std::string& pattern, const std::string& path);

}  // namespace telltale::server
