// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_table.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::cli {
namespace {

constexpr std::size_t wide_gap = 3;
constexpr std::size_t column_width_min = 3;

// One line that a terminal may be shown, marked where the rest was cut off.
std::string shown(std::string_view text) {
  const std::size_t end = text.find_first_of("\f\n\r");
  if (end == std::string_view::npos) return printable(text);
  return printable(text.substr(0, end)) + "...";
}

void append_row(std::string& out, const GetTable::Row& row, const std::vector<std::size_t>& widths,
                const Terminal& terminal) {
  std::size_t owed = 0;  // Blanks are written only before something.
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t cells = display_width(row[i].text);
    if (cells > 0) {
      out.append(std::exchange(owed, 0), ' ');
      out += painted(row[i].text, row[i].paint, terminal);
    }
    owed += widths[i] - cells + wide_gap;
  }
  out += '\n';
}

}  // namespace

GetTable::GetTable(std::vector<std::string> headers) : headers_(std::move(headers)) {
  for (std::string& header : headers_) header = shown(header);
}

void GetTable::add(Row row) {
  check(row.size() == headers_.size(), "a row has a cell for every header");
  for (Cell& cell : row) cell.text = shown(cell.text);
  rows_.push_back(std::move(row));
}

void GetTable::print(Output& out, const Terminal& terminal, Headers headers) const {
  Row head;
  for (const std::string& header : headers_) head.push_back({header, Paint::Faint});
  std::vector<std::size_t> widths(headers_.size(), column_width_min);
  const auto measure = [&](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i].text));
    }
  };
  if (headers == Headers::Shown) measure(head);
  for (const Row& row : rows_) measure(row);

  std::string text;
  if (headers == Headers::Shown) append_row(text, head, widths, terminal);
  for (const Row& row : rows_) {
    append_row(text, row, widths, terminal);
    if (text.size() < chunk_bytes) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
}

std::string upper(std::string_view text) {
  std::string raised(text);
  std::ranges::transform(raised, raised.begin(), [](char byte) {
    return byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
  });
  return raised;
}

}  // namespace telltale::cli
