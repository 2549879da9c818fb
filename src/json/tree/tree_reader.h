// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads the selected fields of one JSON document into a Tree: the hot path of everything that looks
// at dumps. simdjson finds quotes, brackets and bad UTF-8 for the whole document; our walk over its
// index builds what is selected and steps over the rest.
//
//   TreeReader reader;
//   auto tree = reader.read(copy.padded(), [&](const Header&) -> const Selection& { return all; },
//                           scratch);
//   if (!tree) return fail(to_error(tree.error(), text));
//
// What is stepped over must have balanced brackets, closed strings and valid UTF-8; its commas,
// numbers and words are not looked at.

#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string_view>

#include "base/arena.h"
#include "json/tree/padded_text.h"
#include "json/tree/read_error.h"
#include "json/tree/selection.h"
#include "json/tree/tree.h"

namespace telltale::json {

// What a document says it is; empty where it does not say, or not in a string. Whoever passes it on
// may add the whole text, for choices that depend on a word in it.
struct Header {
  std::string_view api_version = {};
  std::string_view kind = {};
  std::string_view text = {};

  bool operator==(const Header&) const = default;
};

// Asked once per document; the answer must outlive the reading.
using SelectFields = std::function<const Selection&(const Header&)>;

// One per thread.
class TreeReader {
 public:
  static constexpr std::size_t depth_max = 100;
  static constexpr std::size_t depth_limit_max = 1000;  // what a caller may ask for
  static constexpr std::size_t document_bytes_max = (std::size_t{1} << 28) - 1;
  // Values kept of one document: 16 to 32 bytes each, so that no text can ask for much memory.
  static constexpr std::size_t values_max = std::size_t{1} << 23;

  TreeReader();
  ~TreeReader();
  TreeReader(TreeReader&&) noexcept;
  TreeReader& operator=(TreeReader&&) noexcept;

  // The document must be one map. The tree's text stands partly in `text` and partly in `scratch`:
  // it is valid as long as both are. Of repeated members only the last one is kept.
  [[nodiscard]] std::expected<Tree, ReadError> read(PaddedText text, const SelectFields& choose,
                                                    Arena& scratch);
  // The whole of a document that may be any value, with a depth limit of the caller's own.
  [[nodiscard]] std::expected<Tree, ReadError> read_any(PaddedText text, std::size_t depth_limit,
                                                        Arena& scratch);

 private:
  struct Workshop;
  std::unique_ptr<Workshop> workshop_;
};

}  // namespace telltale::json
