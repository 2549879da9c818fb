// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale serve`: the embedded API server alone, until it is told to stop.

#include "cli/flag_groups/api_server_flags.h"

namespace telltale::cli {

struct ServeOptions {
  ApiServerOptions server = {};
  bool install_definitions = true;
};

}  // namespace telltale::cli
