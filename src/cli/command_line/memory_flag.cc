// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/memory_flag.h"

#include <CLI/CLI.hpp>

namespace telltale::cli {
namespace {

// Below, a few large objects at once would not fit; above, no machine has it.
constexpr std::size_t memory_budget_mib_min = 64;
constexpr std::size_t memory_budget_mib_max = std::size_t{1} << 20;

}  // namespace

void add_memory_flag(CLI::App& app, std::size_t& mib) {
  app.add_option("--memory-budget", mib,
                 "held for requests and answers of all clients together (default 512)")
      ->check(CLI::Range(memory_budget_mib_min, memory_budget_mib_max).description(""))
      ->type_name("MIB");
}

void add_service_range_flag(CLI::App& app, std::string& range) {
  app.add_option("--service-cluster-ip-range", range,
                 "IPv4 addresses that Services get (default 10.96.0.0/16)")
      ->type_name("CIDR");
}

}  // namespace telltale::cli
