// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/wrap.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::cli {
namespace {

// Where a word begins that is too wide for the place where it belongs.
constexpr std::size_t near_edge = 2;

// How many bytes of the text fit into `width` cells; at least one character, so that there is an
// end to it.
std::size_t bytes_that_fit(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  std::size_t cells = 0;
  while (bytes < text.size()) {
    std::size_t size = 1;
    while (bytes + size < text.size() &&
           (static_cast<unsigned char>(text[bytes + size]) & 0xC0) == 0x80) {
      ++size;
    }
    cells += display_width(text.substr(bytes, size));
    if (cells > width && bytes > 0) break;
    bytes += size;
  }
  return bytes;
}

// Names break best behind a hyphen or a dot, unless that leaves the line half empty.
std::size_t good_cut(std::string_view word, std::size_t bytes) {
  const std::size_t mark = word.substr(0, bytes).find_last_of("-./,:");
  return mark != std::string_view::npos && mark + 1 > bytes / 2 ? mark + 1 : bytes;
}

class WrappedLines {
 public:
  explicit WrappedLines(std::size_t width) : width_(width) {}

  void add(std::string_view word) {
    const std::size_t cells = display_width(word);
    if (!line_.empty() && cells_ + 1 + cells <= width_) {
      line_ += ' ';
      append(word, cells + 1);
      return;
    }
    if (!line_.empty()) finish();
    while (display_width(word) > width_) {
      const std::size_t cut = good_cut(word, bytes_that_fit(word, width_));
      append(word.substr(0, cut), width_);
      finish();
      word.remove_prefix(cut);
    }
    append(word, display_width(word));
  }

  std::vector<std::string> take() {
    if (!line_.empty() || lines_.empty()) finish();
    return std::move(lines_);
  }

 private:
  void append(std::string_view word, std::size_t cells) {
    line_ += word;
    cells_ += cells;
  }
  void finish() {
    lines_.push_back(std::move(line_));
    line_.clear();
    cells_ = 0;
  }

  std::size_t width_;
  std::size_t cells_ = 0;
  std::string line_;
  std::vector<std::string> lines_;
};

class IndentedLines {
 public:
  IndentedLines(std::size_t width, std::size_t indent, Lead lead)
      : width_(width), indent_(std::min(indent, width / 2)), lead_(lead) {}

  void add(std::string_view word) {
    const std::size_t cells = display_width(word);
    if (!line_.empty() && cells_ + 1 + cells <= room()) {
      line_ += ' ';
      line_ += word;
      cells_ += cells + 1;
      return;
    }
    finish();
    if (cells <= room()) {
      line_ = word;
      cells_ = cells;
      return;
    }
    if (lines_.empty() && lead_ == Lead::Taken) lines_.push_back({indent_, {}});
    if (cells <= width_) {
      lines_.push_back({std::min(near_edge, width_ - cells), std::string(word)});
      return;
    }
    for (std::string& piece : wrap(word, room())) lines_.push_back({indent_, std::move(piece)});
  }

  std::vector<IndentedLine> take() {
    finish();
    if (lines_.empty()) lines_.push_back({indent_, {}});
    return std::move(lines_);
  }

 private:
  std::size_t room() const { return width_ - indent_; }
  void finish() {
    if (!line_.empty()) lines_.push_back({indent_, std::exchange(line_, {})});
  }

  std::size_t width_;
  std::size_t indent_;
  Lead lead_;
  std::size_t cells_ = 0;
  std::string line_;
  std::vector<IndentedLine> lines_;
};

std::string_view without_bullet(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  line.remove_suffix(line.size() - std::min(line.find_last_not_of(" \t\r") + 1, line.size()));
  if (line.starts_with("* ") || line.starts_with("- ")) line.remove_prefix(2);
  return line;
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  if (width == 0 || display_width(text) <= width) return {std::string(text)};
  WrappedLines lines(width);
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) lines.add(word);
  }
  return lines.take();
}

std::vector<IndentedLine> wrap_indented(std::string_view text, std::size_t width,
                                        std::size_t indent, Lead lead) {
  const bool fits = display_width(text) + indent <= width && 2 * indent <= width;
  if (width == 0 || fits) return {{indent, std::string(text)}};
  IndentedLines lines(width, indent, lead);
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) lines.add(word);
  }
  return lines.take();
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  return wrap(text, width - 2).front() + " …";
}

std::size_t longest_word(std::string_view text, std::size_t width) {
  std::size_t longest = 0;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t cells = display_width(word);
    if (cells <= width) longest = std::max(longest, cells);
  }
  return longest;
}

std::string one_line(std::string_view message) {
  std::string joined;
  for (const std::string_view line : split(message, '\n')) {
    const std::string_view text = without_bullet(line);
    if (text.empty()) continue;
    if (!joined.empty()) joined += joined.ends_with(':') ? " " : " · ";
    joined += printable(text);
  }
  return joined;
}

}  // namespace telltale::cli
