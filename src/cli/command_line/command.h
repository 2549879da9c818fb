// SPDX-License-Identifier: Apache-2.0
#pragma once

// One record per command: its name, what it is for, its flags, and what runs. commands.cc lists
// the records; the overview, parsing, help, completion and the manual come from that list.
//
//   extern const Command version_command{
//       .name = "version",
//       .group = CommandGroup::Itself,
//       .summary = "which telltale this is",
//       .about = "Prints the version, and with -o json what it was built with.",
//       .prepare = prepare<VersionOptions, declare_version, run_version>,
//   };

#include <cstdint>
#include <memory>
#include <string_view>

#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

class Flags;
struct CommandText;

// A command with the options that were typed.
class PreparedCommand {
 public:
  virtual ~PreparedCommand() = default;
  virtual ExitCode run(const Streams& streams) const = 0;
};

template <class Options>
class PreparedWith : public PreparedCommand {
 public:
  Options options = {};
};

// Under which heading of the overview a command stands.
enum class CommandGroup : std::uint8_t { See, Understand, Run, Tools, Itself };

struct Command {
  std::string_view name;
  CommandGroup group = CommandGroup::Tools;
  std::string_view summary;     // a phrase for one line of the overview
  std::string_view about = {};  // one or two sentences, with which help begins
  // Declares the flags, which fill in the options of what is returned.
  std::unique_ptr<PreparedCommand> (*prepare)(Flags& flags);
};

// `declare` binds the flags to the options, which hold the defaults before and, once the command
// line was read, what was typed.
template <class Options, void (*declare)(Flags&, Options&),
          ExitCode (*run_with)(const Options&, const Streams&)>
std::unique_ptr<PreparedCommand> prepare(Flags& flags) {
  class Prepared final : public PreparedWith<Options> {
   public:
    ExitCode run(const Streams& streams) const override { return run_with(this->options, streams); }
  };
  auto prepared = std::make_unique<Prepared>();
  declare(flags, prepared->options);
  return prepared;
}

}  // namespace telltale::cli
