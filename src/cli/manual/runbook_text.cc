// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/runbook_text.h"

#include <vector>

#include "base/text.h"
#include "cli/screen/text_table.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {
namespace {

constexpr std::string_view fence = "```";
constexpr std::size_t page_indent = 2;

// "a `b` and [c](d)" is "a b and c", and the address too where it leads out of the folder.
std::string plain_text(std::string_view markdown) {
  std::string out;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    if (c == '`' || markdown.substr(i).starts_with("**")) {
      if (c == '*') ++i;
      continue;
    }
    const std::size_t middle = c == '[' ? markdown.find("](", i) : std::string_view::npos;
    const std::size_t end = middle == std::string_view::npos ? middle : markdown.find(')', middle);
    if (end == std::string_view::npos) {
      out += c;
      continue;
    }
    const std::string_view address = markdown.substr(middle + 2, end - middle - 2);
    out += plain_text(markdown.substr(i + 1, middle - i - 1));
    if (address.starts_with("https://")) out += format(" ({})", address);
    i = end;
  }
  return out;
}

bool is_row(std::string_view line) { return line.starts_with('|'); }
bool is_item(std::string_view line) {
  const std::size_t number = line.find_first_not_of("0123456789");
  return line.starts_with("- ") || (number > 0 && line.substr(number).starts_with(". "));
}

// "\|" is part of a cell, as is what stands in `code`.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  line.remove_prefix(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      const std::size_t first = cell.find_first_not_of(' ');
      const std::size_t last = cell.find_last_not_of(' ');
      cells.push_back(first == std::string::npos
                          ? ""
                          : plain_text(std::string_view(cell).substr(first, last - first + 1)));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

class PageSetter {
 public:
  explicit PageSetter(const Terminal& terminal) : terminal_(terminal) {}

  void take(std::string_view line) {
    if (line.starts_with(fence)) {
      finish_block();
      in_code_ = !in_code_;
    } else if (in_code_) {
      out_.write(format("    {}\n", printable(line)));
    } else if (is_row(line)) {
      finish_sentence();
      rows_.push_back(cells_of(line));
    } else if (line.empty()) {
      finish_block();
      out_.write("\n");
    } else if (line.starts_with('#')) {
      finish_block();
      const std::string title = plain_text(line.substr(line.find_first_not_of("# ")));
      out_.write(painted(printable(title), Paint::Strong, terminal_) + "\n");
    } else {
      if (is_item(line)) finish_block();
      const std::size_t first = line.find_first_not_of(' ');
      sentence_ += format("{}{}", sentence_.empty() ? "" : " ", line.substr(first));
    }
  }

  std::string finish() {
    finish_block();
    return std::move(out_.text);
  }

 private:
  void finish_sentence() {
    if (sentence_.empty()) return;
    const std::string text = printable(plain_text(sentence_));
    sentence_.clear();
    const std::size_t width = terminal_.width > 2 * page_indent ? terminal_.width - page_indent : 0;
    for (const std::string& line : wrap(text, width)) out_.write(format("  {}\n", line));
  }

  void finish_table() {
    if (rows_.empty()) return;
    std::vector<TextTable::Column> columns;
    for (const std::string& header : rows_.front()) columns.push_back({.header = header});
    TextTable table(std::move(columns), TextTable::Length::Whole);
    // The second row is the line between the headers and the rest.
    for (std::size_t i = 2; i < rows_.size(); ++i) {
      TextTable::Row row;
      rows_[i].resize(rows_.front().size());
      for (const std::string& cell : rows_[i]) row.push_back({.text = printable(cell)});
      table.add(std::move(row));
    }
    table.print(out_, terminal_, TextTable::Header::Shown);
    rows_.clear();
  }

  void finish_block() {
    finish_sentence();
    finish_table();
  }

  const Terminal& terminal_;
  TextOutput out_;
  std::string sentence_;
  std::vector<std::vector<std::string>> rows_;
  bool in_code_ = false;
};

}  // namespace

std::string runbook_text(std::string_view markdown, const Terminal& terminal) {
  PageSetter page(terminal);
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    page.take(markdown.substr(0, end));
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  return page.finish();
}

}  // namespace telltale::cli
