// SPDX-License-Identifier: Apache-2.0
#include "condition/lines.h"

#include <algorithm>

namespace telltale {

std::size_t collapse(std::span<SummaryLine> lines, const LineGroup& group) {
  const auto belongs = [&](const SummaryLine& line) {
    return std::ranges::find(group.types, line.label) != group.types.end();
  };
  const auto first = std::ranges::find_if(lines, belongs);
  if (first == lines.end() || std::ranges::count_if(lines, belongs) < 2) return lines.size();

  const auto differs = [&](const SummaryLine& line) {
    return belongs(line) && line.text != first->text;
  };
  if (std::ranges::any_of(lines, differs)) return lines.size();

  const auto rest = std::remove_if(first + 1, lines.end(), belongs);
  first->label = group.label;
  return static_cast<std::size_t>(rest - lines.begin());
}

std::size_t collapse_rule(std::span<SummaryLine> lines, const void* group) {
  return collapse(lines, *static_cast<const LineGroup*>(group));
}

}  // namespace telltale
