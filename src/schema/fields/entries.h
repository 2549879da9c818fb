// SPDX-License-Identifier: Apache-2.0
#pragma once

// metadata.managedFields, read and written: one entry for each manager, way of writing, API version
// and subresource.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "schema/fields/field_set.h"

namespace telltale::schema {

enum class Operation : std::uint8_t { Apply, Update };

struct Entry {
  std::string manager;
  Operation operation = Operation::Update;
  std::string api_version = {};
  std::string subresource = {};
  std::string time = {};  // may be empty
  FieldSet fields = {};
};
using Entries = std::vector<Entry>;

// Who applies is the same whatever version it speaks; who updates is not.
bool is_same_manager(const Entry& one, const Entry& other);

inline constexpr std::size_t entries_max = 1000;
// Older updates than the newest ten are kept together, under the name of "ancient-changes".
inline constexpr std::size_t update_entries_max = 10;

// All of an entry but its fields.
[[nodiscard]] Result<Entry> read_entry_header(const json::Value& value);
// A list that was read from an object, as the API sorts it.
void sort_entries(json::ValueList& list);

// Of an object's metadata. Invalid: an entry that the API would not take; TooLarge.
[[nodiscard]] Result<Entries> read_entries(const json::Value& object);
// Into an object's metadata, sorted as the API sorts them; without entries there is no list.
void write_entries(Entries entries, json::Value& object);

// The object's managedFields, or null.
const json::Value* managed_fields_of(const json::Value& object);
void erase_managed_fields(json::Value& object);

// The entry of the same manager, or null.
Entry* find_entry(Entries& entries, const Entry& like);
void drop_empty_entries(Entries& entries);
void cap_update_entries(Entries& entries);

}  // namespace telltale::schema
