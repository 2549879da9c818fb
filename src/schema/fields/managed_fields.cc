// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/managed_fields.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "schema/fields/applied_fields.h"
#include "schema/fields/changed_fields.h"
#include "schema/fields/entries.h"
#include "schema/fields/ownership.h"
#include "schema/fields/settled.h"
#include "schema/fields/typed.h"

namespace telltale::schema {
namespace {

using json::Value;

// `[]` and `[{}]` are how a client says that it wants them gone.
bool asks_to_clear(const Value& object) {
  const Value* managed = managed_fields_of(object);
  const json::ValueList* list = managed == nullptr ? nullptr : managed->if_array();
  if (list == nullptr || list->size() > 1) return false;
  return list->empty() || (list->front().is_object() && list->front().get_object().empty());
}

// Clients that do not know managedFields, or break them, must not lose them for everybody. Through
// a subresource they cannot be changed at all.
Entries entries_to_keep(const Value& live, const Value& updated, const Writer& writer) {
  if (writer.subresource.empty()) {
    if (asks_to_clear(updated)) return {};
    auto sent = read_entries(updated);
    if (sent && !sent->empty()) return *std::move(sent);
  }
  return read_entries(live).value_or(Entries());
}

bool same_entries(const Value& one, const Value& other) {
  const auto same_member = [&](const auto& member) {
    if (member.key() == "time") return true;
    const Value* match = other.get_object().if_contains(member.key());
    return match != nullptr && *match == member.value();
  };
  const auto counted = [](const json::ValueMap& map) {
    return map.size() - (map.contains("time") ? 1U : 0U);
  };
  if (!one.is_object() || !other.is_object()) return one == other;
  return counted(one.get_object()) == counted(other.get_object()) &&
         std::ranges::all_of(one.get_object(), same_member);
}

bool same_managed_fields(const Value* one, const Value* other) {
  if (one == nullptr || other == nullptr) return one == other;
  if (!one->is_array() || !other->is_array()) return *one == *other;
  return std::ranges::equal(one->get_array(), other->get_array(), same_entries);
}

// Members of metadata that change with every write, whatever was written.
bool changes_by_itself(std::string_view name) {
  return name == "managedFields" || name == "resourceVersion" || name == "generation";
}

bool same_metadata(const Value& one, const Value& other) {
  if (!one.is_object() || !other.is_object()) return one == other;
  const auto holds_all_of = [](const json::ValueMap& map, const json::ValueMap& wanted) {
    return std::ranges::all_of(wanted, [&](const auto& member) {
      if (changes_by_itself(member.key())) return true;
      const Value* match = map.if_contains(member.key());
      return match != nullptr && *match == member.value();
    });
  };
  const json::ValueMap& left = one.get_object();
  const json::ValueMap& right = other.get_object();
  return holds_all_of(left, right) && holds_all_of(right, left) &&
         same_managed_fields(left.if_contains("managedFields"), right.if_contains("managedFields"));
}

}  // namespace

FieldSet fields_of(const Value& object, const Structure& structure) {
  FieldSet set = changed_fields(nullptr, object, resource_of(structure)).gained;
  strip_unowned(set);
  return set;
}

void record_update(const Value& live, Value& updated, const Structure& structure,
                   const Writer& writer, const ResetFields& reset) {
  ChangedFields changed = changed_fields(live, updated, resource_of(structure));
  narrow(changed.gained, reset);
  narrow(changed.lost, reset);
  if (record_settled(live, updated, changed, writer)) return;

  Entries entries = entries_to_keep(live, updated, writer);
  // What was cleared, or never kept, is only begun again by the first apply. An object of which
  // there is nothing but empty places is none yet.
  const bool was_there = live.is_object() && live.get_object().contains("metadata");
  if (entries.empty() && was_there) {
    erase_managed_fields(updated);
    return;
  }
  record_changes(entries, std::move(changed), writer);
  write_entries(std::move(entries), updated);
}

bool same_but_for_times(const Value& one, const Value& other) {
  if (!one.is_object() || !other.is_object()) return one == other;
  const json::ValueMap& left = one.get_object();
  const json::ValueMap& right = other.get_object();
  return left.size() == right.size() && std::ranges::all_of(left, [&](const auto& member) {
           const Value* match = right.if_contains(member.key());
           if (match == nullptr) return false;
           if (member.key() == "metadata") return same_metadata(member.value(), *match);
           return member.value() == *match;
         });
}

}  // namespace telltale::schema
