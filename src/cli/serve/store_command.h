// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale store`: check, back up, restore and compact what `serve` and `up` keep.

#include <cstdint>
#include <string>

#include "cli/command_line/exit_code.h"
#include "cli/flag_groups/api_server_flags.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

enum class StoreAction : std::uint8_t { Check, Backup, Restore, Compact, RotateKey };

struct StoreOptions {
  StoreAction action = StoreAction::Check;
  std::string file = {};  // the backup; of check: any file instead of the server's
  std::string data_folder = {};
  StoreAccess access = {};
};

ExitCode run_store(const StoreOptions& options, const Streams& streams);

}  // namespace telltale::cli
