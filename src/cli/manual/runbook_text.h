// SPDX-License-Identifier: Apache-2.0
#pragma once

// A runbook page set for people: headings, commands indented and never broken, tables as tables,
// sentences wrapped to the screen. Understands the markdown that docs/runbooks is written in.

#include <string>
#include <string_view>

#include "cli/screen/terminal.h"

namespace telltale::cli {

std::string runbook_text(std::string_view markdown, const Terminal& terminal);

}  // namespace telltale::cli
