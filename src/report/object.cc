// SPDX-License-Identifier: Apache-2.0
#include "report/object.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "catalog/legacy/list.h"
#include "catalog/legacy/stored.h"
#include "convert/shapes.h"
#include "report/severity.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;
using json::Writer;

// A map that grows; members without a value are not added.
class MapOf {
 public:
  explicit MapOf(Arena& arena) : arena_(arena) {}

  void add(std::string_view name, const Tree& value) {
    if (value) members_.push_back({name, value});
  }
  void add(std::string_view name, std::string_view text) {
    if (!text.empty()) add(name, Tree::string(text, 0));
  }
  void add(std::string_view name, Count number) {
    if (number) add(name, Tree::integer(*number, 0));
  }
  void add_count(std::string_view name, std::int64_t number) {
    if (number != 0) add(name, Tree::integer(number, 0));
  }
  void add_time(std::string_view name, Instant instant) {
    if (is_set(instant)) add(name, Tree::string(arena_.keep(format_rfc3339(instant)), 0));
  }
  // Missing when nothing was added.
  Tree tree() const { return members_.empty() ? Tree() : whole_tree(); }
  Tree whole_tree() const { return Tree::map(arena_.keep(members_), 0); }

 private:
  Arena& arena_;
  std::vector<Member> members_;
};

// A severity only legacy conditions and HyperShift's have.
Tree condition_tree(const Condition& condition, std::string_view severity, Arena& arena) {
  MapOf map(arena);
  map.add("type", condition.type);
  map.add("status", to_text(condition.status));
  map.add("severity", severity);
  map.add("reason", condition.reason);
  map.add("message", Tree::string(condition.message, 0));
  map.add_time("lastTransitionTime", condition.last_transition);
  map.add_count("observedGeneration", condition.observed_generation);
  return map.tree();
}

Tree conditions_tree(const Judged& judged, Arena& arena) {
  std::vector<Tree> items;
  items.reserve(judged.conditions.size());
  for (const Condition& condition : judged.conditions) {
    items.push_back(condition_tree(condition, severity_shown(*judged.object, condition), arena));
  }
  return Tree::list(arena.keep(items), 0);
}

Tree conditions_tree(const Object& object, const ConditionList& list, Arena& arena) {
  std::vector<Tree> items;
  items.reserve(list.conditions.size());
  for (const Condition& condition : list.conditions) {
    const LegacySeverity severity = legacy::severity_at(object, list.path, condition.type);
    items.push_back(condition_tree(condition, legacy::to_text(severity), arena));
  }
  return Tree::list(arena.keep(items), 0);
}

Tree half_tree(const Counters& counters, Arena& arena) {
  MapOf map(arena);
  map.add("desiredReplicas", counters.desired);
  map.add("replicas", counters.replicas);
  map.add("readyReplicas", counters.ready);
  map.add("availableReplicas", counters.available);
  map.add("upToDateReplicas", counters.up_to_date);
  map.add("unavailableReplicas", counters.unavailable);
  return map.tree();
}

void add_halves(MapOf& map, const Judged& judged, Arena& arena) {
  if (judged.halves == nullptr) return;
  map.add("controlPlane", half_tree(judged.halves->control_plane, arena));
  map.add("workers", half_tree(judged.halves->workers, arena));
}

Tree status_of_v1beta2(const Judged& judged, Arena& arena) {
  MapOf status(arena);
  status.add("conditions", conditions_tree(judged, arena));
  status.add("replicas", judged.counters.replicas);
  status.add("readyReplicas", judged.counters.ready);
  status.add("availableReplicas", judged.counters.available);
  status.add("upToDateReplicas", judged.counters.up_to_date);
  add_halves(status, judged, arena);
  status.add("failedLaunches", judged.failed_launches);
  return status.whole_tree();
}

// readyReplicas changed its meaning, so the new one has a name of its own until v1beta2.
Tree status_of_v1beta1(const Judged& judged, Arena& arena) {
  MapOf status(arena);
  status.add("experimentalConditions", conditions_tree(judged, arena));
  status.add("replicas", judged.counters.replicas);
  status.add("experimentalReadyReplicas", judged.counters.ready);
  status.add("availableReplicas", judged.counters.available);
  status.add("upToDateReplicas", judged.counters.up_to_date);
  add_halves(status, judged, arena);
  return status.whole_tree();
}

Tree status_of_upstream_v1beta1(const Judged& judged, Arena& arena) {
  MapOf preview(arena);
  preview.add("conditions", conditions_tree(judged, arena));
  preview.add("readyReplicas", judged.counters.ready);
  preview.add("availableReplicas", judged.counters.available);
  preview.add("upToDateReplicas", judged.counters.up_to_date);
  add_halves(preview, judged, arena);
  MapOf status(arena);
  status.add("replicas", judged.counters.replicas);
  status.add("v1beta2", preview.tree());
  return status.whole_tree();
}

Tree labels_tree(std::span<const Label> labels, Arena& arena) {
  std::vector<Label> sorted(labels.begin(), labels.end());
  std::ranges::sort(sorted, {}, &Label::key);
  MapOf map(arena);
  for (const Label& label : sorted) map.add(label.key, Tree::string(label.value, 0));
  return map.tree();
}

Tree owners_tree(std::span<const OwnerRef> owners, Arena& arena) {
  if (owners.empty()) return {};
  std::vector<Tree> items;
  for (const OwnerRef& owner : owners) {
    MapOf map(arena);
    map.add("kind", owner.kind);
    map.add("name", owner.name);
    map.add("uid", owner.uid);
    map.add("controller", Tree::boolean(owner.controller, 0));
    items.push_back(map.tree());
  }
  return Tree::list(arena.keep(items), 0);
}

Tree metadata_tree(const Object& object, Arena& arena) {
  MapOf map(arena);
  map.add("name", object.key.name);
  map.add("namespace", object.key.namespace_name);
  map.add("uid", object.uid);
  map.add("resourceVersion", object.resource_version);
  map.add_count("generation", object.generation);
  map.add_time("creationTimestamp", object.created);
  map.add_time("deletionTimestamp", object.deleted);
  map.add("labels", labels_tree(object.labels, arena));
  map.add("annotations", labels_tree(object.annotations, arena));
  map.add("ownerReferences", owners_tree(object.owners, arena));
  return map.tree();
}

// What stands on top wins; maps are laid over each other member by member.
Tree overlay(const Tree& below, const Tree& top, Arena& arena) {
  if (!top) return below;
  if (!below.is(Tree::Type::Map) || !top.is(Tree::Type::Map)) return top;
  MapOf map(arena);
  for (const Member& member : below.members()) {
    map.add(member.key, overlay(member.value, top[member.key], arena));
  }
  for (const Member& member : top.members()) {
    if (!below[member.key]) map.add(member.key, member.value);
  }
  return map.whole_tree();
}

// The list at "status.v1beta2.conditions" as {v1beta2: {conditions: [...]}}.
Tree in_its_place(const Object& object, const ConditionList& list, Arena& arena) {
  Tree tree = conditions_tree(object, list, arena);
  const std::vector<std::string_view> steps = split(list.path, '.');
  for (std::size_t i = steps.size(); i > 1; --i) {
    MapOf map(arena);
    map.add(steps[i - 1], tree);
    tree = map.tree();
  }
  return tree;
}

Tree stored_condition_lists(const Object& object, Arena& arena) {
  Tree status;
  for (const ConditionList& list : object.condition_lists) {
    status = overlay(status, in_its_place(object, list, arena), arena);
  }
  return status;
}

Tree stored_old_counters(const Tree& stored, Arena& arena) {
  MapOf map(arena);
  for (const std::string_view name : old_counter_names) {
    map.add(name, stored[name]);
  }
  return map.tree();
}

Tree status_tree(const Object& object, const Judged* judged, DialectName dialect, Arena& arena) {
  const Tree stored = object.body["status"];
  Tree status = overlay(stored, stored_condition_lists(object, arena), arena);
  if (judged == nullptr) return status;
  status = overlay(status, judged_status(*judged, dialect, arena), arena);
  return shapes::keeps_old_shape(object)
             ? overlay(status, stored_old_counters(stored, arena), arena)
             : status;
}

Tree whole_tree(const Object& object, std::string_view api_version, const Tree& status,
                Arena& arena) {
  MapOf map(arena);
  map.add("apiVersion", api_version);
  map.add("kind", object.key.kind);
  map.add("metadata", metadata_tree(object, arena));
  for (const Member& member : object.body.members()) {
    if (member.key != "status") map.add(member.key, member.value);
  }
  map.add("status", status);
  return map.tree();
}

// What has no stages stands in the one shape it has.
StagedStatus stage_of(const Object& object, const Judged* judged, const Staging& staging,
                      Arena& arena) {
  if (judged != nullptr) {
    if (const Result<StagedStatus> staged = staged_status(*judged, staging, arena)) return *staged;
  }
  const DialectName dialect = staging.context.settings.dialect.name;
  return {object.api_version, status_tree(object, judged, dialect, arena)};
}

void write_tree(Writer& out, const Tree& tree) {
  switch (tree.type()) {
    case Tree::Type::Map:
      return out.map([&] {
        for (const Member& member : tree.members()) {
          out.key(member.key);
          write_tree(out, member.value);
        }
      });
    case Tree::Type::List:
      return out.list([&] {
        for (const Tree& item : tree.items()) write_tree(out, item);
      });
    case Tree::Type::String:
      return out.string(tree.as_string(""));
    case Tree::Type::Int:
      return out.integer(tree.as_int().value_or(0));
    case Tree::Type::Bool:
      return out.boolean(tree.as_bool(false));
    case Tree::Type::Null:
      return out.null();
    case Tree::Type::Double:
    case Tree::Type::Missing:
      break;
  }
  check(false, "a status that was made here holds no fractions and no holes");
}

}  // namespace

Tree copied_tree(const machine::NodeCopy& copy, Arena& arena) {
  MapOf reference(arena);
  reference.add("name", copy.node_name);
  MapOf system(arena);
  for (const Label& field : copy.system) system.add(field.key, Tree::string(field.value, 0));
  std::vector<Tree> addresses;
  for (const Label& one : copy.addresses) {
    MapOf address(arena);
    address.add("type", one.key);
    address.add("address", one.value);
    addresses.push_back(address.tree());
  }
  MapOf status(arena);
  status.add("nodeRef", reference.tree());
  status.add("nodeInfo", system.tree());
  if (!addresses.empty()) status.add("addresses", Tree::list(arena.keep(addresses), 0));
  return status.tree();
}

Tree judged_status(const Judged& judged, DialectName dialect, Arena& arena) {
  if (!shapes::keeps_old_shape(*judged.object)) return status_of_v1beta2(judged, arena);
  return dialect == DialectName::Upstream ? status_of_upstream_v1beta1(judged, arena)
                                          : status_of_v1beta1(judged, arena);
}

Tree object_tree(const Object& object, const Judged* judged, DialectName dialect, Arena& arena) {
  return whole_tree(object, object.api_version, status_tree(object, judged, dialect, arena), arena);
}

Tree object_tree(const Object& object, const Judged* judged, const JudgeContext& context,
                 Arena& arena) {
  const DialectName dialect = context.settings.dialect.name;
  Tree status = status_tree(object, judged, dialect, arena);
  if (judged != nullptr) {
    status =
        overlay(status, copied_tree(machine::copy_node(context, *judged, arena), arena), arena);
  }
  return whole_tree(object, object.api_version, status, arena);
}

Tree staged_tree(const Object& object, const Judged* judged, const Staging& staging, Arena& arena) {
  const StagedStatus staged = stage_of(object, judged, staging, arena);
  return whole_tree(object, staged.api_version, staged.status, arena);
}

void write_object(Writer& out, const Object& object, const Judged* judged, const Staging& staging) {
  Arena arena;
  const StagedStatus staged = stage_of(object, judged, staging, arena);
  MapOf metadata(arena);
  metadata.add("name", object.key.name);
  metadata.add("namespace", object.key.namespace_name);
  metadata.add("labels", labels_tree(object.labels, arena));
  metadata.add_time("creationTimestamp", object.created);
  MapOf map(arena);
  map.add("apiVersion", staged.api_version);
  map.add("kind", object.key.kind);
  map.add("metadata", metadata.tree());
  map.add("status", judged != nullptr ? staged.status : stored_condition_lists(object, arena));
  write_tree(out, map.tree());
}

}  // namespace telltale
