// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale up`: the API server and the controllers in one process, with a fleet to look at where
// that is asked for.

#include <cstdint>

#include "cli/flag_groups/api_server_flags.h"
#include "cli/flag_groups/control_flags.h"

namespace telltale::cli {

struct UpOptions {
  ApiServerOptions server = {};
  ControlOptions control = {.write = WritePolicy::All, .hive_conditions = HiveConditions::New};
  bool demo = false;
  std::uint64_t seed = 1;
};

}  // namespace telltale::cli
