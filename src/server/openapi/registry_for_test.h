// SPDX-License-Identifier: Apache-2.0
#pragma once

// A small registry: a custom Gadget in two versions, a cluster-wide custom Widget without a schema,
// and a few built-in kinds.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/kinds/words_for_test.h"
#include "server/registry.h"

namespace telltale::server::openapi {

inline Version version_with(std::string name, std::string_view schema) {
  Version version{.name = std::move(name), .storage = true};
  if (!schema.empty()) version.openapi = std::make_shared<const json::Value>(from_json(schema));
  return version;
}

inline constexpr std::string_view gadget_schema = R"json({
  "description": "A gadget.", "type": "object", "required": ["spec"],
  "properties": {
    "metadata": {"type": "object"},
    "spec": {"type": "object", "required": ["size"], "properties": {
      "size": {"type": "integer", "minimum": 0, "maximum": 100, "description": "How big."},
      "color": {"type": "string", "default": "blue", "enum": ["red", "blue"]},
      "port": {"x-kubernetes-int-or-string": true,
               "anyOf": [{"type": "integer"}, {"type": "string"}]},
      "maybe": {"type": "object", "nullable": true, "properties": {"a": {"type": "string"}}},
      "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
      "template": {"type": "object", "x-kubernetes-embedded-resource": true,
                   "properties": {"spec": {"type": "object"}}},
      "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
      "one": {"type": "string", "oneOf": [{"pattern": "^a"}, {"pattern": "^b"}]}}},
    "status": {"type": "object", "additionalProperties": {"type": "string"}}}})json";

inline constexpr std::string_view configmap_schema = R"json({
  "type": "object", "properties": {
    "metadata": {"type": "object"}, "immutable": {"type": "boolean"},
    "data": {"type": "object", "additionalProperties": {"type": "string"}}}})json";

inline Resource gadgets(std::string_view schema = gadget_schema) {
  Resource resource{.group = "ref.example.com",
                    .plural = "gadgets",
                    .singular = "gadget",
                    .kind = "Gadget",
                    .list_kind = "GadgetList",
                    .short_names = {"gd"},
                    .categories = {"all"}};
  Version stable = version_with("v1", schema);
  stable.has_status = true;
  stable.scale = Scale{.spec_replicas_path = ".spec.size", .status_replicas_path = ".status.size"};
  Version beta = version_with("v1beta1", schema);
  beta.storage = false;
  Version gone = version_with("v1alpha1", schema);
  gone.storage = gone.served = false;
  resource.versions = {std::move(stable), std::move(beta), std::move(gone)};
  return resource;
}

inline Resource widgets() {
  Resource resource{.group = "a.example.org",
                    .plural = "widgets",
                    .singular = "widget",
                    .kind = "Widget",
                    .list_kind = "WidgetList",
                    .namespaced = false};
  resource.versions.push_back(version_with("v2", ""));
  return resource;
}

inline Resource built_in(std::string group, std::string plural, std::string kind,
                         std::string_view schema = R"({"type": "object"})") {
  Resource resource{.group = std::move(group), .plural = std::move(plural), .singular = {}};
  resource.kind = kind;
  resource.list_kind = kind + "List";
  resource.versions.push_back(version_with("v1", schema));
  resource.behavior = std::make_shared<const KindBehavior>();
  return resource;
}

inline Resource namespaces() {
  Resource resource = built_in("", "namespaces", "Namespace");
  resource.namespaced = false;
  resource.short_names = {"ns"};
  resource.versions.front().has_status = true;
  std::erase(resource.verbs, "deletecollection");
  return resource;
}

inline Resource reviews() {
  Resource resource =
      built_in("authorization.k8s.io", "selfsubjectaccessreviews", "SelfSubjectAccessReview");
  resource.namespaced = false;
  resource.verbs = {"create"};
  resource.behavior = std::make_shared<const KindBehavior>(KindBehavior{.review = true});
  return resource;
}

inline std::shared_ptr<const Registry> registry_of(std::vector<Resource> resources) {
  std::vector<Registry::ResourcePtr> shared;
  for (Resource& resource : resources) {
    shared.push_back(std::make_shared<const Resource>(std::move(resource)));
  }
  return std::make_shared<const Registry>(std::move(shared));
}

inline std::shared_ptr<const Registry> small_registry(std::string_view schema = gadget_schema) {
  return registry_of({gadgets(schema), widgets(), namespaces(), reviews(),
                      built_in("", "configmaps", "ConfigMap", configmap_schema),
                      built_in("coordination.k8s.io", "leases", "Lease")});
}

}  // namespace telltale::server::openapi
