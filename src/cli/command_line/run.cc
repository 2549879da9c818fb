// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/run.h"

#include <variant>

#include "cli/check/check.h"
#include "cli/command_line/completion.h"
#include "cli/command_line/parse.h"
#include "cli/command_line/version.h"
#include "cli/convert/convert_command.h"
#include "cli/convert/convert_serve.h"
#include "cli/get/get.h"
#include "cli/history/history_command.h"
#include "cli/live/run_live.h"
#include "cli/live/up.h"
#include "cli/manifests/generate.h"
#include "cli/manifests/manifests_command.h"
#include "cli/manual/classify_command.h"
#include "cli/manual/runbook_command.h"
#include "cli/manual/tables.h"
#include "cli/screen/ascii.h"
#include "cli/serve/rotate_command.h"
#include "cli/serve/serve.h"
#include "cli/serve/store_command.h"
#include "cli/tree/tree.h"
#include "cli/wait/wait.h"
#include "cli/why/why.h"

namespace telltale::cli {
namespace {

struct Runner {
  const Streams& streams;

  ExitCode operator()(const CheckOptions& options) const { return check_command(options, streams); }
  ExitCode operator()(const WhyOptions& options) const { return why_command(options, streams); }
  ExitCode operator()(const TreeOptions& options) const { return tree_command(options, streams); }
  ExitCode operator()(const GetOptions& options) const { return get_command(options, streams); }
  ExitCode operator()(const WaitOptions& options) const { return wait_command(options, streams); }
  ExitCode operator()(const HistoryOptions& options) const {
    return history_command(options, streams);
  }
  ExitCode operator()(const TablesOptions& options) const {
    return tables_command(options, streams);
  }
  ExitCode operator()(const RunbookOptions& options) const {
    return runbook_command(options, streams);
  }
  ExitCode operator()(const VersionOptions& options) const {
    return version_command(options, streams);
  }
  ExitCode operator()(const CompletionOptions& options) const {
    return completion_command(options, streams);
  }
  ExitCode operator()(const GenerateOptions& options) const {
    return generate_command(options, streams);
  }
  ExitCode operator()(const ClassifyOptions& options) const {
    return classify_command(options, streams);
  }
  ExitCode operator()(const UpOptions& options) const { return up_command(options, streams); }
  ExitCode operator()(const RunOptions& options) const {
    return run_live_command(options, streams);
  }
  ExitCode operator()(const ServeOptions& options) const { return serve_command(options, streams); }
  ExitCode operator()(const StoreOptions& options) const { return store_command(options, streams); }
  ExitCode operator()(const RotateOptions& options) const {
    return rotate_command(options, streams);
  }
  ExitCode operator()(const ManifestsOptions& options) const {
    return manifests_command(options, streams);
  }
  ExitCode operator()(const ConvertOptions& options) const {
    return convert_command(options, streams);
  }
  ExitCode operator()(const ConvertServeOptions& options) const {
    return convert_serve_command(options, streams);
  }
};

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
                        .dialer = given.dialer};
  // Documents are no screen: not a byte of them may be spelled differently for a terminal.
  if (const auto* convert = std::get_if<ConvertOptions>(&invocation.command)) {
    return convert_command(*convert, given);
  }
  return std::visit(Runner{streams}, invocation.command);
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
