// SPDX-License-Identifier: Apache-2.0
#pragma once

// The flags that `up` and `run` share: how the controllers judge, what they write and tell.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/engine/gates.h"
#include "catalog/settings.h"
#include "cli/command_line/flags.h"
#include "cli/flag_groups/judging_flags.h"
#include "cli/screen/log_lines.h"
#include "convert/dialect.h"
#include "report/status/status_write.h"

namespace telltale::cli {

struct ControlOptions {
  std::optional<DialectName> dialect = {};  // nothing: as the server's definitions speak
  JudgingOptions judging = {};
  WritePolicy write = WritePolicy::Missing;
  std::vector<std::string> write_acted_on = {};
  std::vector<std::string> write_types = {};  // written though somebody else writes them
  Seconds claim_after = std::chrono::minutes(2);
  Gates gates = {};
  HiveConditions hive_conditions = HiveConditions::Both;
  bool events = true;
  bool remote = true;
  std::vector<std::string> metric_kinds = {};  // with series for each object
  bool pool_metrics = true;                    // and for each node pool, fewer
  bool metric_compatibility = false;
  std::chrono::seconds sync_period{600};
  LogFormat log_format = LogFormat::Text;
  bool verbose = false;
};

// What is found at --http of a process with controllers.
inline constexpr std::string_view control_http_help =
    "/healthz, /readyz, /metrics and what commands ask (default: 127.0.0.1:7480)";

// --write, also for the roles of such a run.
void declare_write(Flags& flags, WritePolicy& write, std::string_view help);
// All that follows --data-dir and --http.
void declare_control(Flags& flags, ControlOptions& options);

}  // namespace telltale::cli
