// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/transition_line.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::size_t subject_width = 44;
constexpr std::size_t condition_width = 28;
constexpr std::size_t reason_width = 22;
constexpr std::size_t columns_width_min = 120;

std::string padded(std::string text, std::size_t width) {
  const std::size_t cells = display_width(text);
  return cells >= width ? text + " " : text + std::string(width - cells, ' ');
}

// What fits on one line of a terminal.
std::string fitted(std::string line, std::size_t width) {
  line.resize(utf8_prefix(line, std::min(line.size(), 4 * width)));
  while (display_width(line) > width) line.resize(utf8_prefix(line, line.size() - 1));
  return line;
}

// Columns need room; without it the words stand one behind the other.
bool has_room_for_columns(const Terminal& terminal) {
  return !terminal.is_terminal || terminal.width >= columns_width_min;
}

Condition condition_of(const JournalEntry& entry) {
  return {
      .type = entry.type, .status = entry.status, .reason = entry.reason, .message = entry.message};
}

}  // namespace

bool is_worth_a_line(const live::Turned& turned) {
  const std::string_view type = turned.entry.type;
  return std::ranges::any_of(judged_kinds(), [&](const Kind* kind) {
    return kind->kind == turned.kind &&
           (kind->root_condition == type || kind->telling_condition == type);
  });
}

std::string transition_line(const live::Turned& turned, const Terminal& terminal) {
  const JournalEntry& entry = turned.entry;
  const Standing standing = standing_of(turned.kind, condition_of(entry), turned.verdict);
  const std::string name = turned.namespace_name.empty()
                               ? turned.name
                               : format("{}/{}", turned.namespace_name, turned.name);
  std::string line = format("{}  {} ", format_rfc3339(turned.at).substr(11, 8), glyph_of(standing));
  const auto cell = [&](std::string text, std::size_t width) {
    line += padded(std::move(text), has_room_for_columns(terminal) ? width : 0);
  };
  cell(format("{} {}", turned.kind, name), subject_width);
  cell(format("{}={}", entry.type, to_text(entry.status)), condition_width);
  cell(entry.reason, reason_width);
  line += one_line(entry.message);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (terminal.is_terminal && terminal.width > 1)
    line = fitted(std::move(line), terminal.width - 1);
  return painted(line, paint_of(standing), terminal);
}

std::string summary_line(const live::LoopFigures& figures, const Terminal& terminal) {
  const auto& verdicts = figures.verdicts;
  std::string line = format("{} healthy · {} working · {} stuck · {} unknown   {} writes",
                            with_commas(verdicts.healthy), with_commas(verdicts.working),
                            with_commas(verdicts.stuck), with_commas(verdicts.unknown),
                            with_commas(figures.loop.status_writes));
  if (figures.connections.wanted > 0) {
    line += format("   {} of {} clusters connected", figures.connections.connected,
                   figures.connections.wanted);
  }
  if (terminal.is_terminal && terminal.width > 1)
    line = fitted(std::move(line), terminal.width - 1);
  return line;
}

}  // namespace telltale::cli
