// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the tokens of a JSON text begin: every bracket, colon and comma outside strings, and the
// first byte of every string, number and word. simdjson finds them with vector instructions and
// checks the UTF-8 and the ends of strings on the way. One per thread.

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "json/tree/padded_text.h"
#include "json/tree/read_error.h"

namespace telltale::json {

class StructuralIndex {
 public:
  StructuralIndex();
  ~StructuralIndex();
  StructuralIndex(StructuralIndex&&) noexcept;
  StructuralIndex& operator=(StructuralIndex&&) noexcept;

  // Ascending, with the size of the text behind the last one. Valid until the next call.
  [[nodiscard]] std::expected<std::span<const std::uint32_t>, ReadError> find(PaddedText text);

  // Decodes the escapes of the string whose first byte behind the quote is `source`. Needs a
  // closing quote, and room for the string and the padding at `target`. Returns the end of what it
  // wrote, or nothing for a broken escape.
  char* unescape(const char* source, char* target) const;

 private:
  struct Parser;

  [[nodiscard]] bool reserve(std::size_t bytes);

  std::unique_ptr<Parser> parser_;
};

}  // namespace telltale::json
