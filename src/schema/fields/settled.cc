// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/settled.h"

#include <algorithm>
#include <optional>

#include "schema/fields/applied_fields.h"
#include "schema/fields/entries.h"

namespace telltale::schema {
namespace {

using json::Value;

// These read FieldsV1 where it stands. The server writes it, so equal steps have equal texts.
const Value* step(const Value& node, const std::string& element) {
  return node.is_object() ? node.get_object().if_contains(element) : nullptr;
}

bool is_member(const Value& node) {
  return node.is_object() && (node.get_object().empty() || node.get_object().contains("."));
}

// The shorter side leads: one large change is held against each of many small entries.
bool names_any_of(const Value& node, const FieldSet& set) {
  if (set.member && is_member(node)) return true;
  if (!node.is_object()) return false;
  if (node.get_object().size() < set.children.size()) {
    return std::ranges::any_of(node.get_object(), [&](const auto& member) {
      const auto below = set.children.find(std::string_view(member.key()));
      return below != set.children.end() && names_any_of(member.value(), below->second);
    });
  }
  return std::ranges::any_of(set.children, [&](const auto& child) {
    const Value* below = step(node, child.first);
    return below != nullptr && names_any_of(*below, child.second);
  });
}

bool names_all_of(const Value& node, const FieldSet& set) {
  if (set.member && !is_member(node)) return false;
  const std::size_t members = node.is_object() ? node.get_object().size() : 0;
  if (members < set.children.size()) return false;
  return std::ranges::all_of(set.children, [&](const auto& child) {
    const Value* below = step(node, child.first);
    return below != nullptr && names_all_of(*below, child.second);
  });
}

// Whether the write leaves the entries as they are, and a list of them there to be left.
bool keeps_entries(const Value* live, const Value* sent, const Writer& writer) {
  if (live == nullptr || !live->is_array() || live->get_array().empty()) return false;
  if (sent == nullptr || sent->is_null() || !writer.subresource.empty()) return true;
  return *sent == *live;
}

struct Standing {
  bool settled = true;
  std::optional<std::size_t> own = {};
};

Standing stand(const json::ValueList& list, const ChangedFields& changed, const Entry& own) {
  Standing standing;
  for (std::size_t at = 0; at < list.size() && standing.settled; ++at) {
    const auto header = read_entry_header(list[at]);
    const Value* fields = header ? list[at].get_object().if_contains("fieldsV1") : nullptr;
    if (fields == nullptr || names_any_of(*fields, changed.lost)) {
      standing.settled = false;
    } else if (is_same_manager(*header, own)) {
      standing.own = at;
      standing.settled = names_all_of(*fields, changed.gained);
    } else {
      standing.settled = !names_any_of(*fields, changed.gained);
    }
  }
  if (!standing.own && !changed.gained.empty()) standing.settled = false;
  return standing;
}

}  // namespace

bool record_settled(const Value& live, Value& updated, const ChangedFields& changed,
                    const Writer& writer) {
  const Value* entries = managed_fields_of(live);
  if (!updated.is_object() || !keeps_entries(entries, managed_fields_of(updated), writer)) {
    return false;
  }
  Value* metadata = updated.get_object().if_contains("metadata");
  if (metadata == nullptr || !metadata->is_object()) return false;
  ChangedFields owned = changed;
  strip_unowned(owned.gained);
  const Entry own{.manager = writer.manager,
                  .operation = Operation::Update,
                  .api_version = writer.api_version,
                  .subresource = writer.subresource};
  const Standing standing = stand(entries->get_array(), owned, own);
  if (!standing.settled) return false;
  Value& list = metadata->get_object()["managedFields"];
  // What was sent is the same, unless it counts for nothing.
  if (list.is_null() || !writer.subresource.empty()) list = *entries;
  if (!owned.gained.empty()) {
    list.get_array()[*standing.own].get_object()["time"] = writer.time;
    sort_entries(list.get_array());
  }
  return true;
}

}  // namespace telltale::schema
