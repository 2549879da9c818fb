// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/encryption_flags.h"

#include <chrono>
#include <utility>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "client/kubeconfig/credentials_process.h"

namespace telltale::cli {
namespace {

constexpr std::chrono::seconds key_command_patience{20};
constexpr std::size_t key_command_bytes_max = std::size_t{16} << 10;
constexpr std::size_t error_output_bytes_max = 512;

Result<std::string> run_key_command(const std::string& command) {
  const client::Interrupt never;
  const auto done = client::run_program({.command = "/bin/sh",
                                         .arguments = {"-c", command},
                                         .timeout = key_command_patience,
                                         .output_bytes_max = key_command_bytes_max},
                                        never);
  if (!done) return fail(done.error());
  if (done->exit_code == 0) return done->output;
  return fail(Error::Kind::Unreachable,
              format("it ended with {}: {}", done->exit_code,
                     printable(truncate_utf8(done->error_output, error_output_bytes_max))));
}

}  // namespace

void add_encryption_flags(CLI::App& app, server::Encryption& encryption) {
  auto* file = app.add_option("--encryption-key-file", encryption.key_file,
                              "the key that opens Secrets; more lines: earlier keys (default: "
                              "made in the data folder)")
                   ->type_name("FILE");
  app.add_option("--encryption-key-command", encryption.key_command,
                 "the same, from what a shell command prints")
      ->type_name("CMD")
      ->excludes(file);
}

server::Encryption able_to_run(server::Encryption encryption) {
  encryption.run = run_key_command;
  return encryption;
}

}  // namespace telltale::cli
