// SPDX-License-Identifier: Apache-2.0
#include "json/tree/position.h"

#include <algorithm>

namespace telltale::json {

Position position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto breaks = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0, the first line
  return {.line = static_cast<std::size_t>(breaks) + 1, .column = before.size() - line_start + 1};
}

}  // namespace telltale::json
