// SPDX-License-Identifier: Apache-2.0
#pragma once

// RBAC objects in few words, for tests.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "server/access/rbac/rule.h"

namespace telltale::server {

using Groups = std::vector<std::string>;

struct SubjectForTest {
  std::string kind;
  std::string name;
  std::string namespace_name = {};
};

inline json::Value role_for_test(std::string_view namespace_name, std::string_view name,
                                 const PolicyRules& rules) {
  json::ValueMap metadata{{"name", name}};
  if (!namespace_name.empty()) metadata["namespace"] = namespace_name;
  return json::ValueMap{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                        {"kind", namespace_name.empty() ? "ClusterRole" : "Role"},
                        {"metadata", std::move(metadata)},
                        {"rules", to_json(rules)}};
}

inline json::Value binding_for_test(std::string_view namespace_name, std::string_view name,
                                    std::string_view role_kind, std::string_view role,
                                    const std::vector<SubjectForTest>& subjects) {
  json::ValueMap metadata{{"name", name}};
  if (!namespace_name.empty()) metadata["namespace"] = namespace_name;
  json::ValueList list;
  for (const SubjectForTest& subject : subjects) {
    json::ValueMap written{{"kind", subject.kind}, {"name", subject.name}};
    if (!subject.namespace_name.empty()) written["namespace"] = subject.namespace_name;
    list.emplace_back(std::move(written));
  }
  return json::ValueMap{{"apiVersion", "rbac.authorization.k8s.io/v1"},
                        {"kind", namespace_name.empty() ? "ClusterRoleBinding" : "RoleBinding"},
                        {"metadata", std::move(metadata)},
                        {"roleRef", json::ValueMap{{"kind", role_kind}, {"name", role}}},
                        {"subjects", std::move(list)}};
}

}  // namespace telltale::server
