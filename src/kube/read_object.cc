// SPDX-License-Identifier: Apache-2.0
#include "kube/read_object.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "kube/read_conditions.h"
#include "kube/read_metadata.h"
#include "kube/reading.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

constexpr std::string_view selected_paths[] = {
    "apiVersion",
    "kind",
    "metadata.annotations",
    "metadata.creationTimestamp",
    "metadata.deletionTimestamp",
    "metadata.generation",
    "metadata.labels",
    "metadata.managedFields.*.time",
    "metadata.name",
    "metadata.namespace",
    "metadata.ownerReferences",
    "metadata.resourceVersion",
    "metadata.uid",
    "status.conditions",
    "status.v1beta2.conditions",
    "status.experimentalConditions",
    "status.deprecated.v1beta1.conditions",
    "status.backCompatibilty.conditions",
    "status.backCompatibility.conditions",
    // Events.
    "firstTimestamp",
    "lastTimestamp",
    "eventTime",
    "series.lastObservedTime",
    // Leases.
    "spec.acquireTime",
    "spec.renewTime",
};

std::unexpected<Complaint> no_object(std::uint32_t offset, std::string message) {
  return std::unexpected(Complaint{offset, std::move(message)});
}

// What makes a document an object: words it cannot do without.
struct Identity {
  std::string_view api_version;
  std::string_view kind;
  std::string_view namespace_name;
  std::string_view name;
};

// Empty when it is missing or null, and the fallback has nothing either.
std::expected<std::string_view, Complaint> read_word(const Tree& tree, std::string_view path,
                                                     std::string_view otherwise) {
  if (is_given(tree) && !tree.as_string()) {
    return no_object(tree.offset(), expected_at("a string", path, tree));
  }
  const std::string_view word = tree.as_string("");
  return word.empty() ? otherwise : word;
}

std::expected<Identity, Complaint> read_identity(const Tree& document,
                                                 const ListDefaults& defaults) {
  const Tree metadata = document["metadata"];
  if (is_given(metadata) && !metadata.is(Tree::Type::Map)) {
    return no_object(metadata.offset(), expected_at("a map", "metadata", metadata));
  }
  const auto kind = read_word(document["kind"], "kind", defaults.kind);
  if (!kind) return std::unexpected(kind.error());
  const auto api_version = read_word(document["apiVersion"], "apiVersion", defaults.api_version);
  if (!api_version) return std::unexpected(api_version.error());
  const auto name = read_word(metadata["name"], "metadata.name", "");
  if (!name) return std::unexpected(name.error());
  const auto namespace_name = read_word(metadata["namespace"], "metadata.namespace", "");
  if (!namespace_name) return std::unexpected(namespace_name.error());

  if (kind->empty()) return no_object(document.offset(), "this document has no kind");
  if (api_version->empty()) {
    return no_object(document.offset(), format("this {} has no apiVersion", *kind));
  }
  if (name->empty()) {
    return no_object(document.offset(), format("this {} has no metadata.name", *kind));
  }
  return Identity{*api_version, *kind, *namespace_name, *name};
}

Tree keep_without(const Tree& map, std::span<const ConditionPlace> places, Arena& arena);

Tree keep_member(const Tree& value, const ConditionPlace* place, Arena& arena) {
  if (place && value.is(Tree::Type::Map)) return keep_without(value, place->below, arena);
  return json::keep(value, arena);
}

// A copy without the condition lists, which the object has in a better form.
Tree keep_without(const Tree& map, std::span<const ConditionPlace> places, Arena& arena) {
  const std::span<Member> kept = arena.make<Member>(map.members().size());
  std::size_t count = 0;
  for (const auto& [key, value] : map.members()) {
    const auto found = std::ranges::find(places, key, &ConditionPlace::name);
    const ConditionPlace* place = found == places.end() ? nullptr : &*found;
    if (place && !place->path.empty()) continue;
    kept[count++] = {arena.intern(key), keep_member(value, place, arena)};
  }
  return Tree::map(kept.first(count), map.offset());
}

// The document without metadata and whatever else the object has in a better form, and without a
// spec or status that is no map.
Tree keep_body(const Tree& document, Arena& arena) {
  const std::span<Member> kept = arena.make<Member>(document.members().size());
  std::size_t count = 0;
  for (const auto& [key, value] : document.members()) {
    if (key == "apiVersion" || key == "kind" || key == "metadata") continue;
    const bool must_be_map = key == "spec" || key == "status";
    if (must_be_map && is_given(value) && !value.is(Tree::Type::Map)) continue;
    const bool has_conditions = key == "status" && value.is(Tree::Type::Map);
    kept[count++] = {arena.intern(key), has_conditions
                                            ? keep_without(value, condition_places(), arena)
                                            : json::keep(value, arena)};
  }
  return Tree::map(kept.first(count), document.offset());
}

// The first of spec and status that is no map, in words.
std::string_view read_shape(const Tree& document, const Reading& reading) {
  std::string_view unreadable;
  for (const std::string_view name : {"spec", "status"}) {
    const Tree value = document[name];
    if (!is_given(value) || value.is(Tree::Type::Map)) continue;
    const std::string trouble = expected_at("a map", name, value);
    reading.complaints.add(value.offset(), format("{}; it was left out", trouble));
    if (unreadable.empty()) unreadable = reading.arena.keep(trouble);
  }
  return unreadable;
}

void note_times(const Tree& document, std::string_view kind, const Reading& reading) {
  if (kind == "Event") {
    for (const std::string_view name : {"firstTimestamp", "lastTimestamp", "eventTime"}) {
      reading.note_time(document[name]);
    }
    reading.note_time(document["series"]["lastObservedTime"]);
  } else if (kind == "Lease") {
    reading.note_time(document["spec"]["acquireTime"]);
    reading.note_time(document["spec"]["renewTime"]);
  }
}

Object make_object(const Identity& identity, Arena& arena) {
  Object object;
  object.api_version = arena.intern(identity.api_version);
  object.key = {.group = group_of(object.api_version),
                .kind = arena.intern(identity.kind),
                .namespace_name = arena.intern(identity.namespace_name),
                .name = arena.keep(identity.name),
                .home = {}};
  return object;
}

MissingReason missing_reason(const Key& key) {
  const bool is_node = key.group.empty() && key.kind == "Node";
  return is_node ? MissingReason::StaysEmpty : MissingReason::NoReasonReported;
}

}  // namespace

std::span<const std::string_view> always_selected() { return selected_paths; }

json::Selection select_fields(std::span<const std::string_view> kind_paths) {
  std::vector<std::string_view> paths(std::begin(selected_paths), std::end(selected_paths));
  paths.insert(paths.end(), kind_paths.begin(), kind_paths.end());
  return json::Selection(paths, dropped_annotations);
}

ObjectReader::ObjectReader(json::SelectFields choose, Arena& arena)
    : choose_(std::move(choose)), arena_(arena) {}

std::expected<Object, Complaint> ObjectReader::read(json::PaddedText text,
                                                    const ListDefaults& defaults,
                                                    std::vector<Complaint>& complaints) {
  scratch_.clear();
  const auto choose = [&](const json::Header& header) -> const json::Selection& {
    return choose_({header.api_version.empty() ? defaults.api_version : header.api_version,
                    header.kind.empty() ? defaults.kind : header.kind});
  };
  const auto document = trees_.read(text, choose, scratch_);
  if (!document) return no_object(document.error().offset, document.error().message);
  const auto identity = read_identity(*document, defaults);
  if (!identity) return std::unexpected(identity.error());

  Object object = make_object(*identity, arena_);
  Complaints about_it(object.key.kind, object.key.name, complaints);
  const Reading reading{arena_, about_it, newest_};
  read_metadata((*document)["metadata"], reading, object);
  object.unreadable = read_shape(*document, reading);
  object.condition_lists =
      read_condition_lists((*document)["status"], missing_reason(object.key), reading);
  object.body = keep_body(*document, arena_);
  note_times(*document, object.key.kind, reading);
  return object;
}

}  // namespace telltale
