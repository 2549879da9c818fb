// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_rbac_rules.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/source/find_object.h"
#include "live/diagnostics/pages.h"
#include "live/leases/writer_lease.h"
#include "live/stored/address_keeper.h"
#include "live/stored/writers_keeper.h"
#include "live/watch_list.h"
#include "schema/members.h"
#include "server/crds/telltale_crds.h"

namespace telltale::cli {
namespace {

using Rules = std::vector<RbacRule>;

constexpr std::string_view leader_lease = "telltale-leader";

constexpr RbacRoleText texts[] = {
    {.role = RbacRole::Viewer,
     .name = "viewer",
     .purpose =
         "Reads what is judged and what judging looks at; no Secrets, no Pods. Kinds of providers "
         "that telltale does not bring need a rule of their own. People who use the commands need "
         "no more: kubectl create clusterrolebinding NAME --clusterrole=telltale-viewer "
         "--user=NAME."},
    {.role = RbacRole::StatusWriter,
     .name = "status-writer",
     .purpose = "Writes conditions, and nothing outside of status."},
    {.role = RbacRole::Events, .name = "events", .purpose = "Reports transitions as Events."},
    {.role = RbacRole::Leases,
     .name = "leases",
     .purpose = "Agrees with other replicas on who writes.",
     .scope = RbacScope::OwnNamespace},
    {.role = RbacRole::Memory,
     .name = "memory",
     .purpose = "Keeps what must outlive the process, such as since when a failure is seen, and "
                "says where it answers.",
     .scope = RbacScope::OwnNamespace},
    {.role = RbacRole::LettingGo,
     .name = "letting-go",
     .purpose =
         "Takes telltale's name out of managedFields where another controller writes a condition. "
         "Kubernetes knows no smaller permission for that than to patch the object. Without it "
         "such "
         "a condition is only ever repeated as it stands."},
    {.role = RbacRole::Secrets,
     .name = "secrets",
     .purpose =
         "Reads <cluster>-kubeconfig and whether certificates are there, each by its name; cannot "
         "list them. A run with --no-remote needs none of it."},
    {.role = RbacRole::MetricsAuth,
     .name = "metrics-auth",
     .purpose = "Asks whether a client that wants /metrics may have it."},
    {.role = RbacRole::MetricsReader,
     .name = "metrics-reader",
     .purpose = "For what scrapes telltale, such as Prometheus: bind it there.",
     .holder = RbacHolder::Somebody},
};

json::ValueList list_of(const std::vector<std::string>& words) {
  json::ValueList list;
  for (const std::string& word : words) list.emplace_back(json::ValueString(word));
  return list;
}

RbacRule core_rule(std::string resource, std::vector<std::string> verbs) {
  return {.groups = {""}, .resources = {std::move(resource)}, .verbs = std::move(verbs)};
}

RbacRule lease_rule(std::vector<std::string> verbs) {
  return {.groups = {"coordination.k8s.io"}, .resources = {"leases"}, .verbs = std::move(verbs)};
}

// What is made has no name yet when it is allowed, and neither has what is listed.
Rules lease_rules(const RbacOptions& options) {
  // Members of a sharded fleet have Leases that are called after them: nobody knows the names.
  const bool writes = options.write != WritePolicy::None;
  RbacRule held = lease_rule({"get", "update"});
  if (options.shards > 0) {
    held.names = {std::string(live::writer_lease)};
    const RbacRule members = lease_rule({"create", "delete", "list", "update"});
    return writes ? Rules{members, std::move(held)} : Rules{members};
  }
  held.names = {std::string(leader_lease)};
  if (writes) held.names.emplace_back(live::writer_lease);
  return {lease_rule({"create"}), std::move(held)};
}

Rules memory_rules(const RbacOptions& options) {
  const bool writes = options.write != WritePolicy::None;
  RbacRule kept =
      writes ? core_rule("configmaps", {"get", "patch"}) : core_rule("configmaps", {"get"});
  for (std::size_t shard = 0; shard < std::max<std::size_t>(options.shards, 1); ++shard) {
    kept.names.push_back(format("telltale-memory-{:02}", shard));
  }
  if (!writes) return {std::move(kept)};
  if (options.write == WritePolicy::Missing) kept.names.emplace_back(live::writers_map);
  kept.names.emplace_back(live::address_map);
  return {core_rule("configmaps", {"create"}), std::move(kept)};
}

Rules review_rules() {
  return {{.groups = {"authentication.k8s.io"}, .resources = {"tokenreviews"}, .verbs = {"create"}},
          {.groups = {"authorization.k8s.io"},
           .resources = {"subjectaccessreviews"},
           .verbs = {"create"}}};
}

// One rule for each group.
template <class Resources, class Wanted, class Name>
Rules rules_by_group(const Resources& resources, const std::vector<std::string>& verbs,
                     Wanted wanted, Name name) {
  Rules rules;
  for (const auto& resource : resources) {
    if (!wanted(resource)) continue;
    if (rules.empty() || rules.back().groups.front() != resource.group) {
      rules.push_back({.groups = {resource.group}, .verbs = verbs});
    }
    rules.back().resources.push_back(name(resource));
  }
  return rules;
}

}  // namespace

json::Value to_json(const RbacRule& rule) {
  json::ValueMap map;
  const auto put = [&](std::string_view name, const std::vector<std::string>& words) {
    if (!words.empty()) map[name] = list_of(words);
  };
  put("apiGroups", rule.groups);
  put("resources", rule.resources);
  put("resourceNames", rule.names);
  put("nonResourceURLs", rule.paths);
  put("verbs", rule.verbs);
  return map;
}

std::span<const RbacRoleText> rbac_roles() { return texts; }

RbacRules::RbacRules() {
  for (const server::TelltaleCrd& crd : server::telltale_crds()) {
    const json::ValueMap* spec = schema::map_of(crd.object.get_object(), "spec");
    const json::ValueMap* names = spec == nullptr ? nullptr : schema::map_of(*spec, "names");
    if (names == nullptr) continue;
    const std::string group = schema::text_of(*spec, "group");
    const std::string kind = schema::text_of(*names, "kind");
    resources_.push_back({.group = group,
                          .plural = schema::text_of(*names, "plural"),
                          .watched = live::is_watched(group, kind),
                          .judged = is_judged(group, kind)});
  }
  // Kinds whose definitions somebody else brings.
  for (const Kind* kind : judged_kinds()) {
    const auto is_kind = [&](const Resource& one) {
      return one.group == kind->group && one.plural == kind->plural;
    };
    if (std::ranges::any_of(resources_, is_kind)) continue;
    resources_.push_back({.group = std::string(kind->group),
                          .plural = std::string(kind->plural),
                          .watched = true,
                          .judged = true});
  }
  std::ranges::sort(resources_, {},
                    [](const Resource& one) { return std::tie(one.group, one.plural); });
}

Rules RbacRules::viewer() const {
  Rules rules = rules_by_group(
      resources_, {"get", "list", "watch"}, [](const Resource& one) { return one.watched; },
      [](const Resource& one) { return one.plural; });
  for (const KindBehind& one : live::kinds_behind()) {
    rules.push_back({.groups = {std::string(one.group)},
                     .resources = {std::string(one.plural)},
                     .verbs = {"get", "list", "watch"}});
  }
  // They are found by what they are about, not by their names.
  rules.push_back(core_rule("events", {"list", "watch"}));
  RbacRule definitions{.groups = {"apiextensions.k8s.io"},
                       .resources = {"customresourcedefinitions"},
                       .verbs = {"get"}};
  for (const Resource& one : resources_) {
    if (one.judged) definitions.names.push_back(format("{}.{}", one.plural, one.group));
  }
  rules.push_back(std::move(definitions));
  // Its uid tells one cluster from another.
  RbacRule identity = core_rule("namespaces", {"get"});
  identity.names = {"kube-system"};
  rules.push_back(std::move(identity));
  // Where the telltale that runs answers.
  RbacRule address = core_rule("configmaps", {"get"});
  address.names = {std::string(live::address_map)};
  rules.push_back(std::move(address));
  rules.push_back(
      {.verbs = {"get"}, .paths = {std::begin(live::all_pages), std::end(live::all_pages)}});
  return rules;
}

Rules RbacRules::status_writer() const {
  return rules_by_group(
      resources_, {"patch"}, [](const Resource& one) { return one.judged; },
      [](const Resource& one) { return format("{}/status", one.plural); });
}

Rules RbacRules::letting_go() const {
  return rules_by_group(
      resources_, {"patch"}, [](const Resource& one) { return one.judged; },
      [](const Resource& one) { return one.plural; });
}

Rules RbacRules::of(RbacRole role, const RbacOptions& options) const {
  switch (role) {
    case RbacRole::Viewer:
      return viewer();
    case RbacRole::StatusWriter:
      return status_writer();
    case RbacRole::Events:
      return {{.groups = {"events.k8s.io"}, .resources = {"events"}, .verbs = {"create"}}};
    case RbacRole::Leases:
      return lease_rules(options);
    case RbacRole::Memory:
      return memory_rules(options);
    case RbacRole::LettingGo:
      return letting_go();
    case RbacRole::Secrets:
      return {core_rule("secrets", {"get"})};
    case RbacRole::MetricsAuth:
      return review_rules();
    case RbacRole::MetricsReader:
      break;
  }
  return {{.verbs = {"get"}, .paths = {"/metrics"}}};
}

}  // namespace telltale::cli
