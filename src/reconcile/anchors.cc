// SPDX-License-Identifier: Apache-2.0
#include "reconcile/anchors.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

// By name only: whoever writes an Event may leave out the group.
bool has_events(std::string_view kind) {
  return std::ranges::any_of(kinds_as_judged(), [&](const Kind* one) {
    return one->events_are_evidence && one->kind == kind;
  });
}

Anchors of_event(const Object& event) {
  const json::Tree involved = event.body["involvedObject"];
  const std::string_view kind = involved["kind"].as_string("");
  const std::string_view group = group_of(involved["apiVersion"].as_string(""));
  const Kind* judged = judged_kind(group, kind);
  const bool of_no_use = judged != nullptr && !judged->events_are_evidence;
  if (!has_events(kind) || of_no_use) return {};
  return {
      anchor_of_itself({.group = group,
                        .kind = kind,
                        .namespace_name = involved["namespace"].as_string(event.key.namespace_name),
                        .name = involved["name"].as_string(""),
                        .home = {}})};
}

Anchors of_memory(const Object& memory) {
  const json::Tree of = memory.body["spec"]["of"];
  const Key key{.group = of["group"].as_string(""),
                .kind = of["kind"].as_string(""),
                .namespace_name = memory.key.namespace_name,
                .name = of["name"].as_string(""),
                .home = {}};
  const Kind* kind = judged_kind(key.group, key.kind);
  const bool has_tree = kind != nullptr && kind->is_remembered && kind->tree_of != nullptr;
  return {has_tree ? kind->tree_of(key) : anchor_of_itself(key)};
}

// Telltale's own objects.
Anchors of_ours(const Object& object) {
  if (object.key.kind == "RemoteConnection") {
    return {anchor_of_cluster(object.key.namespace_name, object.key.name)};
  }
  return object.key.kind == "Memory" ? of_memory(object) : Anchors{};
}

}  // namespace

std::vector<std::string_view> kinds_with_events() {
  std::vector<std::string_view> names;
  for (const Kind* kind : kinds_as_judged()) {
    if (kind->events_are_evidence) names.push_back(kind->kind);
  }
  return names;
}

std::string anchor_of_cluster(std::string_view namespace_name, std::string_view name) {
  return cluster_kind.tree_of({cluster_kind.group, cluster_kind.kind, namespace_name, name, {}});
}

std::string anchor_of_itself(const Key& key) {
  return format("object/{}/{}/{}/{}", key.group, key.kind, key.namespace_name, key.name);
}

std::vector<std::string> anchors_of(const Object& object) {
  const Key& key = object.key;
  if (!key.home.is_management()) {
    return {anchor_of_cluster(key.home.cluster_namespace, key.home.cluster_name)};
  }
  if (key.group == own_group) return of_ours(object);
  if (key.kind == "Event") return of_event(object);
  const Kind* judged = judged_kind(object);
  Anchors anchors;
  for (const Kind* kind : kinds_as_judged()) {
    if (kind->tie == nullptr) continue;
    Anchors told;
    if (kind->tie(*kind, object, told) == TreeTie::Only) {
      if (judged != nullptr && judged->events_are_evidence) told.push_back(anchor_of_itself(key));
      return told;
    }
    std::ranges::move(told, std::back_inserter(anchors));
  }
  if (has_events(key.kind) || (anchors.empty() && judged != nullptr)) {
    anchors.push_back(anchor_of_itself(key));
  }
  return anchors;
}

}  // namespace telltale
