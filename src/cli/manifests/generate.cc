// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/generate.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line/commands.h"
#include "cli/flag_groups/reading_flags.h"
#include "fleet/fleet.h"

namespace telltale::cli {

namespace {

ExitCode run_generate(const GenerateOptions& options, const Streams& streams) {
  fleet::FleetOptions fleet = options.fleet;
  if (streams.out_terminal.is_terminal) fleet.layout = json::JsonWriter::Layout::Pretty;
  fleet::write_fleet(fleet, [&](std::string_view chunk) { streams.out.write(chunk); });
  return ExitCode::Fine;
}

std::vector<std::string> things_to_generate() { return {"fleet"}; }

void declare_generate(Flags& flags, GenerateOptions& options) {
  fleet::FleetOptions& fleet = options.fleet;
  flags.operands({"WHAT", "fleet", "fleet"},
                 [](std::span<const std::string> typed) -> Result<void> {
                   if (typed.size() == 1 && typed.front() == "fleet") return {};
                   return usage("generate makes one thing so far: generate fleet");
                 });
  flags.offer_operands(things_to_generate);
  flags.number({"--clusters", "N", "how many Clusters"}, fleet.clusters);
  flags.show_default("--clusters", std::to_string(fleet.clusters));
  flags.number({"--machines", "N", "how many Machines each Cluster has"}, fleet.machines);
  flags.show_default("--machines", std::to_string(fleet.machines));
  flags.number({"--seed", "N", "the same seed gives the same bytes"}, fleet.seed);
  flags.show_default("--seed", std::to_string(fleet.seed));
  flags.number({"--unhealthy", "N", "percent of workers in trouble"}, fleet.unhealthy_percent);
  flags.show_default("--unhealthy", std::to_string(fleet.unhealthy_percent));
  flags.choose({"--api-version", "VERSION", "v1beta1 or v1beta2"}, fleet.api_version,
               {{"v1beta1", fleet::ApiVersion::V1Beta1}, {"v1beta2", fleet::ApiVersion::V1Beta2}});
  flags.show_default("--api-version", "v1beta2");
  flags.choose({"--dialect", "NAME", "upstream (default) or proposal"}, fleet.dialect,
               {{"upstream", fleet::Dialect::Upstream}, {"proposal", fleet::Dialect::Proposal}});
  flags.read({"--now", "RFC3339", "the newest instant in the fleet"},
             [&](std::string_view typed) { return keep(read_now(typed), fleet.now); });
  declare_output(flags, fleet.format, "yaml (default), json or ndjson",
                 {{"yaml", fleet::Format::Yaml},
                  {"json", fleet::Format::Json},
                  {"ndjson", fleet::Format::Ndjson}});
  flags.check([&] { return fleet::validate(fleet); });
  flags.example("telltale generate fleet --machines 20 --unhealthy 30 | telltale check -");
}

}  // namespace

extern const Command generate_command{
    .name = "generate",
    .group = CommandGroup::Tools,
    .summary = "a fleet of any size from a seed, as manifests",
    .about = "Makes the manifests of a fleet of any size. The same seed gives the same bytes.",
    .prepare = prepare<GenerateOptions, declare_generate, run_generate>,
};

}  // namespace telltale::cli
