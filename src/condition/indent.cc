// SPDX-License-Identifier: Apache-2.0
#include "condition/indent.h"

namespace telltale {
namespace {

constexpr std::string_view blanks = " \t\n\f\r";

// A bullet opens the line; "5 * 3" is arithmetic.
bool is_bullet(std::string_view line) {
  const std::size_t star = line.find_first_not_of(blanks);
  if (star == std::string_view::npos || line[star] != '*') return false;
  return star + 1 < line.size() && blanks.contains(line[star + 1]);
}

// Calls once for every line, the empty one after a final line break included.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (;;) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void append_indented(std::string& out, std::string_view message) {
  if (message.empty()) return;
  if (!message.contains('\n') && !is_bullet(message)) {
    out += ' ';
    out += message;
    return;
  }

  bool all_bullets = true;
  for_each_line(message, [&](std::string_view line) { all_bullets &= is_bullet(line); });
  for_each_line(message, [&](std::string_view line) {
    out += '\n';
    if (all_bullets) {
      out += "  ";
    } else {
      out += is_bullet(line) ? "    " : "  * ";
    }
    out += line;
  });
}

}  // namespace telltale
