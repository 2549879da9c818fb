// SPDX-License-Identifier: Apache-2.0
#include "client/watch_lines.h"

#include "base/check.h"
#include "base/letters.h"

namespace telltale::client {
namespace {

// After a giant line its memory is given back.
constexpr std::size_t kept_bytes_max = std::size_t{1} << 20;

}  // namespace

void WatchLines::add(std::string_view piece) {
  check(piece_.empty() || too_long_, "every line of a piece is taken before the next piece");
  if (!too_long_) piece_ = piece;
}

std::optional<std::string_view> WatchLines::next() {
  while (const auto line = next_line()) {
    if (!trim(*line).empty()) return line;
  }
  return std::nullopt;
}

std::optional<std::string_view> WatchLines::next_line() {
  if (held_is_old_) {
    held_.clear();
    if (held_.capacity() > kept_bytes_max) held_.shrink_to_fit();
    held_is_old_ = false;
  }
  const std::size_t end = piece_.find('\n');
  const std::string_view part = piece_.substr(0, end);
  if (too_long_ || held_.size() + part.size() > line_bytes_max_) {
    too_long_ = true;
    held_ = std::string();
    piece_ = {};
    return std::nullopt;
  }
  const bool is_whole = end != std::string_view::npos;
  piece_.remove_prefix(is_whole ? end + 1 : part.size());
  if (is_whole && held_.empty()) return part;
  held_ += part;
  held_is_old_ = is_whole;
  return is_whole ? std::optional<std::string_view>(held_) : std::nullopt;
}

}  // namespace telltale::client
