// SPDX-License-Identifier: Apache-2.0
// More rows than anybody can read are two conditions.

#include "table/snapshot_for_test.h"
#include "table/table.h"

namespace telltale::snapshot {

using enum Status;

consteval std::array<Row<Seen>, table_rows_max + 1> many_rows() {
  std::array<Row<Seen>, table_rows_max + 1> rows{};
  for (Row<Seen>& row : rows) row = {locked, False, "Locked"};
  rows.back().when = otherwise;
  return rows;
}
constexpr Table<Seen, table_rows_max + 1> table{many_rows(), "House", "Open", all_words};

}  // namespace telltale::snapshot
