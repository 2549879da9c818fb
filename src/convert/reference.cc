// SPDX-License-Identifier: Apache-2.0
#include "convert/reference.h"

#include <utility>

#include "base/text.h"
#include "kube/object.h"

namespace telltale::convert {
namespace {

constexpr std::string_view assumed_version = "v1beta1";
constexpr std::string_view cluster_api = "cluster.x-k8s.io";
constexpr std::string_view below_cluster_api = ".cluster.x-k8s.io";

// What an ObjectReference has besides the identity of the object.
void drop_details(json::ValueMap& ref) {
  for (const std::string_view name : {"namespace", "uid", "resourceVersion", "fieldPath"}) {
    ref.erase(name);
  }
}

std::string_view text_of(const json::ValueMap& map, std::string_view name) {
  const json::Value* value = map.if_contains(name);
  if (value == nullptr || !value->is_string()) return {};
  return value->get_string();
}

void add_namespace(json::ValueMap& ref, std::string_view own_namespace) {
  if (own_namespace.empty() || ref.contains("namespace")) return;
  ref["namespace"] = json::ValueString(own_namespace);
}

}  // namespace

json::Value contract_ref_up(const json::Value& ref) {
  json::Value changed = ref;
  json::ValueMap* map = changed.if_object();
  if (map == nullptr) return changed;
  drop_details(*map);
  const std::string group(group_of(text_of(*map, "apiVersion")));
  if (!map->contains("apiGroup") && !group.empty()) (*map)["apiGroup"] = json::ValueString(group);
  map->erase("apiVersion");
  return changed;
}

json::Value contract_ref_down(const json::Value& ref, std::string_view own_namespace) {
  json::Value changed = ref;
  json::ValueMap* map = changed.if_object();
  if (map == nullptr || map->empty()) return changed;
  const std::string group(text_of(*map, "apiGroup"));
  if (!group.empty()) {
    map->erase("apiGroup");
    (*map)["apiVersion"] = json::ValueString(format("{}/{}", group, assumed_version));
  }
  add_namespace(*map, own_namespace);
  return changed;
}

bool is_version_assumed(const json::Value& hub_ref) {
  const json::ValueMap* map = hub_ref.if_object();
  if (map == nullptr) return false;
  const std::string_view group = text_of(*map, "apiGroup");
  return !group.empty() && group != cluster_api && !group.ends_with(below_cluster_api);
}

json::Value template_ref_up(const json::Value& ref) {
  json::Value changed = ref;
  if (json::ValueMap* map = changed.if_object()) drop_details(*map);
  return changed;
}

json::Value template_ref_down(const json::Value& ref, std::string_view own_namespace) {
  json::Value changed = ref;
  json::ValueMap* map = changed.if_object();
  if (map != nullptr && !map->empty()) add_namespace(*map, own_namespace);
  return changed;
}

json::Value node_ref_up(const json::Value& ref) {
  json::Value changed = ref;
  json::ValueMap* map = changed.if_object();
  if (map == nullptr) return changed;
  drop_details(*map);
  map->erase("apiVersion");
  map->erase("kind");
  return changed;
}

json::Value node_ref_down(const json::Value& ref) {
  json::Value changed = ref;
  json::ValueMap* map = changed.if_object();
  if (map == nullptr || map->empty()) return changed;
  (*map)["apiVersion"] = json::ValueString("v1");
  (*map)["kind"] = json::ValueString("Node");
  return changed;
}

void drop_own_namespace(json::Value& ref, std::string_view own_namespace) {
  json::ValueMap* map = ref.if_object();
  if (map != nullptr && text_of(*map, "namespace") == own_namespace) map->erase("namespace");
}

}  // namespace telltale::convert
