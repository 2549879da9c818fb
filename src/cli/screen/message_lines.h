// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text of one message per line, read piece by piece: what was taken is not kept. Lines end with \n
// or \r\n, the last one also with the end of the file; an empty line is a line.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace telltale::cli {

// Of a longer line only the beginning is taken.
inline constexpr std::size_t message_bytes_max = std::size_t{1} << 20;

struct MessageLine {
  enum class Length : std::uint8_t { Whole, Cut };

  std::string_view text;  // until the next line is taken
  std::size_t number = 0;
  Length length = Length::Whole;
};

using TakeLine = std::function<void(const MessageLine&)>;

// `path` is a file, or - for what `stdin_fd` gives. What was read before a failure has been taken.
[[nodiscard]] Result<void> read_message_lines(const std::string& path, int stdin_fd,
                                              const TakeLine& take);

}  // namespace telltale::cli
