// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/flow.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "cli/screen/wrap.h"

namespace telltale::cli {

void Flow::add(std::string_view text, Paint paint, std::size_t gap) {
  if (text.empty()) return;
  const std::size_t width = terminal_.width;
  if (width == 0 || display_width(text) <= width) return add_word(text, paint, gap);
  for (const std::string_view word : split(text, ' ')) {
    for (const std::string& piece : wrap(word, width)) add_word(piece, paint, gap);
    gap = 1;
  }
}

void Flow::add_word(std::string_view word, Paint paint, std::size_t gap) {
  const std::size_t cells = display_width(word);
  if (cells_ > 0 && terminal_.width > 0 && cells_ + gap + cells > terminal_.width) {
    text_ += '\n';
    cells_ = std::min(indent_, terminal_.width - cells);
    text_.append(cells_, ' ');
  } else if (cells_ > 0) {
    text_.append(gap, ' ');
    cells_ += gap;
  }
  text_ += painted(word, paint, terminal_);
  cells_ += cells;
}

std::string Flow::take() {
  cells_ = 0;
  return std::exchange(text_, {}) + '\n';
}

}  // namespace telltale::cli
