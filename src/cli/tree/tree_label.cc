// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_label.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace telltale::cli {
namespace {

constexpr std::size_t names_in_pipe = 3;

// One character and the marks drawn over it.
std::size_t marked_character_bytes(std::string_view text) {
  const auto one = [&](std::size_t at) {
    std::size_t size = 1;
    while (at + size < text.size() &&
           (static_cast<unsigned char>(text[at + size]) & 0xC0) == 0x80) {
      ++size;
    }
    return size;
  };
  std::size_t bytes = one(0);
  while (bytes < text.size()) {
    const std::size_t mark = one(bytes);
    if (display_width(text.substr(bytes, mark)) > 0) break;
    bytes += mark;
  }
  return bytes;
}

std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> characters;
  while (!text.empty()) {
    const std::size_t bytes = marked_character_bytes(text);
    characters.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return characters;
}

// "md-0-a, -b, -c": what a name shares with the first one is said once.
std::string brief_name(std::string_view first, std::string_view name) {
  const std::size_t dash = name.rfind('-');
  const bool shared = dash != std::string_view::npos && dash > 0 &&
                      first.substr(0, dash + 1) == name.substr(0, dash + 1);
  return std::string(shared ? name.substr(dash) : name);
}

std::string more_names(std::size_t left_out) {
  return left_out == 0 ? "" : format(", {} ({} more)", ellipsis, left_out);
}

// As many names of a group as fit, and how many are left out.
std::string names_that_fit(const TreeRow& row, std::size_t room) {
  std::string text = row.names.front();
  std::string fitting = text + more_names(row.names_total - 1);
  for (std::size_t i = 1; i < row.names.size(); ++i) {
    text += format(", {}", brief_name(row.names.front(), row.names[i]));
    const std::string whole = text + more_names(row.names_total - i - 1);
    if (display_width(text) > room) break;
    if (display_width(whole) <= room) fitting = whole;
  }
  if (display_width(fitting) <= room) return fitting;
  const std::string_view more = row.names_total > 1 ? ", …" : "";
  const std::size_t taken = display_width(more);
  return without_middle(row.names.front(), room - std::min(room, taken)) + std::string(more);
}

// All of it, where nothing is too long.
std::string whole_names(const TreeRow& row) {
  std::string text;
  const std::size_t shown = std::min(row.names.size(), names_in_pipe);
  for (std::size_t i = 0; i < shown; ++i) {
    text += i == 0 ? row.names[i] : format(", {}", row.names[i]);
  }
  return text + more_names(row.names_total - std::min(row.names_total, shown));
}

const std::string& kind_text(const TreeRow& row, Kinds kinds) {
  return kinds == Kinds::Whole ? row.kind : row.short_kind;
}

}  // namespace

std::string without_middle(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  const std::vector<std::string_view> characters = characters_of(text);
  const std::size_t head_cells = width / 2;
  const std::size_t tail_cells = width - display_width(ellipsis) - head_cells;
  std::string head;
  std::string tail;
  for (std::size_t i = 0, cells = 0; i < characters.size(); ++i) {
    cells += display_width(characters[i]);
    if (cells > head_cells) break;
    head += characters[i];
  }
  for (std::size_t i = characters.size(), cells = 0; i > 0; --i) {
    cells += display_width(characters[i - 1]);
    if (cells > tail_cells) break;
    tail.insert(0, characters[i - 1]);
  }
  return head + std::string(ellipsis) + tail;
}

std::string spaced(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return std::string(left.empty() ? right : left);
  return format("{} {}", left, right);
}

std::string whole_label(const TreeRow& row, Kinds kinds) {
  const std::string name = spaced(kind_text(row, kinds), whole_names(row));
  return spaced(spaced(name, row.version), row.suffix);
}

std::size_t with_blank(std::string_view text) { return text.empty() ? 0 : display_width(text) + 1; }

std::size_t wanted_width(const TreeRow& row, Kinds kinds) {
  std::size_t cells = display_width(row.stem) + display_width(kind_text(row, kinds));
  if (!row.names.empty()) {
    cells += with_blank(row.names.front()) + display_width(more_names(row.names_total - 1));
  }
  return cells + with_blank(row.suffix) + (kinds == Kinds::Whole ? with_blank(row.version) : 0);
}

std::string fitted_label(const TreeRow& row, Kinds kinds, std::size_t room) {
  const std::string& kind = kind_text(row, kinds);
  if (row.names.empty()) return without_middle(kind, room);
  const std::size_t kind_cells = with_blank(kind);
  std::string ending = spaced(row.version, row.suffix);
  const std::size_t first_name = display_width(row.names.front());
  const std::size_t name_cells_min = std::min<std::size_t>(8, first_name);
  if (kind_cells + first_name + with_blank(ending) > room) ending = row.suffix;
  if (kind_cells + name_cells_min + with_blank(ending) > room) ending.clear();
  if (kind_cells + name_cells_min > room)
    return without_middle(spaced(kind, row.names.front()), room);
  const std::string names = names_that_fit(row, room - kind_cells - with_blank(ending));
  return spaced(spaced(kind, names), ending);
}

}  // namespace telltale::cli
