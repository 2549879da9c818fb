// SPDX-License-Identifier: Apache-2.0
#include "server/writes/admission.h"

#include <algorithm>

#include "base/text.h"
#include "server/access/rbac/denial.h"
#include "server/access/rbac/escalation.h"
#include "server/crds/check_crd.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"

namespace telltale::server {
namespace {

constexpr std::string_view not_asked =
    "it is stored and not enforced: this server asks no admission webhooks and evaluates no CEL";
constexpr std::int64_t toleration_seconds = 300;
constexpr std::int64_t node_critical = 2'000'001'000;
constexpr std::int64_t cluster_critical = 2'000'000'000;

bool is_built_in(const Resource& resource, std::string_view group, std::string_view plural) {
  return !resource.custom() && resource.group == group && resource.plural == plural;
}

// Who stores something that a real cluster would obey must not believe that it is obeyed here.
void warn_of_what_is_not_enforced(Call& call) {
  if (call.resource->custom() || call.resource->group != "admissionregistration.k8s.io") return;
  call.warnings.push_back(format("{}: {}", call.resource->kind, not_asked));
}

// Every Pod stays for five minutes on a Node that is not ready or cannot be reached.
void add_tolerations(json::Value& pod) {
  json::Value* spec = member(pod, "spec");
  if (spec == nullptr || !spec->is_object()) return;
  json::Value& list = spec->get_object()["tolerations"];
  if (!list.is_array()) list.emplace_array();
  for (const std::string_view key :
       {"node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"}) {
    const bool tolerated = std::ranges::any_of(list.get_array(), [&](const json::Value& one) {
      const std::string_view effect = text_at(one, "effect");
      const std::string_view of = text_at(one, "key");
      return (of == key || of.empty()) && (effect == "NoExecute" || effect.empty());
    });
    if (tolerated) continue;
    list.get_array().push_back(json::ValueMap{{"key", key},
                                              {"operator", "Exists"},
                                              {"effect", "NoExecute"},
                                              {"tolerationSeconds", toleration_seconds}});
  }
}

// Who asks for a certificate is who is asking.
void sign_request(const User& user, json::Value& request) {
  json::ValueMap& spec = make_map(request, "spec");
  spec["username"] = user.name;
  for (const std::string_view name : {"uid", "groups", "extra"}) spec.erase(name);
  if (!user.uid.empty()) spec["uid"] = user.uid;
  json::ValueList groups;
  for (const std::string& group : user.groups) groups.emplace_back(group);
  if (!groups.empty()) spec["groups"] = std::move(groups);
}

}  // namespace

// The class that a Pod names must be there; two are everywhere.
Outcome<void> Admission::set_priority(const Call& call, json::Value& pod) const {
  json::Value* spec = member(pod, "spec");
  if (spec == nullptr || !spec->is_object()) return {};
  const std::string name(text_at(*spec, "priorityClassName"));
  std::int64_t priority = 0;
  std::string policy = "PreemptLowerPriority";
  if (name == "system-node-critical" || name == "system-cluster-critical") {
    priority = name == "system-node-critical" ? node_critical : cluster_critical;
  } else if (!name.empty()) {
    const auto classes = call.registry->find("scheduling.k8s.io", "priorityclasses");
    const auto item = classes
                          ? store_.present().get(object_key(call.route.home, *classes, {}, name))
                          : std::nullopt;
    const auto found = item ? from_stored(*item->value) : fail(Error::Kind::NotFound, "");
    if (!found) {
      return refuse(forbidden(
          {.group = {}, .resource = "pods", .name = std::string(text_at(pod, "metadata.name"))},
          format("no PriorityClass with name {} was found", name)));
    }
    priority = number_at(*found, "value");
    if (const std::string_view said = text_at(*found, "preemptionPolicy"); !said.empty()) {
      policy = said;
    }
  }
  spec->get_object()["priority"] = priority;
  if (member(*spec, "preemptionPolicy") == nullptr) spec->get_object()["preemptionPolicy"] = policy;
  return {};
}

Outcome<void> Admission::enrich(const Call& call, json::Value& object) const {
  if (is_built_in(*call.resource, "certificates.k8s.io", "certificatesigningrequests")) {
    sign_request(call.user, object);
  }
  if (!is_built_in(*call.resource, "", "pods")) return {};
  add_tolerations(object);
  return set_priority(call, object);
}

// An update or apply that creates needs the right to create, too, and what is being deleted as a
// whole gets nothing new.
Outcome<void> Admission::check_may_create(const Call& call, const json::Value& object) const {
  const Resource& resource = *call.resource;
  if (std::ranges::find(resource.verbs, "create") == resource.verbs.end()) {
    StatusError error = method_not_allowed(call.named(), "create");
    if (resource.custom())
      error.message = "create not allowed while custom resource definition is terminating";
    return refuse(std::move(error));
  }
  if (call.verb == "create") return {};
  const Attributes wanted{.verb = "create",
                          .group = call.route.group,
                          .version = call.route.version,
                          .resource = call.route.resource,
                          .namespace_name = call.route.namespace_name,
                          .name = std::string(text_at(object, "metadata.name")),
                          .path = call.target.path};
  const Decision decision = policies_.of(call.route.home)->decide(call.user, wanted);
  if (decision.allowed) return {};
  return refuse(denied(call.user, wanted, decision.reason));
}

Outcome<void> Admission::check_namespace(const Call& call, const json::Value& object) const {
  static const Resource namespaces{.plural = "namespaces", .namespaced = false};
  const std::string& name = call.route.namespace_name;
  const auto item = store_.present().get(object_key(call.route.home, namespaces, {}, name));
  if (!item) return refuse(not_found({.group = {}, .resource = "namespaces", .name = name}));
  const auto found = from_stored(*item->value);
  const bool ending =
      found && (is_deleting(*found) || text_at(*found, "status.phase") == "Terminating");
  if (!ending) return {};
  StatusError error =
      forbidden({.group = call.resource->group,
                 .resource = call.resource->plural,
                 .name = std::string(text_at(object, "metadata.name"))},
                format("unable to create new content in namespace {} because it is being "
                       "terminated",
                       name));
  error.causes.push_back({.reason = "NamespaceTerminating",
                          .message = format("namespace {} is being terminated", name),
                          .field = "metadata.namespace"});
  return refuse(std::move(error));
}

Outcome<void> Admission::operator()(Call& call, json::Value& object, const json::Value* old) const {
  if (old == nullptr) {
    if (const auto may = check_may_create(call, object); !may) return refuse(may.error());
  }
  if (old == nullptr && call.resource->namespaced) {
    if (const auto there = check_namespace(call, object); !there) return refuse(there.error());
  }
  if (call.resource->group == "rbac.authorization.k8s.io") {
    if (auto refused = escalation(*policies_.of(call.route.home), call.user, object, old)) {
      return refuse(std::move(*refused));
    }
  }
  warn_of_what_is_not_enforced(call);
  if (is_definition(*call.resource) && call.route.subresource.empty()) {
    for (const std::string& path : prune_crd_schemas(object)) {
      call.warnings.push_back(format("unknown field \"{}\"", path));
    }
    return definitions_.admit(object, old, clock_.now(), call.warnings);
  }
  return {};
}

}  // namespace telltale::server
