// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs a program to its end, without a shell, with a limit on its time and on what it says.

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace telltale::client {

struct Program {
  enum class Input { Nothing, Terminal };  // Terminal: it may talk to the person in front of it

  std::string command = {};  // a path, or a name to be found on PATH
  std::vector<std::string> arguments = {};
  std::vector<std::pair<std::string, std::string>> variables = {};  // on top of our own
  Input input = Input::Nothing;
  std::chrono::milliseconds timeout{60'000};
  std::size_t output_bytes_max = std::size_t{1} << 20;
};

// Ends programs early, from any thread; once rung it stays so.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  void ring();
  int descriptor() const { return descriptor_; }  // readable once it has rung

 private:
  const int descriptor_;
};

struct Finished {
  int exit_code = 0;              // 128 and the signal's number when one ended it
  std::string output = {};        // standard output
  std::string error_output = {};  // the first of standard error, unless that went to the terminal
};

// Errors say what happened, not to which program. NotFound: there is no such program. Internal: it
// cannot be run. Unreachable: it did not end in time, or was interrupted, and was ended. TooLarge:
// it said too much.
[[nodiscard]] Result<Finished> run_program(const Program& program, const Interrupt& interrupt);

}  // namespace telltale::client
