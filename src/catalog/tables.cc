// SPDX-License-Identifier: Apache-2.0
#include "catalog/tables.h"

#include "catalog/machine/tables.h"
#include "catalog/machineset/tables.h"

namespace telltale {

std::vector<TablePage> all_tables() {
  std::vector<TablePage> pages;
  const auto add = [&](const auto& table) { pages.push_back(page_of(table)); };
  machine::for_each_table(add);
  machineset::for_each_table(add);
  return pages;
}

}  // namespace telltale
