// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/version.h"

#include <string>
#include <string_view>

#include "base/text.h"
#include "json/writer.h"

namespace telltale::cli {
namespace {

constexpr std::string_view version = TELLTALE_VERSION;
#if defined(__clang__)
constexpr std::string_view compiler = "clang " __clang_version__;
#else
constexpr std::string_view compiler = "gcc " __VERSION__;
#endif

}  // namespace

ExitCode version_command(const VersionOptions& options, const Streams& streams) {
  if (options.output == VersionOutput::Text) {
    streams.out.write(format("telltale {}\n", version));
    return ExitCode::Fine;
  }
  std::string text;
  json::JsonWriter out(text, json::JsonWriter::Layout::Pretty);
  out.map([&] {
    out.field("version", version);
    out.field("compiler", compiler);
    out.field("reportVersion", "telltale.dev/v1alpha1");
  });
  streams.out.write(text + "\n");
  return ExitCode::Fine;
}

}  // namespace telltale::cli
