// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/run.h"

#include <variant>

#include "cli/command_line/parse.h"
#include "cli/screen/ascii.h"
#include "cli/screen/pager.h"

namespace telltale::cli {
namespace {

// The streams of the process as a command line wants them: in its colours, and in ASCII where the
// terminal knows no more.
class ChosenStreams {
 public:
  ChosenStreams(const Streams& given, ColorChoice color)
      : ascii_out_(given.out),
        ascii_err_(given.err),
        streams_{.out = given.out_terminal.unicode ? given.out : ascii_out_,
                 .err = given.err_terminal.unicode ? given.err : ascii_err_,
                 .stdin_fd = given.stdin_fd,
                 .out_terminal = with_color(given.out_terminal, color),
                 .err_terminal = with_color(given.err_terminal, color),
                 .clock = given.clock,
                 .program = given.program,
                 .pager = given.pager,
                 .dialer = given.dialer,
                 .measure = given.measure,
                 .as_given = &given} {}

  const Streams& streams() const { return streams_; }

 private:
  AsciiOutput ascii_out_;
  AsciiOutput ascii_err_;
  Streams streams_;
};

}  // namespace

ExitCode run(std::span<const std::string> args, const Streams& given) {
  const std::variant<Invocation, Reply> parsed = parse(args, given.program, given.out_terminal);
  if (const Reply* reply = std::get_if<Reply>(&parsed)) {
    const ChosenStreams chosen(given, ColorChoice::Auto);
    if (reply->code == ExitCode::Fine) {
      show_long(reply->text, chosen.streams());
    } else {
      chosen.streams().err.write(reply->text);
    }
    return reply->code;
  }
  const auto& invocation = std::get<Invocation>(parsed);
  const ChosenStreams chosen(given, invocation.color);
  return invocation.command->run(chosen.streams());
}

std::string program_name(std::string_view argv0) {
  const std::string_view name = argv0.substr(argv0.rfind('/') + 1);
  return name.starts_with("kubectl-") ? "kubectl telltale" : "telltale";
}

}  // namespace telltale::cli
