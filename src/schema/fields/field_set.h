// SPDX-License-Identifier: Apache-2.0
#pragma once

// A set of fields of an object, as managedFields hold them: FieldsV1, with "f:name",
// `k:{"type":"Ready"}`, `v:"a"`, "i:0" and "." for the item itself.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/structural/structure.h"

namespace telltale::schema {

// A node is named by its path element in the notation of FieldsV1. Only the root may be empty.
struct FieldSet {
  bool member = false;  // the field at this very path belongs to the set (".")
  std::map<std::string, FieldSet, std::less<>> children = {};

  bool empty() const { return !member && children.empty(); }
  bool operator==(const FieldSet&) const = default;
};

inline constexpr std::size_t field_set_depth_max = 100;

// Invalid: not the notation. Elements of kinds that later versions may bring are left out.
[[nodiscard]] Result<FieldSet> read_field_set(const json::Value& fields_v1);
json::Value to_fields_v1(const FieldSet& set);

FieldSet union_of(const FieldSet& one, const FieldSet& other);
FieldSet difference_of(const FieldSet& one, const FieldSet& other);
FieldSet intersection_of(const FieldSet& one, const FieldSet& other);
// The same in place.
void add_fields(FieldSet& to, const FieldSet& more);
void subtract_fields(FieldSet& from, const FieldSet& less);
bool have_common_fields(const FieldSet& one, const FieldSet& other);

// Every field that the object holds, as the owner of all of it would own it: leaves, items of set
// and map lists (with "."), and, for maps and lists of a plain update, "." of the containers.
// apiVersion, kind and the metadata that nobody owns are left out.
FieldSet fields_of(const json::Value& object, const Structure& structure);

// The members as people read them, ".spec.size", ".status.conditions[type=\"Ready\"].status"; the
// members of a level come before what lies below them. No more than `paths_max`, and what is longer
// than people read is cut: paths are told, not compared.
inline constexpr std::size_t told_paths_max = 1000;
std::vector<std::string> paths_of(const FieldSet& set, std::size_t paths_max = told_paths_max);

}  // namespace telltale::schema
