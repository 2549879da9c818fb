// SPDX-License-Identifier: Apache-2.0
#include "dump/lines.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/check.h"

namespace telltale::dump {
namespace {

constexpr std::uint64_t every_byte(std::uint8_t byte) { return 0x0101010101010101U * byte; }

// How many of eight bytes are newlines: those that become zero when newlines are taken away.
int newlines_of_eight(std::uint64_t bytes) {
  const std::uint64_t others = bytes ^ every_byte('\n');
  const std::uint64_t low = every_byte(0x7F);
  const std::uint64_t not_zero = ((others & low) + low) | others;
  return std::popcount(~not_zero & every_byte(0x80));
}

}  // namespace

std::size_t count_newlines(std::string_view text) {
  std::size_t count = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, 8);
    count += static_cast<std::size_t>(newlines_of_eight(bytes));
  }
  const std::string_view rest = text.substr(at);
  return count + static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n'));
}

LineCursor::Mark LineCursor::advance(Mark from, std::size_t offset) const {
  const std::size_t to = std::min(offset, text_.size());
  return {to, from.newlines + count_newlines(text_.substr(from.offset, to - from.offset))};
}

void LineCursor::settle(std::size_t offset) {
  check(offset >= settled_.offset, "lines are settled from front to back");
  const bool last_helps = last_.offset > settled_.offset && last_.offset <= offset;
  settled_ = advance(last_helps ? last_ : settled_, offset);
  last_ = settled_;
}

std::size_t LineCursor::newlines_before(std::size_t offset) {
  check(offset >= settled_.offset, "a line was asked for after it was settled");
  last_ = advance(offset >= last_.offset ? last_ : settled_, offset);
  return last_.newlines;
}

void LineMap::add(std::size_t offset, std::size_t line) {
  if (!entries_.empty() && entries_.back().line == line) return;
  entries_.push_back({offset, line});
}

void LineMap::cut(std::size_t offset) {
  while (!entries_.empty() && entries_.back().offset >= offset) entries_.pop_back();
}

std::size_t LineMap::line_at(std::size_t offset) const {
  const auto behind =
      std::upper_bound(entries_.begin(), entries_.end(), offset,
                       [](std::size_t value, const Entry& entry) { return value < entry.offset; });
  return behind == entries_.begin() ? 0 : std::prev(behind)->line;
}

}  // namespace telltale::dump
