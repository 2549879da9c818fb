// SPDX-License-Identifier: Apache-2.0
#pragma once

// `telltale runbook [REASON]`: what to do about a reason, from the pages that the program carries;
// without a reason, the list of them.

#include <string>
#include <string_view>
#include <vector>

namespace telltale::cli {

// The names that the command takes: pages, and reasons of either dialect that lead to one.
std::vector<std::string> runbook_names();
// The pages' own names for what was typed (a page, a reason of either dialect, a condition, in any
// case), sorted; more than one where a reason means several things.
std::vector<std::string> runbooks_about(std::string_view typed);

}  // namespace telltale::cli
