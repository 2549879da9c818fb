// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/generate.h"

#include <string_view>

#include "fleet/fleet.h"

namespace telltale::cli {

ExitCode generate_command(const GenerateOptions& options, const Streams& streams) {
  fleet::FleetOptions fleet = options.fleet;
  if (streams.out_terminal.is_terminal) fleet.layout = json::JsonWriter::Layout::Pretty;
  fleet::write_fleet(fleet, [&](std::string_view chunk) { streams.out.write(chunk); });
  return ExitCode::Fine;
}

}  // namespace telltale::cli
