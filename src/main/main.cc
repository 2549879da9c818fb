// SPDX-License-Identifier: Apache-2.0

// The telltale program: hands the process's arguments and streams to the command line, and its
// answer back to the shell.

#include <cstdlib>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/text.h"
#include "cli/command_line/run.h"
#include "cli/screen/pager.h"
#include "cli/screen/process_streams.h"

int main(int argc, char** argv) {
  using namespace telltale;
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  const SystemClock clock;
  cli::FileOutput out(1);
  cli::FileOutput err(2);
  const std::string pager_command =
      cli::pager_command([](const char* name) -> const char* { return std::getenv(name); });
  cli::ProcessPager pager(pager_command);
  const cli::Streams streams{.out = out,
                             .err = err,
                             .stdin_fd = 0,
                             .out_terminal = cli::terminal_behind(1),
                             .err_terminal = cli::terminal_behind(2),
                             .clock = clock,
                             .program = cli::program_name(argc > 0 ? argv[0] : ""),
                             .pager = pager_command.empty() ? nullptr : &pager,
                             .measure = [] { return cli::size_of_terminal(1); }};
  const cli::ExitCode code = cli::run(args, streams);
  if (const Result<void> outcome = out.outcome(); !outcome) {
    err.write(format("error: {}\n", outcome.error().detail));
    return static_cast<int>(cli::ExitCode::Error);
  }
  return static_cast<int>(code);
}
