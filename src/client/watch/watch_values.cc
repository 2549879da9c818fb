// SPDX-License-Identifier: Apache-2.0
#include "client/watch/watch_values.h"

#include <algorithm>

#include "base/check.h"

namespace telltale::client {
namespace {

// After a giant value its memory is given back.
constexpr std::size_t kept_bytes_max = std::size_t{1} << 20;

}  // namespace

void WatchValues::add(std::string_view piece) {
  check(piece_.empty() || too_long_, "every value of a piece is taken before the next piece");
  if (!too_long_) piece_ = piece;
}

WatchValues::Part WatchValues::measure() {
  if (!is_map_) {
    const std::size_t end = piece_.find('\n');
    const bool ends = end != std::string_view::npos;
    return {.size = ends ? end : piece_.size(), .is_last = ends};
  }
  std::size_t at = 0;
  switch (scanner_.scan(piece_, at)) {
    case dump::ValueScanner::Outcome::More:
      return {.size = piece_.size()};
    case dump::ValueScanner::Outcome::Done:
      return {.size = at, .is_last = true};
    case dump::ValueScanner::Outcome::Broken:
      break;
  }
  // Whoever reads it will find out.
  return {.size = std::min(at + 1, piece_.size()), .is_last = true};
}

std::optional<std::string_view> WatchValues::next() {
  if (held_is_old_) {
    held_.clear();
    if (held_.capacity() > kept_bytes_max) held_.shrink_to_fit();
    held_is_old_ = false;
  }
  if (too_long_) return std::nullopt;
  if (held_.empty()) {
    std::size_t begin = 0;
    dump::skip_space(piece_, begin);
    piece_.remove_prefix(begin);
    if (piece_.empty()) return std::nullopt;
    is_map_ = piece_.front() == '{';
    scanner_ = {};
  }
  const Part part = measure();
  if (held_.size() + part.size > value_bytes_max_) {
    too_long_ = true;
    held_ = std::string();
    piece_ = {};
    return std::nullopt;
  }
  const std::string_view text = piece_.substr(0, part.size);
  piece_.remove_prefix(part.size);
  if (part.is_last && held_.empty()) return text;
  held_ += text;
  held_is_old_ = part.is_last;
  return part.is_last ? std::optional<std::string_view>(held_) : std::nullopt;
}

}  // namespace telltale::client
