// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/tables.h"

#include <algorithm>

#include "catalog/kinds.h"

namespace telltale {

std::vector<TablePage> all_tables() {
  std::vector<TablePage> pages;
  for (const Kind* kind : judged_kinds()) {
    for (const TableEntry& table : kind->tables(*kind)) pages.push_back(table.page());
  }
  return pages;
}

bool has_table(std::string_view group, std::string_view kind, std::string_view condition) {
  for (const Kind* one : judged_kinds()) {
    if (one->kind != kind || one->group != group) continue;
    const auto tables = one->tables(*one);
    return std::ranges::find(tables, condition, &TableEntry::condition) != tables.end();
  }
  return false;
}

}  // namespace telltale
