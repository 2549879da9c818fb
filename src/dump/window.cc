// SPDX-License-Identifier: Apache-2.0
#include "dump/window.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "json/tree/padded_text.h"

namespace telltale::dump {
namespace {

Block make_block(std::size_t capacity) {
  const std::size_t bytes = capacity + json::PaddedText::padding;
  Block block{std::make_unique_for_overwrite<char[]>(bytes), 0};
  return block;
}

// A folder of small files should not ask for a large block each.
std::size_t first_size(const ByteStream& stream, std::size_t block_size) {
  const auto size = stream.size();
  if (!size) return block_size;
  return std::min<std::size_t>(block_size, static_cast<std::size_t>(*size) + 1);
}

}  // namespace

Window::Window(ByteStream& stream, std::size_t block_size)
    : stream_(stream),
      block_size_(first_size(stream, block_size)),
      block_(std::make_shared<const Block>(make_block(0))) {}

std::string_view Window::from(std::uint64_t place) const {
  check(place >= begin_ && place <= end(), "a place outside the window was asked for");
  return text().substr(static_cast<std::size_t>(place - begin_));
}

bool Window::more(std::uint64_t keep_from) {
  if (over_) return false;
  const std::string_view kept = from(keep_from);
  // Doubling keeps the copying of a document that is larger than a block linear.
  const std::size_t capacity = std::max(block_size_, 2 * kept.size());
  Block next = make_block(capacity);
  std::copy(kept.begin(), kept.end(), next.bytes.get());

  const Filled filled = fill(stream_, {next.bytes.get() + kept.size(), capacity - kept.size()});
  over_ = filled.over;
  error_ = filled.error;
  if (filled.bytes == 0) return false;

  next.size = kept.size() + filled.bytes;
  std::memset(next.bytes.get() + next.size, 0, json::PaddedText::padding);
  block_ = std::make_shared<const Block>(std::move(next));
  begin_ = keep_from;
  return true;
}

}  // namespace telltale::dump
