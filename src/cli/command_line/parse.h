// SPDX-License-Identifier: Apache-2.0
#pragma once

// From a command line to a command that is ready to run.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "cli/command_line/command.h"
#include "cli/command_line/exit_code.h"
#include "cli/command_line/flags.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

struct Invocation {
  std::unique_ptr<const PreparedCommand> command;
  ColorChoice color = ColorChoice::Auto;

  // The options, where the command has such; nothing otherwise.
  template <class Options>
  const Options* options() const {
    const auto* prepared = dynamic_cast<const PreparedWith<Options>*>(command.get());
    return prepared == nullptr ? nullptr : &prepared->options;
  }
};

// Nothing is left to run: help was asked for, or the command line makes no sense.
struct Reply {
  ExitCode code = ExitCode::Fine;
  std::string text;
};

// `args` without the program's own name; `program` as people call it; help is for the terminal.
std::variant<Invocation, Reply> parse(std::span<const std::string> args, std::string_view program,
                                      const Terminal& terminal = {});

// What a command declares, with the flags that all of them have.
CommandText describe(const Command& command);

}  // namespace telltale::cli
