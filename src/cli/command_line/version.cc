// SPDX-License-Identifier: Apache-2.0
// `telltale version`: which telltale this is.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/command_line/flags.h"
#include "json/writer.h"

namespace telltale::cli {
namespace {

enum class VersionOutput : std::uint8_t { Text, Json };

struct VersionOptions {
  VersionOutput output = VersionOutput::Text;
};

constexpr std::string_view version = TELLTALE_VERSION;
#if defined(__clang__)
constexpr std::string_view compiler = "clang " __clang_version__;
#else
constexpr std::string_view compiler = "gcc " __VERSION__;
#endif

ExitCode run_version(const VersionOptions& options, const Streams& streams) {
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

void declare_version(Flags& flags, VersionOptions& options) {
  flags.choose({"-o,--output", "FORMAT", "json (default: text)"}, options.output,
               {{"json", VersionOutput::Json}});
  flags.example("telltale version -o json");
}

}  // namespace

extern const Command version_command{
    .name = "version",
    .group = CommandGroup::Itself,
    .summary = "which telltale this is",
    .about = "Prints which telltale this is.",
    .prepare = prepare<VersionOptions, declare_version, run_version>,
};

}  // namespace telltale::cli
