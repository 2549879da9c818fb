// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one screen that introduces the commands, and what is said where none of them was meant.

#include <string>
#include <string_view>

namespace telltale::cli {

std::string overview(std::string_view program);
// "error: unknown command ...; did you mean ...?"
std::string unknown_command(std::string_view typed, std::string_view program);

}  // namespace telltale::cli
