// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `check` puts on one line. One cause is one line: objects in trouble only because of a deeper
// one are counted behind it, and objects that fare alike are said together.

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "report/report.h"

namespace telltale::cli {

struct CheckRow {
  std::vector<const Judged*> members;  // at least one
  std::size_t owners = 0;              // in trouble because of one of them, or told by it
  Instant since = no_time;             // of the one that has waited longest

  const Judged& first() const { return *members.front(); }
};

struct CheckRows {
  std::vector<CheckRow> stuck;
  std::vector<CheckRow> unknown;
  std::vector<CheckRow> working;
  std::vector<std::pair<std::string_view, std::size_t>> healthy;  // counts by kind
};

// Within a verdict what touches most objects comes first, then what has lasted longest.
CheckRows group_rows(const Report& report);

// Every object on a row of its own, worst first, otherwise in the order of the report.
std::vector<CheckRow> single_rows(const Report& report);

}  // namespace telltale::cli
