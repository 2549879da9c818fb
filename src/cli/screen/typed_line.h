// SPDX-License-Identifier: Apache-2.0
#pragma once

// Command lines that a screen offers: where one is wider than the terminal it is broken by
// backslashes, so that it can be copied and typed as it stands.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/screen/terminal.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {

// `lead` stands in front, and later lines stand in by `indent` cells. With a line break at the end.
struct TypedLine {
  std::string_view lead;
  std::size_t indent = 0;
};
std::string typed_line(std::string_view command, const TypedLine& how, const Terminal& terminal);

// A step, "read the error: kubectl describe ...", as lines that stand in. Where it does not fit on
// one, the command begins a line of its own and is broken by backslashes.
std::vector<IndentedLine> step_lines(std::string_view step, std::size_t width, std::size_t indent,
                                     Lead lead = Lead::Empty);

// "next: telltale why machine/m1 -n default".
std::string next_line(std::string_view command, const Terminal& terminal);

}  // namespace telltale::cli
