// SPDX-License-Identifier: Apache-2.0
#pragma once

// From paths to a judged world: what every reading command starts with.

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "cli/command_line/exit_code.h"
#include "cli/flag_groups/reading_flags.h"
#include "cli/screen/streams.h"
#include "cli/source/elsewhere.h"
#include "client/discovery.h"
#include "observe/coverage.h"
#include "report/report.h"

namespace telltale::cli {

struct Told;

struct Loaded {
  std::unique_ptr<const Coverage> coverage = {};  // of a server; outlives the world
  World world;
  Settings settings = {};
  Instant now = no_time;
  Judgement judgement = {};
  std::vector<ReportNote> errors = {};
  std::vector<ReportNote> warnings = {};
  std::size_t notes_left_out = 0;
  std::size_t objects_read = 0;
  std::chrono::nanoseconds took{};
  std::shared_ptr<const client::Served> served = {};  // of a server: what can be asked for
  std::string last_line = {};                         // of a server; with its line break
  std::vector<Elsewhere> elsewhere = {};  // of a server: what was named and not read from there
};

// Reads the paths. `more` is what the command shows beyond what judging needs.
[[nodiscard]] Result<Loaded> load(const ReadOptions& options, const Streams& streams,
                                  std::span<const MoreFields> more = {});

// Judges what was loaded, as of `now`, by the rules of the options and, where there is one, of the
// telltale that runs.
void judge_loaded(Loaded& loaded, const ReadOptions& options, const Told* told, Instant now);

// Says the last line, where there is one: what stands behind everything above it.
void say_last_line(const Loaded& loaded, const ReadOptions& options, const Streams& streams);

// Says what made a reading command impossible.
ExitCode refuse(const Error& error, const Streams& streams);

// Says on standard error what went wrong while reading.
void say_notes(const Loaded& loaded, const Streams& streams);

// Which dialect a dump speaks: upstream's when it holds Cluster API's own CRDs or objects in the
// shape that only upstream has, else the proposal's.
DialectName dialect_spoken_in(const World& world);

}  // namespace telltale::cli
