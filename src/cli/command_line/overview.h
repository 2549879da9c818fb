// SPDX-License-Identifier: Apache-2.0
#pragma once

// The commands there are, and the one screen that introduces them.

#include <span>
#include <string>
#include <string_view>

namespace telltale::cli {

struct CommandText {
  std::string_view name;
  std::string_view summary;
};

std::span<const CommandText> all_commands();

std::string overview(std::string_view program);
// "error: unknown command ...; did you mean ...?"
std::string unknown_command(std::string_view typed, std::string_view program);

}  // namespace telltale::cli
