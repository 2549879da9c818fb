// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `check` shows to people: the worst first, one line per cause, and what to do next.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "report/report.h"

namespace telltale::cli {

struct CheckScreen {
  const Report& report;
  std::chrono::nanoseconds took{};
  std::vector<std::string> paths;  // for the line that says what to type next
  Headers headers = Headers::Shown;
};

inline constexpr std::size_t rows_shown_max = 50;  // per verdict

void show_table(const CheckScreen& screen, const Streams& streams);
// Every object on its own row, with more columns.
void show_wide(const CheckScreen& screen, const Streams& streams);
// "machine.cluster.x-k8s.io/m1 -n default", one per line, worst first: what needs a human, or all.
enum class NamesShown : std::uint8_t { Stuck, All };
void show_names(const Report& report, NamesShown shown, const Streams& streams);

}  // namespace telltale::cli
