// SPDX-License-Identifier: Apache-2.0
#pragma once

// A compiled regular expression of a schema. Go's syntax is RE2's, and both search in linear time,
// so hostile patterns and values cost no more than their size. Immutable; safe to share.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace telltale::schema {

class Pattern {
 public:
  static constexpr std::int64_t program_bytes_max = std::int64_t{8} << 20;
  static constexpr std::size_t text_bytes_max = 16 << 10;

  // Invalid: what RE2 says about the pattern.
  [[nodiscard]] static Result<std::shared_ptr<const Pattern>> compile(std::string_view text);

  explicit Pattern(std::unique_ptr<const re2::RE2> expression);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  // Anywhere in the text, unless the pattern is anchored.
  bool found_in(std::string_view text) const;

 private:
  std::unique_ptr<const re2::RE2> expression_;
};

}  // namespace telltale::schema
