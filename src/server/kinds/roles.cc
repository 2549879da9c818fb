// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "schema/validate/dns_names.h"
#include "server/access/rbac/rule.h"
#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using schema::FieldErrors;

enum class Scope { Namespace, Cluster };

bool has_items(const json::Value& rule, std::string_view name) {
  return !list_at(rule, name).empty();
}

void check_rule(const json::Value& rule, const std::string& path, Scope scope,
                FieldErrors& field_errors) {
  if (!has_items(rule, "verbs")) {
    add(field_errors, schema::required(path + ".verbs", "verbs must contain at least one value"));
  }
  if (has_items(rule, "nonResourceURLs")) {
    const std::string shown = schema::shown(*member(rule, "nonResourceURLs"));
    if (scope == Scope::Namespace) {
      add(field_errors, schema::invalid(path + ".nonResourceURLs", shown,
                                        "namespaced rules cannot apply to non-resource URLs"));
    }
    if (has_items(rule, "apiGroups") || has_items(rule, "resources") ||
        has_items(rule, "resourceNames")) {
      add(field_errors,
          schema::invalid(path + ".nonResourceURLs", shown,
                          "rules cannot apply to both regular resources and non-resource URLs"));
    }
    return;
  }
  if (!has_items(rule, "apiGroups")) {
    add(field_errors,
        schema::required(path + ".apiGroups", "resource rules must supply at least one api group"));
  }
  if (!has_items(rule, "resources")) {
    add(field_errors,
        schema::required(path + ".resources", "resource rules must supply at least one resource"));
  }
}

void check_rules(const json::Value& object, Scope scope, FieldErrors& field_errors) {
  const json::ValueList& rules = list_at(object, "rules");
  for (std::size_t at = 0; at < rules.size(); ++at) {
    check_rule(rules[at], format("rules[{}]", at), scope, field_errors);
  }
}

void check_api_group(const json::Value& subject, const std::string& path, std::string_view expected,
                     FieldErrors& field_errors) {
  const std::string_view group = text_at(subject, "apiGroup");
  if (group == expected) return;
  add(field_errors, schema::not_supported(path + ".apiGroup", schema::shown(json::Value(group)),
                                          {std::string(expected)}));
}

void check_account(const json::Value& subject, const std::string& path, Scope scope,
                   FieldErrors& field_errors) {
  const std::string_view name = text_at(subject, "name");
  if (!name.empty()) {
    for (const std::string& error : schema::errors_in_dns1123_subdomain(name)) {
      add(field_errors, schema::invalid(path + ".name", schema::shown(json::Value(name)), error));
    }
  }
  check_api_group(subject, path, "", field_errors);
  if (scope == Scope::Cluster && text_at(subject, "namespace").empty()) {
    add(field_errors, schema::required(path + ".namespace"));
  }
}

void check_subject(const json::Value& subject, const std::string& path, Scope scope,
                   FieldErrors& field_errors) {
  const json::Value* name = member(subject, "name");
  // A missing name is the schema's to say.
  if (name != nullptr && text_at(subject, "name").empty()) {
    add(field_errors, schema::required(path + ".name"));
  }
  const std::string_view kind = text_at(subject, "kind");
  if (kind == "ServiceAccount") {
    check_account(subject, path, scope, field_errors);
  } else if (kind == "User" || kind == "Group") {
    check_api_group(subject, path, rbac_group, field_errors);
  } else if (member(subject, "kind") != nullptr) {
    add(field_errors, schema::not_supported(path + ".kind", schema::shown(json::Value(kind)),
                                            {"ServiceAccount", "User", "Group"}));
  }
}

void check_role_ref(const json::Value& object, const std::vector<std::string>& kinds,
                    FieldErrors& field_errors) {
  const json::Value* ref = member(object, "roleRef");
  if (ref == nullptr || !ref->is_object()) return;
  check_api_group(*ref, "roleRef", rbac_group, field_errors);
  const std::string kind(text_at(*ref, "kind"));
  if (member(*ref, "kind") != nullptr && std::ranges::find(kinds, kind) == kinds.end()) {
    add(field_errors,
        schema::not_supported("roleRef.kind", schema::shown(json::Value(kind)), kinds));
  }
  if (member(*ref, "name") != nullptr && text_at(*ref, "name").empty()) {
    add(field_errors, schema::required("roleRef.name"));
  }
}

void check_binding(const json::Value& object, const json::Value* old, Scope scope,
                   FieldErrors& field_errors) {
  const json::ValueList& subjects = list_at(object, "subjects");
  for (std::size_t at = 0; at < subjects.size(); ++at) {
    check_subject(subjects[at], format("subjects[{}]", at), scope, field_errors);
  }
  if (old == nullptr || map_at(object, "roleRef") == map_at(*old, "roleRef")) return;
  const json::Value* ref = member(object, "roleRef");
  add(field_errors, schema::invalid("roleRef", ref == nullptr ? "null" : schema::shown(*ref),
                                    "cannot change roleRef"));
}

void fill_group(json::Value& holder) {
  if (holder.is_object() && text_at(holder, "apiGroup").empty()) {
    holder.get_object()["apiGroup"] = rbac_group;
  }
}

}  // namespace

void validate_role(const json::Value& object, const json::Value*, FieldErrors& field_errors) {
  check_rules(object, Scope::Namespace, field_errors);
}

void validate_cluster_role(const json::Value& object, const json::Value*,
                           FieldErrors& field_errors) {
  check_rules(object, Scope::Cluster, field_errors);
  const json::Value* aggregation = member(object, "aggregationRule");
  if (aggregation == nullptr || has_items(*aggregation, "clusterRoleSelectors")) return;
  add(field_errors,
      schema::required("aggregationRule.clusterRoleSelectors",
                       "at least one clusterRoleSelector required if aggregationRule is non-nil"));
}

void prepare_binding(json::Value& object, const json::Value*) {
  drop_nulls(object);
  if (json::Value* ref = member(object, "roleRef")) fill_group(*ref);
  json::Value* subjects = member(object, "subjects");
  if (subjects == nullptr || !subjects->is_array()) return;
  for (json::Value& subject : subjects->get_array()) {
    const std::string_view kind = text_at(subject, "kind");
    if (kind == "User" || kind == "Group") fill_group(subject);
  }
}

void validate_role_binding(const json::Value& object, const json::Value* old,
                           FieldErrors& field_errors) {
  check_role_ref(object, {"Role", "ClusterRole"}, field_errors);
  check_binding(object, old, Scope::Namespace, field_errors);
}

void validate_cluster_role_binding(const json::Value& object, const json::Value* old,
                                   FieldErrors& field_errors) {
  check_role_ref(object, {"ClusterRole"}, field_errors);
  check_binding(object, old, Scope::Cluster, field_errors);
}

}  // namespace telltale::server
