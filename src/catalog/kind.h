// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that telltale knows about one kind, as one value. Each kind's folder defines its record
// (`machine/kind.cc` defines `machine_kind`), `kinds.cc` lists them, and everything else is derived
// from the list: judging order, tables, status writes, polarity, metrics, RBAC, watches, columns,
// completion. No other file spells a kind's name.
//
// A record holds views and function pointers only, and every function is handed the record it
// belongs to; so a record can also be made at run time, of a kind that a user describes in a file.

#include <string_view>

namespace telltale {

struct Kind {
  // Who it is.
  std::string_view group;
  std::string_view kind;
  std::string_view root_condition;  // the one that sums the object up
};

}  // namespace telltale
