// SPDX-License-Identifier: Apache-2.0
#pragma once

// For terminals that know no UTF-8: every character beyond ASCII becomes one of the same width, so
// that what was laid out stays in its columns.

#include <string>
#include <string_view>

#include "cli/screen/streams.h"

namespace telltale::cli {

std::string to_ascii(std::string_view text);

class AsciiOutput final : public Output {
 public:
  explicit AsciiOutput(Output& next) : next_(next) {}
  void write(std::string_view text) override { next_.write(to_ascii(text)); }

 private:
  Output& next_;
};

}  // namespace telltale::cli
