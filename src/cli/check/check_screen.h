// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `check` shows to people: the worst first, one line per cause, and what to do next.

#include <chrono>
#include <cstdint>
#include <string>

#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "observe/world.h"
#include "report/report.h"

namespace telltale::cli {

struct CheckScreen {
  const Report& report;
  const World& world;  // that the report is about
  std::chrono::nanoseconds took{};
  std::string typed = {};  // the flags that the command to type next repeats
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
