// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale check`: judge manifests and dumps; the exit code says whether a human is needed.

#include <cstdint>
#include <string>

#include "cli/command_line/exit_code.h"
#include "cli/flag_groups/reading_flags.h"
#include "report/report.h"

namespace telltale::cli {

enum class CheckOutput : std::uint8_t { Table, Wide, Json, Yaml, Name };

enum class CheckBell : std::uint8_t { Rings, Silent };

struct CheckOptions {
  ReadOptions read = {.namespaces = Namespaces::All};  // about the fleet
  CheckOutput output = CheckOutput::Table;
  Headers headers = Headers::Shown;
  bool all_names = false;  // with -o name: not only what needs a human
  Watching watching = Watching::Off;
  CheckBell bell = CheckBell::Rings;  // with -w on a terminal
  std::string exec = {};              // with -w, for sh -c when something becomes Stuck
};

// What the exit code says of a report; errors while reading are in it.
ExitCode exit_code_of(const Report& report);

}  // namespace telltale::cli
