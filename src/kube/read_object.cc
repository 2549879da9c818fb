// SPDX-License-Identifier: Apache-2.0
#include "kube/read_object.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "kube/keep_body.h"
#include "kube/read_conditions.h"
#include "kube/read_metadata.h"
#include "kube/reading.h"

namespace telltale {
namespace {

using json::Tree;

// What makes an object one, and when it was last touched. Events and Leases tell times elsewhere.
constexpr std::string_view identity_paths[] = {
    "apiVersion",
    "kind",
    "metadata.annotations",
    "metadata.creationTimestamp",
    "metadata.deletionTimestamp",
    "metadata.generation",
    "metadata.managedFields.*.time",
    "metadata.name",
    "metadata.namespace",
    "metadata.resourceVersion",
    "status.conditions",
    "status.v1beta2.conditions",
    "status.experimentalConditions",
    "firstTimestamp",
    "lastTimestamp",
    "eventTime",
    "series.lastObservedTime",
    "spec.acquireTime",
    "spec.renewTime",
};

constexpr std::string_view relation_paths[] = {
    "metadata.labels",
    "metadata.ownerReferences",
    "metadata.uid",
};

constexpr std::string_view legacy_paths[] = {
    "status.deprecated.v1beta1.conditions",
    "status.backCompatibilty.conditions",
    "status.backCompatibility.conditions",
};

std::unexpected<ObjectError> no_object(std::uint32_t offset, std::string message) {
  return std::unexpected(ObjectError{offset, std::move(message)});
}

// What makes a document an object: words it cannot do without.
struct Identity {
  std::string_view api_version;
  std::string_view kind;
  std::string_view namespace_name;
  std::string_view name;
};

// Empty when it is missing or null, and the fallback has nothing either.
std::expected<std::string_view, ObjectError> read_word(const Tree& tree, std::string_view path,
                                                       std::string_view otherwise) {
  if (is_given(tree) && !tree.as_string()) {
    return no_object(tree.offset(), expected_at("a string", path, tree));
  }
  const std::string_view word = tree.as_string("");
  return word.empty() ? otherwise : word;
}

std::expected<Identity, ObjectError> read_identity(const Tree& document,
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

// The first of spec and status that is no map, in words.
std::string_view read_shape(const Tree& document, const Reading& reading) {
  std::string_view unreadable;
  for (const std::string_view name : {"spec", "status"}) {
    const Tree value = document[name];
    if (!is_given(value) || value.is(Tree::Type::Map)) continue;
    const std::string error = expected_at("a map", name, value);
    reading.object_errors.add(value.offset(), format("{}; it was left out", error));
    if (unreadable.empty()) unreadable = reading.arena.keep(error);
  }
  return unreadable;
}

std::string_view called(Tree::Type type) {
  return type == Tree::Type::Int ? "a whole number" : json::type_name(type);
}

// A value of the wrong type reads as not being there; somebody must be told why.
void check_types(const Tree& document, const json::Selection& chosen, const Reading& reading) {
  for (const json::Selection::Expectation& expected : chosen.expectations()) {
    Tree value = document;
    for (const std::string& step : expected.steps) value = value[step];
    if (!is_given(value)) continue;
    if (!value.is(expected.type)) {
      reading.leave_out(value, called(expected.type), expected.path);
    } else if (expected.is_time && !parse_rfc3339(value.as_string(""))) {
      reading.leave_out(value, "a time", expected.path);
    }
  }
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
                .name = arena.keep_short_once(identity.name),
                .home = {}};
  return object;
}

MissingReason missing_reason(const Key& key) {
  const bool is_node = key.group.empty() && key.kind == "Node";
  return is_node ? MissingReason::StaysEmpty : MissingReason::NoReasonReported;
}

// A fleet has a bootstrap config for every Machine, and nobody compares the specs of those that
// workers were made from. Their labels tell which are which.
bool keeps_spec(const Object& object) {
  if (object.key.kind != "KubeadmConfig" || object.key.group != "bootstrap.cluster.x-k8s.io") {
    return true;
  }
  if (object.label("cluster.x-k8s.io/control-plane") != nullptr) return true;
  constexpr std::string_view workers[] = {"cluster.x-k8s.io/set-name",
                                          "cluster.x-k8s.io/deployment-name",
                                          "cluster.x-k8s.io/pool-name"};
  return std::ranges::none_of(
      workers, [&](std::string_view label) { return object.label(label) != nullptr; });
}

Tree without_spec(const Tree& document, Arena& scratch) {
  std::vector<json::Member> members;
  for (const json::Member& member : document.members()) {
    if (member.key != "spec") members.push_back(member);
  }
  return Tree::map(scratch.keep(members), document.offset());
}

}  // namespace

json::Selection select_fields(std::span<const std::string_view> kind_paths, Extent extent) {
  std::vector<std::string_view> paths(std::begin(identity_paths), std::end(identity_paths));
  const auto add = [&](std::span<const std::string_view> more) {
    paths.insert(paths.end(), more.begin(), more.end());
  };
  if (extent.relations) add(relation_paths);
  if (extent.legacy_conditions) add(legacy_paths);
  add(kind_paths);
  return json::Selection(paths, dropped_annotations);
}

ObjectReader::ObjectReader(json::SelectFields choose, Arena& arena)
    : choose_(std::move(choose)), arena_(arena) {}

std::expected<Object, ObjectError> ObjectReader::read(json::PaddedText text,
                                                      const ListDefaults& defaults,
                                                      std::vector<ObjectError>& object_errors) {
  scratch_.clear();
  const json::Selection* chosen = nullptr;
  const auto choose = [&](const json::Header& header) -> const json::Selection& {
    chosen = &choose_({header.api_version.empty() ? defaults.api_version : header.api_version,
                       header.kind.empty() ? defaults.kind : header.kind, text.text()});
    return *chosen;
  };
  const auto document = trees_.read(text, choose, scratch_);
  if (!document) return no_object(document.error().offset, document.error().message);
  const auto identity = read_identity(*document, defaults);
  if (!identity) return std::unexpected(identity.error());

  Object object = make_object(*identity, arena_);
  ObjectErrors about_it(object.key.kind, object.key.name, object_errors);
  const Reading reading{arena_, about_it, newest_};
  read_metadata((*document)["metadata"], reading, object);
  object.unreadable = read_shape(*document, reading);
  object.condition_lists =
      read_condition_lists((*document)["status"], missing_reason(object.key), reading);
  object.body =
      keep_body(keeps_spec(object) ? *document : without_spec(*document, scratch_), arena_);
  check_types(*document, *chosen, reading);
  note_times(*document, object.key.kind, reading);
  return object;
}

}  // namespace telltale
