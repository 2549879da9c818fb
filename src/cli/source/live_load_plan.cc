// SPDX-License-Identifier: Apache-2.0
#include "cli/source/live_load_plan.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "catalog/read_kinds.h"
#include "cli/get/get.h"
#include "cli/source/find_object.h"
#include "http/target.h"
#include "kube/resource.h"
#include "live/watch_list.h"

namespace telltale::cli {
namespace {

using client::Served;
using client::ServedResource;
using Need = PlannedList::Need;

constexpr std::size_t page = 500;

bool is_cluster_api(std::string_view group) {
  return group == cluster_api_group || group.ends_with(".cluster.x-k8s.io");
}

// What is judged, with everything that the tables look at.
bool is_read_whole(const ServedResource& resource) {
  const std::string_view group = resource.group;
  const auto reads = [&](const Kind* one) {
    return fits_any(one->watched, group, resource.kind) ||
           fits_any(one->listed, group, resource.kind);
  };
  return is_judged(group, resource.kind) || group == own_group ||
         std::ranges::any_of(judged_kinds(), reads);
}

bool serves_hosted_clusters(const Served& served) {
  return served.find(hypershift_node_pool_kind.group, hypershift_node_pool_kind.kind) != nullptr;
}

// References of Cluster API and Hive stay within a namespace, except those to classes; HyperShift
// keeps the Machines of a NodePool elsewhere.
bool stays_within_namespace(const ServedResource& resource, const Served& served) {
  if (!resource.namespaced || resource.kind == "ClusterClass") return false;
  if (serves_hosted_clusters(served)) return false;
  return is_cluster_api(resource.group) || resource.group == hive_group ||
         resource.group.ends_with("hive.openshift.io");
}

class Planning {
 public:
  Planning(const Served& served, std::string_view namespace_name)
      : served_(served), namespace_name_(namespace_name) {}

  LivePlan plan(std::span<const std::string> types) {
    for (const ServedResource& resource : served_.all()) {
      if (is_read_whole(resource))
        add(resource, is_judged(resource.group, resource.kind) ? Need::Judged : Need::Helpful);
    }
    if (const ServedResource* nodes = served_.find("", "Node")) add(*nodes, Need::Helpful);
    add_behind();
    add_events();
    add_definitions();
    for (const std::string& type : types) add_typed(type);
    return std::move(plan_);
  }

 private:
  void add(const ServedResource& resource, Need need) {
    if (!resource.can_list || !may_read(resource)) return;
    PlannedList list{.resource = resource, .need = need};
    if (stays_within_namespace(resource, served_)) list.namespace_name = namespace_name_;
    plan_.lists.push_back(std::move(list));
  }

  // Where hosted clusters are: what tells why their Machines have no Node.
  void add_behind() {
    if (!serves_hosted_clusters(served_)) return;
    for (const KindBehind& one : live::kinds_behind()) {
      const ServedResource* resource = served_.find(one.group, one.kind);
      if (resource == nullptr || !resource->can_list || !may_read(*resource)) continue;
      plan_.lists.push_back({.resource = *resource,
                             .label_selector = std::string(one.label_selector),
                             .need = Need::Helpful,
                             .extent = PlannedList::Extent::Part});
    }
  }

  // The only reasons that tables ask for; a busy cluster has a hundred thousand other Events.
  void add_events() {
    const ServedResource* events = served_.find("", "Event");
    if (events == nullptr || !events->can_list) return;
    for (const std::string_view reason : {"FailedCreate", "ReconcileError"}) {
      plan_.lists.push_back({.resource = *events,
                             .field_selector = format("reason={}", reason),
                             .extent = PlannedList::Extent::Part});
    }
  }

  // Of kinds whose definition tells what may be written.
  void add_definitions() {
    const ServedResource* definitions =
        served_.find("apiextensions.k8s.io", "CustomResourceDefinition");
    if (definitions == nullptr) return;
    for (const Kind* kind : judged_kinds()) {
      if (!kind->needs_definition || served_.find(kind->group, kind->kind) == nullptr) continue;
      plan_.lists.push_back({.resource = *definitions,
                             .name = format("{}.{}", kind->plural, kind->group),
                             .extent = PlannedList::Extent::Part});
    }
  }

  void add_typed(std::string_view type) {
    if (type == all_types) return;
    const ServedResource* resource = find_served(served_, type);
    if (resource == nullptr) return;
    if (!may_read(*resource)) {
      plan_.refusals.push_back(format("telltale does not read {}; kubectl does", resource->plural));
      return;
    }
    for (PlannedList& list : plan_.lists) {
      if (list.resource != *resource || list.extent == PlannedList::Extent::Part) continue;
      list.need = Need::Asked;
      return;
    }
    add(*resource, Need::Asked);
  }

  const Served& served_;
  std::string_view namespace_name_;
  LivePlan plan_;
};

void add_parameter(std::string& target, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  target += format("{}{}={}", target.contains('?') ? "&" : "?", name, http::escape(value));
}

}  // namespace

bool may_read(const ServedResource& resource) {
  return !(resource.group.empty() && (resource.kind == "Secret" || resource.kind == "Pod"));
}

const ServedResource* find_served(const Served& served, std::string_view typed) {
  if (const ServedResource* named = served.named(typed)) return named;
  const Result<ResourceName> known = resolve_resource(typed, known_kinds());
  if (!known) return nullptr;
  for (const std::string_view group : groups_meant(*known)) {
    if (const ServedResource* found = served.find(group, known->kind)) return found;
  }
  return nullptr;
}

std::vector<const ServedResource*> all_served(const Served& served, std::string_view typed) {
  std::vector<const ServedResource*> found;
  const Result<ResourceName> known = resolve_resource(typed, known_kinds());
  if (known) {
    for (const std::string_view group : groups_meant(*known)) {
      if (const ServedResource* one = served.find(group, known->kind)) found.push_back(one);
    }
  } else if (const ServedResource* named = served.named(typed)) {
    found.push_back(named);
  }
  return found;
}

LivePlan plan_lists(const Served& served, std::string_view namespace_name,
                    std::span<const std::string> types) {
  return Planning(served, namespace_name).plan(types);
}

PlannedList narrowed(const PlannedList& list, const Served& served,
                     std::string_view namespace_name) {
  PlannedList narrow = list;
  if (!list.resource.namespaced || !list.namespace_name.empty()) return narrow;
  narrow.namespace_name = namespace_name;
  if (!stays_within_namespace(list.resource, served)) narrow.extent = PlannedList::Extent::Part;
  return narrow;
}

std::string target_of(const PlannedList& list, std::string_view continue_token) {
  std::string target = path_of(list.resource, list.namespace_name, list.name);
  if (!list.name.empty()) return target;
  add_parameter(target, "limit", format("{}", page));
  add_parameter(target, "labelSelector", list.label_selector);
  add_parameter(target, "fieldSelector", list.field_selector);
  add_parameter(target, "continue", continue_token);
  return target;
}

}  // namespace telltale::cli
