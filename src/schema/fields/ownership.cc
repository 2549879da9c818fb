// SPDX-License-Identifier: Apache-2.0
#include "schema/fields/ownership.h"

#include <algorithm>
#include <utility>

#include "schema/fields/applied_fields.h"
#include "schema/fields/path_element.h"

namespace telltale::schema {

bool is_open(const ResetFields& reset, std::string_view member) {
  const auto among = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, member) != names.end();
  };
  return !among(reset.dropped) && (reset.only.empty() || among(reset.only));
}

void narrow(FieldSet& set, const ResetFields& reset) {
  if (reset.dropped.empty() && reset.only.empty()) return;
  std::erase_if(set.children, [&](const auto& child) {
    return !is_open(reset, field_name(child.first).value_or(std::string_view()));
  });
}

void take_changed(Entries& entries, const ChangedFields& changed) {
  for (Entry& entry : entries) {
    subtract_fields(entry.fields, changed.gained);
    subtract_fields(entry.fields, changed.lost);
  }
}

void record_changes(Entries& entries, ChangedFields changed, const Writer& writer) {
  take_changed(entries, changed);
  strip_unowned(changed.gained);
  if (!changed.gained.empty()) {
    Entry own{.manager = writer.manager,
              .operation = Operation::Update,
              .api_version = writer.api_version,
              .subresource = writer.subresource};
    Entry* entry = find_entry(entries, own);
    if (entry == nullptr) entry = &entries.emplace_back(std::move(own));
    add_fields(entry->fields, changed.gained);
    entry->time = writer.time;
  }
  drop_empty_entries(entries);
  cap_update_entries(entries);
}

}  // namespace telltale::schema
