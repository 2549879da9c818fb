// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text with readable bytes behind its end, which lets the JSON reader take whole vector registers
// at a time. What those bytes hold does not matter.

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale::json {

class PaddedText {
 public:
  static constexpr std::size_t padding = 64;

  // The caller promises that `padding` bytes behind the text may be read as long as this is used.
  static constexpr PaddedText promised(std::string_view text) { return PaddedText(text); }

  constexpr std::string_view text() const { return text_; }

 private:
  constexpr explicit PaddedText(std::string_view text) : text_(text) {}

  std::string_view text_;
};

// A padded copy, for text that has no room behind it.
class PaddedCopy {
 public:
  explicit PaddedCopy(std::string_view text) : size_(text.size()) {
    bytes_.reserve(text.size() + PaddedText::padding);
    bytes_.append(text).append(PaddedText::padding, '\0');
  }

  PaddedText padded() const {
    return PaddedText::promised(std::string_view(bytes_).substr(0, size_));
  }

 private:
  std::size_t size_;
  std::string bytes_;
};

}  // namespace telltale::json
