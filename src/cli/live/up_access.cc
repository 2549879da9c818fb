// SPDX-License-Identifier: Apache-2.0
#include "cli/live/up_access.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "cli/manifests/manifests_rbac.h"
#include "cli/manifests/manifests_rbac_rules.h"
#include "json/print.h"
#include "live/watch_list.h"
#include "schema/members.h"
#include "server/access/identity/account_token.h"
#include "server/crds/telltale_crds.h"

namespace telltale::cli {
namespace {

constexpr std::string_view controllers_account = "telltale";
constexpr std::string_view actors_account = "telltale-demo";
constexpr std::string_view roles_group = "rbac.authorization.k8s.io";
constexpr std::string_view roles_path = "/apis/rbac.authorization.k8s.io/v1";
// What only `up` needs: beside its own server Memory is kept as objects.
constexpr std::string_view up_role = "telltale-up";
constexpr std::string_view actors_role = "telltale-demo";

json::ValueMap up_object(std::string_view api_version, std::string_view kind,
                         std::string_view name) {
  return {{"apiVersion", api_version},
          {"kind", kind},
          {"metadata",
           json::ValueMap{{"name", name},
                          {"labels", json::ValueMap{{"app.kubernetes.io/name", "telltale"}}}}}};
}

json::Value up_account(std::string_view name) {
  json::ValueMap account = up_object("v1", "ServiceAccount", name);
  account["metadata"].as_object()["namespace"] = up_namespace;
  return account;
}

void add_up_role(std::vector<json::Value>& objects, std::string_view name, std::string_view account,
                 const std::vector<RbacRule>& rules) {
  const std::string api_version = format("{}/v1", roles_group);
  json::ValueMap role = up_object(api_version, "ClusterRole", name);
  json::ValueList list;
  for (const RbacRule& rule : rules) list.push_back(to_json(rule));
  role["rules"] = std::move(list);
  json::ValueMap binding = up_object(api_version, "ClusterRoleBinding", name);
  binding["roleRef"] =
      json::ValueMap{{"apiGroup", roles_group}, {"kind", "ClusterRole"}, {"name", name}};
  binding["subjects"] = json::ValueList{
      json::ValueMap{{"kind", "ServiceAccount"}, {"name", account}, {"namespace", up_namespace}}};
  objects.emplace_back(std::move(role));
  objects.emplace_back(std::move(binding));
}

// Which kinds a provider brings nobody can know beforehand, so they are read by their groups.
std::vector<RbacRule> controllers_rules() {
  return {
      {.groups = {"telltale.dev"},
       .resources = {"memories"},
       .verbs = {"create", "delete", "list", "patch"}},
      {.groups = live::watched_groups(), .resources = {"*"}, .verbs = {"get", "list", "watch"}}};
}

std::vector<RbacRule> actors_rules() {
  const std::vector<std::string> playing{"create", "delete", "get", "patch"};
  std::set<std::string> groups;
  for (const server::TelltaleCrd& crd : server::telltale_crds()) {
    const json::ValueMap* spec = schema::map_of(crd.object.get_object(), "spec");
    if (spec != nullptr) groups.insert(schema::text_of(*spec, "group"));
  }
  groups.erase("telltale.dev");
  return {{.groups = {groups.begin(), groups.end()}, .resources = {"*"}, .verbs = playing},
          {.groups = {""}, .resources = {"configmaps", "namespaces"}, .verbs = playing},
          {.groups = {""}, .resources = {"secrets"}, .verbs = {"create", "delete", "patch"}},
          {.groups = {"telltale.dev"},
           .resources = {"logicalclusters", "logicalclusters/proxy"},
           .verbs = playing}};
}

std::vector<RbacRole> controllers_roles(const UpOptions& options) {
  std::vector<RbacRole> roles{RbacRole::Viewer};
  const bool writes = options.control.write != WritePolicy::None;
  if (writes) roles.push_back(RbacRole::StatusWriter);
  if (writes && options.control.events) roles.push_back(RbacRole::Events);
  if (writes) roles.push_back(RbacRole::Leases);
  if (options.control.write == WritePolicy::Missing) roles.push_back(RbacRole::Memory);
  if (options.control.remote) roles.push_back(RbacRole::Secrets);
  return roles;
}

std::string up_path(const json::Value& object) {
  const json::ValueMap& map = object.get_object();
  const std::string kind = schema::text_of(map, "kind");
  const std::string name = schema::text_of(*schema::map_of(map, "metadata"), "name");
  if (kind == "Namespace") return format("/api/v1/namespaces/{}", name);
  if (kind == "ServiceAccount") {
    return format("/api/v1/namespaces/{}/serviceaccounts/{}", up_namespace, name);
  }
  const std::string home = schema::text_of(*schema::map_of(map, "metadata"), "namespace");
  if (!home.empty()) {
    return format("{}/namespaces/{}/{}s/{}", roles_path, home, lower(kind), name);
  }
  return format("{}/{}s/{}", roles_path, lower(kind), name);
}

}  // namespace

server::User up_administrator() {
  return {.name = "system:telltale:up", .groups = {"system:masters"}};
}
server::User up_controllers() { return server::user_of_account(up_namespace, controllers_account); }
server::User up_actors() { return server::user_of_account(up_namespace, actors_account); }

std::vector<json::Value> up_access_objects(const UpOptions& options) {
  std::vector<json::Value> objects;
  objects.emplace_back(up_object("v1", "Namespace", up_namespace));
  objects.push_back(up_account(controllers_account));
  for (RbacDocument& one : rbac_documents({.roles = controllers_roles(options),
                                           .namespace_name = std::string(up_namespace),
                                           .write = options.control.write,
                                           .events = options.control.events,
                                           .remote = options.control.remote})) {
    objects.push_back(std::move(one.object));
  }
  add_up_role(objects, up_role, controllers_account, controllers_rules());
  if (!options.demo) return objects;
  objects.push_back(up_account(actors_account));
  add_up_role(objects, actors_role, actors_account, actors_rules());
  return objects;
}

std::vector<std::string> up_access_leftovers(const UpOptions& options) {
  const std::vector<RbacRole> wanted = controllers_roles(options);
  std::vector<std::string> paths;
  for (const RbacRoleText& role : rbac_roles()) {
    const bool is_ours = role.role == RbacRole::StatusWriter || role.role == RbacRole::Events ||
                         role.role == RbacRole::Secrets;
    const bool is_at_home = role.role == RbacRole::Leases || role.role == RbacRole::Memory;
    if (std::ranges::find(wanted, role.role) != wanted.end()) continue;
    if (is_at_home) {
      paths.push_back(
          format("{}/namespaces/{}/rolebindings/telltale-{}", roles_path, up_namespace, role.name));
    }
    if (!is_ours) continue;
    paths.push_back(format("{}/clusterrolebindings/telltale-{}", roles_path, role.name));
  }
  if (!options.demo) {
    paths.push_back(format("{}/clusterrolebindings/{}", roles_path, actors_role));
  }
  return paths;
}

Result<void> write_up_access(client::Api& api, const UpOptions& options) {
  for (const json::Value& object : up_access_objects(options)) {
    const std::string target = format("{}?fieldManager=telltale-up&force=true", up_path(object));
    auto made =
        client::accepted(api.ask({.method = "PATCH",
                                  .target = target,
                                  .headers = {{"Content-Type", "application/apply-patch+yaml"}},
                                  .body = json::print(object)}),
                         target);
    if (!made) return fail(made.error());
  }
  for (const std::string& target : up_access_leftovers(options)) {
    auto gone = client::accepted(api.ask({.method = "DELETE", .target = target}), target);
    if (!gone && gone.error().kind != Error::Kind::NotFound) return fail(gone.error());
  }
  return {};
}

}  // namespace telltale::cli
