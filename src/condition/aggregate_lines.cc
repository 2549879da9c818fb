// SPDX-License-Identifier: Apache-2.0
#include "condition/aggregate_lines.h"

#include "base/text.h"
#include "condition/indent.h"

namespace telltale {

void append_line(std::string& out, const AggregateLine& line) {
  if (!out.empty()) out += '\n';
  out += "* ";
  out += line.count == 1 ? std::string(line.kind) : plural(line.kind);
  std::string_view separator = " ";
  for (const std::string_view name : line.names) {
    out += separator;
    out += name;
    separator = ", ";
  }
  if (line.count > line.names.size()) {
    out += format(", ... ({} more)", line.count - line.names.size());
  }
  out += ':';
  append_indented(out, line.message);
}

void append_rest(std::string& out, std::string_view kind, const RestCounts& counts) {
  static constexpr std::array<std::string_view, 3> words = {
      "with other issues", "with status unknown", "with additional info"};
  for (std::size_t priority = 0; priority < counts.size(); ++priority) {
    if (counts[priority] == 0) continue;
    if (!out.empty()) out += '\n';
    out += format("And {} {}", counted(counts[priority], kind), words[priority]);
  }
}

}  // namespace telltale
