// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a command's end means to a script. The numbers are stable and documented.

#include <cstdint>

namespace telltale::cli {

enum class ExitCode : std::uint8_t {
  Fine = 0,
  Error = 1,     // the input, the network or the machine failed us
  Usage = 2,     // the command line makes no sense
  Stuck = 3,     // a human is needed
  TimedOut = 4,  // what was waited for did not happen
  Unknown = 5,   // not enough data to say
};

// When several apply: usage, then stuck, then trouble, then unknown.
constexpr ExitCode worse(ExitCode left, ExitCode right) {
  constexpr ExitCode order[] = {ExitCode::Usage, ExitCode::Stuck, ExitCode::Error,
                                ExitCode::TimedOut, ExitCode::Unknown};
  for (const ExitCode code : order) {
    if (left == code || right == code) return code;
  }
  return ExitCode::Fine;
}

}  // namespace telltale::cli
