// SPDX-License-Identifier: Apache-2.0
#include "kube/read_metadata.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

struct LabelField {
  std::string_view path;
  std::size_t limit;
};

void complain_of_many(const Tree& tree, std::string_view path, std::size_t limit,
                      const Reading& reading) {
  const std::size_t size = std::max(tree.items().size(), tree.members().size());
  if (size <= limit) return;
  reading.complaints.add(
      tree.offset(), format("{} has {} entries; only the first {} were read", path, size, limit));
}

// Labels, and annotations, which have the same form.
std::span<const Label> read_labels(const Tree& tree, const LabelField& field,
                                   const Reading& reading) {
  if (!tree.is(Tree::Type::Map)) {
    reading.leave_out(tree, "a map", field.path);
    return {};
  }
  complain_of_many(tree, field.path, field.limit, reading);
  const auto members = tree.members().first(std::min(tree.members().size(), field.limit));
  const std::span<Label> labels = reading.arena.make<Label>(members.size());
  std::size_t count = 0;
  for (const Member& member : members) {
    if (std::ranges::find(dropped_annotations, member.key) != std::end(dropped_annotations)) {
      continue;
    }
    if (const auto value = member.value.as_string()) {
      labels[count++] = {reading.arena.intern(member.key), reading.arena.keep(*value)};
    } else {
      const std::string path = format("{}[\"{}\"]", field.path, truncate_utf8(member.key, 60));
      reading.complaints.add(
          member.value.offset(),
          format("{}; it was left out", expected_at("a string", path, member.value)));
    }
  }
  return labels.first(count);
}

// The first member of an owner reference that is not what it must be.
std::optional<std::string> trouble_in(const Tree& owner, std::string_view path) {
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
          .name = arena.keep(owner["name"].as_string("")),
          .uid = arena.keep(owner["uid"].as_string("")),
          .controller = owner["controller"].as_bool(false)};
}

std::span<const OwnerRef> read_owners(const Tree& tree, const Reading& reading) {
  constexpr std::string_view path = "metadata.ownerReferences";
  if (!tree.is(Tree::Type::List)) {
    reading.leave_out(tree, "a list", path);
    return {};
  }
  complain_of_many(tree, path, owners_max, reading);
  const auto items = tree.items().first(std::min(tree.items().size(), owners_max));
  const std::span<OwnerRef> owners = reading.arena.make<OwnerRef>(items.size());
  std::size_t count = 0;
  for (std::size_t at = 0; at < items.size(); ++at) {
    // Spelling the path out costs more than reading the owner, so it waits until it is needed.
    if (trouble_in(items[at], "")) {
      const auto trouble = trouble_in(items[at], format("{}[{}]", path, at));
      reading.complaints.add(items[at].offset(), format("{}; that owner was left out", *trouble));
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

// Objects collected from a workload cluster say so in two annotations; one alone says nothing.
Home home_of(const Object& object) {
  constexpr std::array remote_kinds = {std::string_view("Node"), std::string_view("Pod"),
                                       std::string_view("ConfigMap")};
  const bool can_be_remote = object.key.group.empty() &&
                             std::ranges::find(remote_kinds, object.key.kind) != remote_kinds.end();
  const auto* name = object.annotation("cluster.x-k8s.io/cluster-name");
  const auto* namespace_name = object.annotation("cluster.x-k8s.io/cluster-namespace");
  if (!can_be_remote || !name || !namespace_name) return {};
  if (name->empty() || namespace_name->empty()) return {};
  return {*namespace_name, *name};
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
  object.annotations =
      read_labels(metadata["annotations"], {"metadata.annotations", annotations_max}, reading);
  object.owners = read_owners(metadata["ownerReferences"], reading);
  object.key.home = home_of(object);

  reading.newest = std::max(reading.newest, object.created);
  for (const Tree& entry : metadata["managedFields"].items()) reading.note_time(entry["time"]);
}

}  // namespace telltale
