// SPDX-License-Identifier: Apache-2.0
#pragma once

// The list of all transition tables: for printing, for tests that go over every one, and for
// whoever asks whether a condition is decided here at all. Each kind lists its own (kind.h).

#include <string_view>
#include <vector>

#include "table/page.h"

namespace telltale {

// A table of a kind, whatever snapshot it decides from.
struct TableEntry {
  std::string_view condition;  // in the proposal's words, or "verdict"
  const void* table = nullptr;
  TablePage (*make_page)(const void* table) = nullptr;

  TablePage page() const { return make_page(table); }
};

// Tables live as long as the program.
template <class AnyTable>
TableEntry entry_of(const AnyTable& table) {
  return {table.condition, &table,
          [](const void* erased) { return page_of(*static_cast<const AnyTable*>(erased)); }};
}

// The entries of all tables that `visit` visits.
template <class Visit>
std::vector<TableEntry> entries_of(Visit visit) {
  std::vector<TableEntry> entries;
  visit([&](const auto& table) { entries.push_back(entry_of(table)); });
  return entries;
}

// Kind after kind, of each its conditions and then its verdict.
std::vector<TablePage> all_tables();

// Whether a table decides this condition, in the proposal's words, of this kind. Two groups have a
// kind NodePool.
bool has_table(std::string_view group, std::string_view kind, std::string_view condition);

}  // namespace telltale
