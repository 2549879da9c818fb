// SPDX-License-Identifier: Apache-2.0
#pragma once

// The pages of `telltale help` about what commands share: docs/help/*.md, which the program
// carries.

#include <string>
#include <string_view>
#include <vector>

namespace telltale::cli {

// "dialects", "dumps", ..., sorted.
std::vector<std::string_view> help_page_names();
// As markdown; empty where there is no such page.
std::string_view help_page(std::string_view name);
// Its first line.
std::string_view help_page_title(std::string_view name);

}  // namespace telltale::cli
