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
  std::string_view condition;  // in the proposal's words
  const void* table = nullptr;
  TablePage (*make_page)(const void* table) = nullptr;

  TablePage page() const { return make_page(table); }
};

// Tables live as long as the program.
template <class Seen, std::size_t N>
TableEntry entry_of(const Table<Seen, N>& table) {
  return {table.condition, &table,
          [](const void* erased) { return page_of(*static_cast<const Table<Seen, N>*>(erased)); }};
}

// Kind after kind.
std::vector<TablePage> all_tables();

// Whether a table decides this condition, in the proposal's words, of this kind. Two groups have a
// kind NodePool.
bool has_table(std::string_view group, std::string_view kind, std::string_view condition);

}  // namespace telltale
