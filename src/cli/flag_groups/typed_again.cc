// SPDX-License-Identifier: Apache-2.0
#include "cli/flag_groups/typed_again.h"

#include <chrono>
#include <string_view>

#include "base/text.h"
#include "cli/screen/wording.h"

namespace telltale::cli {
namespace {

void add_flag(std::string& flags, std::string_view flag, std::string_view value) {
  if (!value.empty()) flags += format(" {} {}", flag, shell_word(value));
}

void add_server(std::string& flags, const ConnectOptions& options) {
  const client::AccessFlags& access = options.access;
  add_flag(flags, "--kubeconfig", access.kubeconfig);
  add_flag(flags, "--context", access.context);
  add_flag(flags, "--cluster", access.cluster);
  add_flag(flags, "--user", access.user);
  add_flag(flags, "--as", access.as_user);
  add_flag(flags, "--as-uid", access.as_uid);
  for (const std::string& group : access.as_groups) add_flag(flags, "--as-group", group);
  if (options.request_timeout != ConnectOptions().request_timeout) {
    add_flag(flags, "--request-timeout", format("{}ms", options.request_timeout.count()));
  }
  if (options.telltale_address == ConnectOptions::Address::Typed) {
    add_flag(flags, "--telltale", options.telltale);
  }
}

}  // namespace

std::string typed_again(const ReadOptions& options) {
  std::string flags;
  for (const std::string& path : options.paths) {
    // What came through a pipe cannot be read again: it has to be saved first.
    flags += format(" -f {}", path == "-" ? "FILE" : shell_word(path));
  }
  if (options.is_live()) add_server(flags, options.connect);
  if (options.now) add_flag(flags, "--now", format_rfc3339(*options.now));
  if (options.dialect_typed) {
    add_flag(flags, "--dialect", options.dialect ? to_text(*options.dialect) : "auto");
  }
  flags += typed_again(options.judging);
  if (options.completeness == Completeness::Complete) flags += " --complete";
  return flags;
}

}  // namespace telltale::cli
