// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/run.h"

#include <variant>

#include "cli/command_line/parse.h"
#include "cli/screen/ascii.h"

namespace telltale::cli {
namespace {

ExitCode run_command(const Invocation& invocation, const Streams& given) {
  const Terminal out = with_color(given.out_terminal, invocation.color);
  const Terminal err = with_color(given.err_terminal, invocation.color);
  AsciiOutput ascii_out(given.out);
  AsciiOutput ascii_err(given.err);
  const Streams streams{.out = out.unicode ? given.out : ascii_out,
                        .err = err.unicode ? given.err : ascii_err,
                        .stdin_fd = given.stdin_fd,
                        .out_terminal = out,
                        .err_terminal = err,
                        .clock = given.clock,
                        .program = given.program,
                        .pager = given.pager,
                        .dialer = given.dialer,
                        .measure = given.measure,
                        .as_given = &given};
  return invocation.command->run(streams);
}

}  // namespace

ExitCode run(std::span<const std::string> args, const Streams& streams) {
  const std::variant<Invocation, Reply> parsed = parse(args, streams.program);
  if (const Reply* reply = std::get_if<Reply>(&parsed)) {
    Output& output = reply->code == ExitCode::Fine ? streams.out : streams.err;
    output.write(reply->text);
    return reply->code;
  }
  return run_command(std::get<Invocation>(parsed), streams);
}

std::string program_name(std::string_view argv0) {
  const std::string_view name = argv0.substr(argv0.rfind('/') + 1);
  return name.starts_with("kubectl-") ? "kubectl telltale" : "telltale";
}

}  // namespace telltale::cli
