// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/bootstrap.h"

#include <algorithm>
#include <set>
#include <utility>

#include "server/access/credentials/credentials.h"
#include "server/access/rbac/aggregation.h"
#include "server/access/rbac/coverage.h"
#include "server/access/rbac/reading.h"
#include "server/access/rbac/rule.h"

namespace telltale::server {
namespace {

constexpr std::string_view autoupdate = "rbac.authorization.kubernetes.io/autoupdate";
constexpr std::string_view api_version = "rbac.authorization.k8s.io/v1";

const Texts& reading() {
  static const Texts verbs{"get", "list", "watch"};
  return verbs;
}
const Texts& writing() {
  static const Texts verbs{"create", "delete", "deletecollection", "patch", "update"};
  return verbs;
}

// What stands in the core group, but for Secrets.
Texts core_resources() {
  return {"configmaps",
          "endpoints",
          "events",
          "limitranges",
          "limitranges/status",
          "namespaces",
          "namespaces/status",
          "nodes",
          "nodes/status",
          "persistentvolumeclaims",
          "persistentvolumeclaims/status",
          "persistentvolumes",
          "pods",
          "pods/log",
          "pods/status",
          "podtemplates",
          "replicationcontrollers",
          "replicationcontrollers/scale",
          "replicationcontrollers/status",
          "resourcequotas",
          "resourcequotas/status",
          "serviceaccounts",
          "services",
          "services/status"};
}

// What people who use a namespace may write there, in the core group.
Texts namespaced_core_resources() {
  return {"configmaps",
          "endpoints",
          "events",
          "persistentvolumeclaims",
          "pods",
          "pods/eviction",
          "pods/status",
          "podtemplates",
          "replicationcontrollers",
          "replicationcontrollers/scale",
          "serviceaccounts",
          "services",
          "services/status"};
}

// The groups besides the core one in which objects are only data: those of RBAC, of the API itself
// and of the whole cluster are left to administrators.
Texts data_groups(std::span<const std::string> groups) {
  static const std::set<std::string, std::less<>> reserved{"",
                                                           "admissionregistration.k8s.io",
                                                           "apiextensions.k8s.io",
                                                           "apiregistration.k8s.io",
                                                           "authentication.k8s.io",
                                                           "authorization.k8s.io",
                                                           "certificates.k8s.io",
                                                           "flowcontrol.apiserver.k8s.io",
                                                           "node.k8s.io",
                                                           "rbac.authorization.k8s.io",
                                                           "scheduling.k8s.io",
                                                           "storage.k8s.io"};
  std::set<std::string> data;
  for (const std::string& group : groups) {
    if (!reserved.contains(group)) data.insert(group);
  }
  return {data.begin(), data.end()};
}

// telltale's own group has a door in it: who may use logicalclusters/proxy is an administrator
// inside, Secrets included. Those who may not read Secrets get everything there by name but that.
constexpr std::string_view telltale_group = "telltale.dev";
const Attributes& door() {
  static const Attributes asked{.verb = "get",
                                .group = std::string(telltale_group),
                                .resource = "logicalclusters",
                                .subresource = "proxy"};
  return asked;
}
Texts telltale_resources() {
  return {"logicalclusters", "logicalclusters/status", "memories", "remoteconnections",
          "remoteconnections/status"};
}

Texts all_but_core(std::span<const std::string> groups) {
  std::set<std::string> others(groups.begin(), groups.end());
  others.erase("");
  return {others.begin(), others.end()};
}

json::ValueMap object(std::string_view kind, std::string_view name) {
  json::ValueMap metadata{
      {"name", name},
      {"annotations", json::ValueMap{{autoupdate, "true"}}},
      {"labels", json::ValueMap{{"kubernetes.io/bootstrapping", "rbac-defaults"}}}};
  return {{"apiVersion", api_version}, {"kind", kind}, {"metadata", std::move(metadata)}};
}

json::Value cluster_role_with(std::string_view name, const PolicyRules& rules) {
  json::ValueMap role = object("ClusterRole", name);
  role["rules"] = to_json(rules);
  return role;
}

json::Value labelled(json::Value role, std::string_view label) {
  role.as_object()["metadata"].as_object()["labels"].as_object()[label] = "true";
  return role;
}

std::string aggregation_label(std::string_view to) {
  return "rbac.authorization.k8s.io/aggregate-to-" + std::string(to);
}

json::Value aggregate(std::string_view name) {
  json::Value role = cluster_role_with(name, {});
  json::ValueMap selector{{"matchLabels", json::ValueMap{{aggregation_label(name), "true"}}}};
  role.as_object()["aggregationRule"] =
      json::ValueMap{{"clusterRoleSelectors", json::ValueList{std::move(selector)}}};
  return role;
}

struct Who {
  std::string_view kind;  // "Group", "User"
  std::string_view name;
};

json::Value binding(std::string_view name, std::string_view role, std::span<const Who> subjects) {
  json::ValueMap bound = object("ClusterRoleBinding", name);
  bound["roleRef"] =
      json::ValueMap{{"apiGroup", rbac_group}, {"kind", "ClusterRole"}, {"name", role}};
  json::ValueList list;
  for (const Who& who : subjects) {
    list.push_back(
        json::ValueMap{{"apiGroup", rbac_group}, {"kind", who.kind}, {"name", who.name}});
  }
  bound["subjects"] = std::move(list);
  return bound;
}

PolicyRules public_paths() {
  return {{.verbs = {"get"},
           .non_resource_urls = {"/healthz", "/livez", "/readyz", "/version", "/version/"}}};
}

PolicyRules discovery_paths() {
  return {{.verbs = {"get"},
           .non_resource_urls = {"/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez",
                                 "/openapi", "/openapi/*", "/readyz", "/version", "/version/"}}};
}

PolicyRules monitoring_paths() {
  return {{.verbs = {"get"},
           .non_resource_urls = {"/healthz", "/healthz/*", "/livez", "/livez/*", "/metrics",
                                 "/metrics/*", "/readyz", "/readyz/*"}}};
}

PolicyRules own_reviews() {
  return {{.verbs = {"create"},
           .api_groups = {"authorization.k8s.io"},
           .resources = {"selfsubjectaccessreviews", "selfsubjectrulesreviews"}},
          {.verbs = {"create"},
           .api_groups = {"authentication.k8s.io"},
           .resources = {"selfsubjectreviews"}}};
}

PolicyRules delegated_reviews() {
  return {
      {.verbs = {"create"}, .api_groups = {"authentication.k8s.io"}, .resources = {"tokenreviews"}},
      {.verbs = {"create"},
       .api_groups = {"authorization.k8s.io"},
       .resources = {"subjectaccessreviews"}}};
}

void add_rule(PolicyRules& rules, PolicyRule rule) {
  // A rule about no group says nothing, and the API refuses it.
  if (!rule.api_groups.empty()) rules.push_back(std::move(rule));
}

void add_reading(PolicyRules& rules, Texts groups) {
  const bool ours = std::erase(groups, telltale_group) > 0;
  add_rule(rules, {.verbs = reading(), .api_groups = std::move(groups), .resources = {"*"}});
  if (!ours) return;
  rules.push_back({.verbs = reading(),
                   .api_groups = {std::string(telltale_group)},
                   .resources = telltale_resources()});
}

PolicyRules reading_all_but_secrets(std::span<const std::string> groups) {
  PolicyRules rules{{.verbs = reading(), .api_groups = {""}, .resources = core_resources()}};
  add_reading(rules, all_but_core(groups));
  PolicyRules paths = monitoring_paths();
  rules.insert(rules.end(), paths.begin(), paths.end());
  // What the controllers beside the server tell about the objects that may be read anyway.
  rules.push_back({.verbs = {"get"}, .non_resource_urls = {"/telltale/v1/*"}});
  return rules;
}

PolicyRules status_writing(std::span<const std::string> groups) {
  PolicyRules rules = reading_all_but_secrets(groups);
  rules.push_back(
      {.verbs = {"get", "patch", "update"}, .api_groups = {"*"}, .resources = {"*/status"}});
  rules.push_back({.verbs = {"create", "patch", "update"},
                   .api_groups = {"", "events.k8s.io"},
                   .resources = {"events"}});
  rules.push_back({.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"},
                   .api_groups = {"coordination.k8s.io"},
                   .resources = {"leases"}});
  return rules;
}

PolicyRules viewing(std::span<const std::string> groups) {
  Texts core = core_resources();
  std::erase_if(core, [](const std::string& name) {
    return name.starts_with("nodes") || name == "persistentvolumes";
  });
  PolicyRules rules{{.verbs = reading(), .api_groups = {""}, .resources = std::move(core)}};
  add_reading(rules, data_groups(groups));
  return rules;
}

PolicyRules editing(std::span<const std::string> groups) {
  PolicyRules rules{
      {.verbs = reading(), .api_groups = {""}, .resources = {"secrets"}},
      {.verbs = {"impersonate"}, .api_groups = {""}, .resources = {"serviceaccounts"}},
      {.verbs = writing(), .api_groups = {""}, .resources = namespaced_core_resources()},
      {.verbs = writing(), .api_groups = {""}, .resources = {"secrets"}}};
  const Texts data = data_groups(groups);
  // The kubeconfig of a logical cluster is a Secret of its namespace, so its door is no secret.
  if (std::ranges::find(data, telltale_group) != data.end()) {
    rules.push_back({.verbs = {"get"},
                     .api_groups = {std::string(telltale_group)},
                     .resources = {"logicalclusters/proxy"}});
  }
  add_rule(rules, {.verbs = writing(), .api_groups = data, .resources = {"*"}});
  return rules;
}

PolicyRules administering() {
  Texts every = reading();
  every.insert(every.end(), writing().begin(), writing().end());
  return {{.verbs = {"create"},
           .api_groups = {"authorization.k8s.io"},
           .resources = {"localsubjectaccessreviews"}},
          {.verbs = std::move(every),
           .api_groups = {std::string(rbac_group)},
           .resources = {"rolebindings", "roles"}}};
}

void add_people_roles(std::vector<json::Value>& objects, std::span<const std::string> groups) {
  objects.push_back(aggregate("admin"));
  objects.push_back(labelled(aggregate("edit"), aggregation_label("admin")));
  objects.push_back(labelled(aggregate("view"), aggregation_label("edit")));
  objects.push_back(labelled(cluster_role_with("system:aggregate-to-admin", administering()),
                             aggregation_label("admin")));
  objects.push_back(labelled(cluster_role_with("system:aggregate-to-edit", editing(groups)),
                             aggregation_label("edit")));
  objects.push_back(labelled(cluster_role_with("system:aggregate-to-view", viewing(groups)),
                             aggregation_label("view")));
  for (json::Value& sum : stale_aggregates(objects)) {
    const json::Value& metadata = member_or_null(sum, "metadata");
    for (json::Value& role : objects) {
      if (member_or_null(role, "metadata") == metadata) role = sum;
    }
  }
}

void add_system_roles(std::vector<json::Value>& objects) {
  const PolicyRules everything{{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}},
                               {.verbs = {"*"}, .non_resource_urls = {"*"}}};
  objects.push_back(cluster_role_with("cluster-admin", everything));
  objects.push_back(cluster_role_with("system:auth-delegator", delegated_reviews()));
  objects.push_back(cluster_role_with("system:basic-user", own_reviews()));
  objects.push_back(cluster_role_with("system:discovery", discovery_paths()));
  objects.push_back(cluster_role_with("system:monitoring", monitoring_paths()));
  objects.push_back(cluster_role_with("system:public-info-viewer", public_paths()));
}

// State is kept as ConfigMaps in one namespace, and nowhere else may they be written.
void add_memory(std::vector<json::Value>& objects) {
  const std::string name = "telltale:memory";
  json::ValueMap role = object("Role", name);
  role["metadata"].as_object()["namespace"] = memory_namespace;
  role["rules"] =
      to_json(PolicyRules{{.verbs = {"create", "get", "list", "patch", "update", "watch"},
                           .api_groups = {""},
                           .resources = {"configmaps"}}});
  json::Value bound = binding(name, name, std::vector<Who>{{"User", status_writer_user}});
  json::ValueMap& map = bound.as_object();
  map["kind"] = "RoleBinding";
  map["metadata"].as_object()["namespace"] = memory_namespace;
  map["roleRef"].as_object()["kind"] = "Role";
  objects.emplace_back(std::move(role));
  objects.push_back(std::move(bound));
}

void add_bindings(std::vector<json::Value>& objects) {
  const auto bind = [&](std::string_view name, const std::vector<Who>& subjects) {
    objects.push_back(binding(name, name, subjects));
  };
  bind("cluster-admin", {{"Group", "system:masters"}});
  bind("system:basic-user", {{"Group", "system:authenticated"}});
  bind("system:discovery", {{"Group", "system:authenticated"}});
  bind("system:monitoring", {{"Group", "system:monitoring"}});
  bind("system:public-info-viewer",
       {{"Group", "system:authenticated"}, {"Group", "system:unauthenticated"}});
  bind("telltale:viewer", {{"User", viewer_user}});
  bind("telltale:status-writer", {{"User", status_writer_user}});
}

bool keeps_itself(const json::Value& existing) {
  const json::Value& metadata = member_or_null(existing, "metadata");
  return text_member(member_or_null(metadata, "annotations"), autoupdate) == "false";
}

// Earlier versions wrote "*" of our own group into roles that read everything but Secrets. It is
// the one right that is taken back: true when there was one.
bool close_door(PolicyRules& rules, const PolicyRules& needed) {
  const auto opens = [](const PolicyRule& rule) { return rule_allows(rule, door()); };
  if (std::ranges::any_of(needed, opens)) return false;
  bool closed = false;
  for (PolicyRule& rule : rules) {
    const bool any = std::ranges::find(rule.resources, "*") != rule.resources.end();
    closed |= any && std::erase(rule.api_groups, telltale_group) > 0;
  }
  std::erase_if(rules, [](const PolicyRule& rule) {
    return rule.api_groups.empty() && rule.non_resource_urls.empty();
  });
  return closed;
}

bool add_missing_rules(json::Value& object, const json::Value& wanted) {
  PolicyRules rules = read_rules(object);
  const PolicyRules needed = read_rules(wanted);
  const bool closed = close_door(rules, needed);
  const std::optional<PolicyRules> missing = missing_rights(rules, needed);
  if (!closed && missing && missing->empty()) return false;
  rules.insert(rules.end(), missing ? missing->begin() : needed.begin(),
               missing ? missing->end() : needed.end());
  object.as_object()["rules"] = to_json(rules);
  return true;
}

bool add_missing_subjects(json::Value& object, const json::Value& wanted) {
  json::ValueList subjects = list_member(object, "subjects");
  const std::size_t before = subjects.size();
  for (const json::Value& subject : list_member(wanted, "subjects")) {
    if (std::ranges::find(subjects, subject) == subjects.end()) subjects.push_back(subject);
  }
  if (subjects.size() == before) return false;
  object.as_object()["subjects"] = std::move(subjects);
  return true;
}

}  // namespace

std::vector<json::Value> bootstrap_rbac(std::span<const std::string> groups) {
  std::vector<json::Value> objects;
  add_system_roles(objects);
  add_people_roles(objects, groups);
  objects.push_back(cluster_role_with("telltale:viewer", reading_all_but_secrets(groups)));
  objects.push_back(cluster_role_with("telltale:status-writer", status_writing(groups)));
  add_memory(objects);
  add_bindings(objects);
  return objects;
}

std::optional<json::Value> brought_up_to(const json::Value& existing, const json::Value& wanted) {
  if (!existing.is_object() || keeps_itself(existing)) return {};
  json::Value object = existing;
  const bool is_binding = text_member(wanted, "kind").ends_with("Binding");
  // The rules of a sum are written by whoever adds it up.
  if (!is_binding && is_aggregate(existing)) return {};
  const bool changed =
      is_binding ? add_missing_subjects(object, wanted) : add_missing_rules(object, wanted);
  if (!changed) return {};
  return object;
}

}  // namespace telltale::server
