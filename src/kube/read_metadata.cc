// SPDX-License-Identifier: Apache-2.0
#include "kube/read_metadata.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/text.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

struct LabelField {
  std::string_view path;
  std::size_t limit;
};

void add_error_if_many(const Tree& tree, std::string_view path, std::size_t limit,
                       const Reading& reading) {
  const std::size_t size = std::max(tree.items().size(), tree.members().size());
  if (size <= limit) return;
  reading.object_errors.add(
      tree.offset(), format("{} has {} entries; only the first {} were read", path, size, limit));
}

// Labels, and annotations, which have the same form. The Machines of one set have them in common,
// and so have the objects that were cloned from one template.
std::span<const Label> read_labels(const Tree& tree, const LabelField& field,
                                   const Reading& reading) {
  if (!tree.is(Tree::Type::Map)) {
    reading.leave_out(tree, "a map", field.path);
    return {};
  }
  add_error_if_many(tree, field.path, field.limit, reading);
  const auto members = tree.members().first(std::min(tree.members().size(), field.limit));
  std::vector<Label> labels;
  labels.reserve(members.size());
  for (const Member& member : members) {
    if (std::ranges::find(dropped_annotations, member.key) != std::end(dropped_annotations)) {
      continue;
    }
    if (const auto value = member.value.as_string()) {
      labels.push_back({reading.arena.intern(member.key), reading.arena.keep_short_once(*value)});
    } else {
      const std::string path = format("{}[\"{}\"]", field.path, truncate_utf8(member.key, 60));
      reading.object_errors.add(
          member.value.offset(),
          format("{}; it was left out", expected_at("a string", path, member.value)));
    }
  }
  return reading.arena.intern(labels);
}

// The first member of an owner reference that is not what it must be.
std::optional<std::string> error_in(const Tree& owner, std::string_view path) {
  if (!owner.is(Tree::Type::Map)) return expected_at("a map", path, owner);
  for (const std::string_view name : {"apiVersion", "kind", "name", "uid"}) {
    const Tree value = owner[name];
    const bool needed = name == "kind" || name == "name";
    if (value.as_string() || (!needed && !is_given(value))) continue;
    return expected_at("a string", format("{}.{}", path, name), value);
  }
  const Tree controller = owner["controller"];
  if (!is_given(controller) || controller.as_bool()) return std::nullopt;
  return expected_at("a boolean", format("{}.controller", path), controller);
}

OwnerRef read_owner(const Tree& owner, Arena& arena) {
  return {.group = arena.intern(group_of(owner["apiVersion"].as_string(""))),
          .kind = arena.intern(owner["kind"].as_string("")),
          .name = arena.intern(owner["name"].as_string("")),
          .uid = arena.intern(owner["uid"].as_string("")),
          .controller = owner["controller"].as_bool(false)};
}

std::span<const OwnerRef> read_owners(const Tree& tree, const Reading& reading) {
  constexpr std::string_view path = "metadata.ownerReferences";
  if (!tree.is(Tree::Type::List)) {
    reading.leave_out(tree, "a list", path);
    return {};
  }
  add_error_if_many(tree, path, owners_max, reading);
  const auto items = tree.items().first(std::min(tree.items().size(), owners_max));
  const std::span<OwnerRef> owners = reading.arena.make<OwnerRef>(items.size());
  std::size_t count = 0;
  for (std::size_t at = 0; at < items.size(); ++at) {
    // Spelling the path out costs more than reading the owner, so it waits until it is needed.
    if (error_in(items[at], "")) {
      const auto error = error_in(items[at], format("{}[{}]", path, at));
      reading.object_errors.add(items[at].offset(), format("{}; that owner was left out", *error));
    } else {
      owners[count++] = read_owner(items[at], reading.arena);
    }
  }
  return owners.first(count);
}

std::int64_t read_generation(const Tree& tree, const Reading& reading) {
  if (const auto generation = tree.as_int()) return *generation;
  reading.leave_out(tree, "a whole number", "metadata.generation");
  return 0;
}

bool can_be_remote(const Key& key) {
  constexpr std::array remote_kinds = {std::string_view("Node"), std::string_view("Pod"),
                                       std::string_view("ConfigMap")};
  return key.group.empty() && std::ranges::find(remote_kinds, key.kind) != remote_kinds.end();
}

// Objects collected from a workload cluster say so in two annotations; one alone says nothing.
Home home_of(const Tree& annotations, Arena& arena) {
  const std::string_view name = annotations["cluster.x-k8s.io/cluster-name"].as_string("");
  const std::string_view space = annotations["cluster.x-k8s.io/cluster-namespace"].as_string("");
  if (name.empty() || space.empty()) return {};
  return {arena.intern(space), arena.intern(name)};
}

}  // namespace

void read_metadata(const Tree& metadata, const Reading& reading, Object& object) {
  Arena& arena = reading.arena;
  object.uid = arena.keep(reading.read_text(metadata["uid"], "metadata.uid"));
  object.resource_version =
      arena.keep(reading.read_text(metadata["resourceVersion"], "metadata.resourceVersion"));
  object.generation = read_generation(metadata["generation"], reading);
  object.created = reading.read_time(metadata["creationTimestamp"], "metadata.creationTimestamp");
  object.deleted = reading.read_time(metadata["deletionTimestamp"], "metadata.deletionTimestamp");
  object.labels = read_labels(metadata["labels"], {"metadata.labels", labels_max}, reading);
  const Tree annotations = metadata["annotations"];
  if (can_be_remote(object.key)) {
    // Kubelets and plugins annotate Nodes at length; only where the Node belongs matters here.
    object.key.home = home_of(annotations, arena);
  } else {
    object.annotations =
        read_labels(annotations, {"metadata.annotations", annotations_max}, reading);
  }
  object.owners = read_owners(metadata["ownerReferences"], reading);

  reading.newest = std::max(reading.newest, object.created);
  for (const Tree& entry : metadata["managedFields"].items()) reading.note_time(entry["time"]);
}

}  // namespace telltale
