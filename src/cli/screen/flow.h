// SPDX-License-Identifier: Apache-2.0
#pragma once

// Painted texts one behind the other, as many on a line as fit. One that fits a line is never
// broken; later lines stand in.
//
//   Flow flow(2, terminal);
//   flow.add("✗ Stuck", Paint::Bad);
//   flow.add("Machine default/m1", Paint::Strong);
//   out.write(flow.take());

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/screen/terminal.h"

namespace telltale::cli {

class Flow {
 public:
  Flow(std::size_t indent, const Terminal& terminal) : indent_(indent), terminal_(terminal) {}

  // Behind `gap` blanks, where something stands before it on its line. Nothing for empty text.
  void add(std::string_view text, Paint paint, std::size_t gap = 2);
  // With a line break at the end.
  std::string take();

 private:
  void add_word(std::string_view word, Paint paint, std::size_t gap);

  std::size_t indent_;
  const Terminal& terminal_;
  std::size_t cells_ = 0;
  std::string text_ = {};
};

}  // namespace telltale::cli
