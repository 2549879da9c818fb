// SPDX-License-Identifier: Apache-2.0
// Laws of ownership under random writes of three managers.

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "schema/fields/applied_fields.h"
#include "schema/fields/changed_fields.h"
#include "schema/fields/entries.h"
#include "schema/fields/managed_fields.h"
#include "schema/fields/ownership.h"
#include "schema/fields/structure_for_test.h"

namespace telltale::schema {
namespace {

constexpr const char* managers[] = {"alice", "bob", "carol"};

json::Value random_conditions(Rng& rng) {
  json::ValueList list;
  for (const char* type : {"Ready", "Healthy", "Paused"}) {
    if (rng.one_in(2)) continue;
    json::ValueMap item;
    item["type"] = type;
    if (!rng.one_in(3)) item["status"] = rng.one_in(2) ? "True" : "False";
    if (rng.one_in(2)) item["reason"] = rng.one_in(2) ? "A" : "B";
    if (rng.one_in(2)) {
      list.insert(list.begin(), std::move(item));
    } else {
      list.push_back(std::move(item));
    }
  }
  return list;
}

json::Value random_settings(Rng& rng, unsigned depth = 0) {
  if (depth > 2 || rng.one_in(3)) return static_cast<std::int64_t>(rng.below(3));
  if (rng.one_in(5)) return json::ValueList{1, 2};
  json::ValueMap map;
  for (const char* name : {"x", "y"}) {
    if (rng.one_in(2)) map[name] = random_settings(rng, depth + 1);
  }
  return map;
}

json::Value random_spec(Rng& rng) {
  json::ValueMap spec;
  if (rng.one_in(2)) spec["size"] = static_cast<std::int64_t>(rng.below(3));
  if (rng.one_in(3)) spec["steps"] = json::ValueList{rng.one_in(2) ? "a" : "b"};
  if (rng.one_in(3)) spec["frozen"] = json::ValueMap{{"a", rng.one_in(2) ? "1" : "2"}};
  if (rng.one_in(2)) spec["settings"] = random_settings(rng);
  if (!spec.contains("settings") || !spec["settings"].is_object()) spec.erase("settings");
  json::ValueList tags;
  for (const char* tag : {"p", "q", "r"}) {
    if (rng.one_in(2)) tags.emplace_back(tag);
  }
  if (rng.one_in(2)) spec["tags"] = std::move(tags);
  json::ValueMap limits;
  for (const char* name : {"cpu", "mem"}) {
    if (rng.one_in(2)) limits[name] = static_cast<std::int64_t>(rng.below(2));
  }
  if (rng.one_in(2)) spec["limits"] = std::move(limits);
  return spec;
}

json::Value random_gadget(Rng& rng) {
  json::Value object = gadget({});
  if (!rng.one_in(4)) object.get_object()["spec"] = random_spec(rng);
  if (rng.one_in(2)) {
    object.get_object()["status"] = json::ValueMap{{"conditions", random_conditions(rng)}};
  }
  if (rng.one_in(3)) {
    object.at("metadata").get_object()["labels"] = json::ValueMap{{rng.one_in(2) ? "a" : "b", "x"}};
  }
  return object;
}

// Everything that somebody owns.
FieldSet owned_in(const json::Value& object) {
  FieldSet owned;
  for (const Entry& entry : read_entries(object).value_or(Entries())) {
    add_fields(owned, entry.fields);
  }
  return owned;
}

// Containers that hold nothing are owned by whoever made them, or by nobody when they were emptied;
// the laws are about the rest.
json::Value without_empties(const json::Value& value) {
  if (const json::ValueList* list = value.if_array()) {
    json::ValueList kept;
    for (const json::Value& item : *list) kept.push_back(without_empties(item));
    return kept;
  }
  const json::ValueMap* map = value.if_object();
  if (map == nullptr) return value;
  json::ValueMap kept;
  for (const auto& member : *map) {
    json::Value inner = without_empties(member.value());
    const bool is_empty = (inner.is_object() && inner.get_object().empty()) ||
                          (inner.is_array() && inner.get_array().empty());
    if (!is_empty) kept.emplace(member.key(), std::move(inner));
  }
  return kept;
}

// The fields that hold values, without the containers on the way.
FieldSet leaves_of(const FieldSet& set) {
  FieldSet leaves;
  leaves.member = set.member && set.children.empty();
  for (const auto& [element, child] : set.children) leaves.children[element] = leaves_of(child);
  return leaves;
}

json::Value random_write(const json::Value& live, Rng& rng, const StructurePtr& structure) {
  const char* manager = managers[rng.below(3)];
  const Writer writer = writer_named(manager);
  if (rng.one_in(2)) {
    json::Value next = random_gadget(rng);
    record_update(live, next, *structure, writer, {});
    return next;
  }
  const Force force = rng.one_in(2) ? Force::Yes : Force::No;
  auto applied = apply(live, random_gadget(rng), *structure, writer, {}, force);
  RC_ASSERT(applied.has_value());
  return applied->conflicts.empty() ? applied->object : live;
}

RC_GTEST_PROP(OwnershipLaws, EveryLeafHasAnOwnerAndEveryOwnedFieldIsThere, (std::uint64_t seed)) {
  Rng rng(seed);
  const StructurePtr structure = gadget_structure();
  json::Value object = random_gadget(rng);
  record_update(nullptr, object, *structure, writer_named("alice"), {});
  for (int step = 0; step < 12; ++step) {
    object = random_write(object, rng, structure);
    const FieldSet there = fields_of(object, *structure);
    const FieldSet owned = owned_in(object);
    if (owned.empty()) break;  // whoever owned nothing at all is not tracked any more
    const auto phantom = paths_of(difference_of(owned, there));
    if (!phantom.empty()) RC_FAIL("owned and not there: " + phantom.front());
    const FieldSet leaves = leaves_of(fields_of(without_empties(object), *structure));
    const auto orphans = paths_of(difference_of(leaves, owned));
    if (!orphans.empty()) RC_FAIL("nobody owns " + orphans.front());
  }
}

// The short way must not differ from the long one.
RC_GTEST_PROP(OwnershipLaws, SettledWritesAreRecordedAsAllOthers, (std::uint64_t seed)) {
  Rng rng(seed);
  const StructurePtr structure = gadget_structure();
  json::Value object = random_gadget(rng);
  record_update(nullptr, object, *structure, writer_named("alice"), {});
  for (int step = 0; step < 3; ++step) object = random_write(object, rng, structure);
  json::Value next = random_gadget(rng);
  if (rng.one_in(2)) next.get_object()["spec"] = object.get_object()["spec"];
  const Writer writer = writer_named(managers[rng.below(3)], "2027-01-01T00:00:00Z");
  Entries entries = read_entries(object).value_or(Entries());
  if (entries.empty()) return;
  json::Value expected = next;
  record_changes(entries, changed_fields(object, next, resource_of(*structure)), writer);
  write_entries(std::move(entries), expected);
  record_update(object, next, *structure, writer, {});
  RC_ASSERT(json::print(next) == json::print(expected));
}

RC_GTEST_PROP(OwnershipLaws, ApplyingTwiceIsApplyingOnce, (std::uint64_t seed)) {
  Rng rng(seed);
  const StructurePtr structure = gadget_structure();
  json::Value object = random_gadget(rng);
  record_update(nullptr, object, *structure, writer_named("alice"), {});
  for (int step = 0; step < 4; ++step) object = random_write(object, rng, structure);
  const json::Value config = random_gadget(rng);
  const auto once = apply(object, config, *structure, writer_named("bob"), {}, Force::Yes);
  RC_ASSERT(once.has_value());
  if (owned_in(once->object).empty()) return;  // the next apply is the first again
  const auto twice = apply(once->object, config, *structure,
                           writer_named("bob", "2027-01-01T00:00:00Z"), {}, Force::No);
  RC_ASSERT(twice.has_value());
  RC_ASSERT(twice->conflicts.empty());
  RC_ASSERT(json::print(twice->object) == json::print(once->object));
}

RC_GTEST_PROP(OwnershipLaws, WhatIsAppliedIsThereAndOwned, (std::uint64_t seed)) {
  Rng rng(seed);
  const StructurePtr structure = gadget_structure();
  json::Value object = random_gadget(rng);
  record_update(nullptr, object, *structure, writer_named("alice"), {});
  for (int step = 0; step < 4; ++step) object = random_write(object, rng, structure);
  const json::Value config = random_gadget(rng);
  const auto applied = apply(object, config, *structure, writer_named("bob"), {}, Force::Yes);
  RC_ASSERT(applied.has_value());
  FieldSet wanted = applied_fields(config, resource_of(*structure));
  strip_unowned(wanted);
  FieldSet own;
  for (const Entry& entry : read_entries(applied->object).value_or(Entries())) {
    if (entry.manager == "bob" && entry.operation == Operation::Apply) own = entry.fields;
  }
  RC_ASSERT(own == wanted);
}

RC_GTEST_PROP(OwnershipLaws, ApplyingNothingLeavesNothingOfAManager, (std::uint64_t seed)) {
  Rng rng(seed);
  const StructurePtr structure = gadget_structure();
  json::Value object = random_gadget(rng);
  record_update(nullptr, object, *structure, writer_named("alice"), {});
  const json::Value before = object;
  for (int step = 0; step < 3; ++step) {
    const auto next = apply(object, without_empties(random_gadget(rng)), *structure,
                            writer_named("bob"), {}, Force::No);
    RC_ASSERT(next.has_value());
    if (next->conflicts.empty()) object = next->object;
  }
  const auto left = apply(object, gadget({}), *structure, writer_named("bob"), {}, Force::No);
  RC_ASSERT(left.has_value());
  RC_ASSERT(left->conflicts.empty());
  RC_ASSERT(owned_by(left->object, "bob").empty());
  if (owned_by(before, "alice").empty()) return;
  // Without force nothing of others was touched, but for the order of items.
  RC_ASSERT(fields_of(left->object, *structure) == fields_of(before, *structure));
}

}  // namespace
}  // namespace telltale::schema
