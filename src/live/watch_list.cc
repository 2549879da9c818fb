// SPDX-License-Identifier: Apache-2.0
#include "live/watch_list.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "reconcile/anchors.h"

namespace telltale::live {
namespace {

using client::ServedResource;

// Whole groups: which kinds a provider brings nobody can know beforehand.
constexpr std::array<std::string_view, 6> groups = {
    cluster_api_group,
    hypershift_group,
    karpenter_group,
    hive_group,
    "extensions.hive.openshift.io",
    "capi-provider.agent-install.openshift.io",
};
constexpr std::array<std::string_view, 3> group_endings = {"bootstrap.cluster.x-k8s.io",
                                                           "controlplane.cluster.x-k8s.io",
                                                           "infrastructure.cluster.x-k8s.io"};

constexpr std::string_view of_machines = "capk.cluster.x-k8s.io/kubevirt-machine-name";
constexpr std::array<KindBehind, 3> behind = {{
    {"kubevirt.io", "VirtualMachine", "virtualmachines", of_machines},
    {"kubevirt.io", "VirtualMachineInstance", "virtualmachineinstances", of_machines},
    {"agent-install.openshift.io", "Agent", "agents"},
}};

const KindBehind* find_behind(std::string_view group, std::string_view kind) {
  const auto found = std::ranges::find_if(
      behind, [&](const KindBehind& one) { return one.group == group && one.kind == kind; });
  return found == behind.end() ? nullptr : &*found;
}

// Of a pool's classes, which live in groups of their providers.
constexpr std::string_view node_class_suffix = "NodeClass";

// Kinds of these groups that no table reads, and that there may be many of.
constexpr std::array<std::string_view, 5> passed_over = {
    "ClusterState", "SyncSet", "SelectorSyncSet", "ClusterSync", "Checkpoint"};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

void add(const ServedResource& resource, std::span<const std::string> namespaces,
         std::string_view field_selector, std::vector<client::ReflectorOptions>& list) {
  const KindBehind* known = find_behind(resource.group, resource.kind);
  client::ReflectorOptions options{
      .resource = resource,
      .label_selector = std::string(known == nullptr ? "" : known->label_selector),
      .field_selector = std::string(field_selector)};
  if (namespaces.empty() || !resource.namespaced) {
    list.push_back(std::move(options));
    return;
  }
  for (const std::string& name : namespaces) {
    options.namespace_name = name;
    list.push_back(options);
  }
}

bool is_judged(std::string_view group, std::string_view kind) {
  return std::ranges::any_of(
      judged_kinds(), [&](const Kind* one) { return one->group == group && one->kind == kind; });
}

}  // namespace

bool is_watched(std::string_view group, std::string_view kind) {
  if (is_judged(group, kind)) return true;
  if (contains(passed_over, kind)) return false;
  if (contains(groups, group) || find_behind(group, kind) != nullptr) return true;
  const auto ends = [&](std::string_view ending) { return group.ends_with(ending); };
  if (std::ranges::any_of(group_endings, ends)) return true;
  return kind.ends_with(node_class_suffix) && group.find("karpenter") != std::string_view::npos;
}

std::span<const KindBehind> kinds_behind() { return behind; }

std::vector<std::string> watched_groups() {
  std::vector<std::string> all(groups.begin(), groups.end());
  all.insert(all.end(), group_endings.begin(), group_endings.end());
  for (const Kind* kind : judged_kinds()) {
    if (!contains(all, kind->group)) all.emplace_back(kind->group);
  }
  return all;
}

std::vector<client::ReflectorOptions> watch_list(const client::Served& served,
                                                 std::span<const std::string> namespaces) {
  std::vector<client::ReflectorOptions> list;
  for (const ServedResource& resource : served.all()) {
    if (!resource.can_list || !resource.can_watch) continue;
    if (is_watched(resource.group, resource.kind)) add(resource, namespaces, {}, list);
    if (resource.group.empty() && resource.kind == "Event") {
      for (const std::string_view kind : kinds_with_events()) {
        add(resource, namespaces, format("involvedObject.kind={}", kind), list);
      }
    }
  }
  return list;
}

}  // namespace telltale::live
