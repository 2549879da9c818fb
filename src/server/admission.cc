// SPDX-License-Identifier: Apache-2.0
#include "server/admission.h"

#include <algorithm>

#include "base/text.h"
#include "server/access/denial.h"
#include "server/access/escalation.h"
#include "server/crds/check_crd.h"
#include "server/keys.h"
#include "server/object_access.h"
#include "server/stored.h"

namespace telltale::server {

// An update or apply that creates needs the right to create, too, and what is being deleted as a
// whole gets nothing new.
Outcome<void> Admission::check_may_create(const Call& call, const json::Value& object) const {
  const Resource& resource = *call.resource;
  if (std::ranges::find(resource.verbs, "create") == resource.verbs.end()) {
    Failure failure = method_not_allowed(call.named(), "create");
    if (resource.custom())
      failure.message = "create not allowed while custom resource definition is terminating";
    return refuse(std::move(failure));
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
  Failure failure =
      forbidden({.group = call.resource->group,
                 .resource = call.resource->plural,
                 .name = std::string(text_at(object, "metadata.name"))},
                format("unable to create new content in namespace {} because it is being "
                       "terminated",
                       name));
  failure.causes.push_back({.reason = "NamespaceTerminating",
                            .message = format("namespace {} is being terminated", name),
                            .field = "metadata.namespace"});
  return refuse(std::move(failure));
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
  if (is_definition(*call.resource) && call.route.subresource.empty()) {
    for (const std::string& path : prune_crd_schemas(object)) {
      call.warnings.push_back(format("unknown field \"{}\"", path));
    }
    return definitions_.admit(object, old, clock_.now(), call.warnings);
  }
  return {};
}

}  // namespace telltale::server
