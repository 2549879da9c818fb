// SPDX-License-Identifier: Apache-2.0
#pragma once

// From bytes back to the lines people look at. Lines are counted only for errors, so that
// text without any is never counted twice.

#include <cstddef>
#include <string_view>
#include <vector>

namespace telltale::dump {

std::size_t count_newlines(std::string_view text);

// Newlines before an offset of one text. Cheap for offsets that ascend, which those of documents
// and of the values inside one document nearly always do.
class LineCursor {
 public:
  explicit LineCursor(std::string_view text) : text_(text) {}

  // Nothing before `offset` will be asked for any more.
  void settle(std::size_t offset);
  std::size_t newlines_before(std::size_t offset);

 private:
  struct Mark {
    std::size_t offset = 0;
    std::size_t newlines = 0;
  };

  Mark advance(Mark from, std::size_t offset) const;

  std::string_view text_;
  Mark settled_;
  Mark last_;
};

// Which line of a YAML document a place in the JSON made from it comes from.
class LineMap {
 public:
  void clear() { entries_.clear(); }
  // Offsets ascend.
  void add(std::size_t offset, std::size_t line);
  // What was made at `offset` and behind is taken back.
  void cut(std::size_t offset);
  // Counted from zero, as lines before.
  std::size_t line_at(std::size_t offset) const;

 private:
  struct Entry {
    std::size_t offset;
    std::size_t line;
  };

  std::vector<Entry> entries_;
};

}  // namespace telltale::dump
