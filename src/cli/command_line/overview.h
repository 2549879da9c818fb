// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one screen that introduces the commands, and what is said where none of them was meant.

#include <string>
#include <string_view>

#include "cli/screen/terminal.h"

namespace telltale::cli {

// For a terminal of help_terminal().
std::string overview(std::string_view program, const Terminal& terminal);
// "error: unknown command ...; did you mean ...?"
std::string unknown_command(std::string_view typed, std::string_view program);
// What is wrong with a word that the command does not know, or no command where it is empty:
// "unknown flag --namspace; did you mean --namespace?".
std::string unknown_word(std::string_view typed, std::string_view command);

}  // namespace telltale::cli
